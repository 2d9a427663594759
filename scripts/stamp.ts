import { createHash } from "node:crypto";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const home = resolve(import.meta.dirname, "..");
export const stampFile = join(home, "build/stamp");

/** Every file below these folders, tests excepted, and these files. */
const folders = ["src", "public", "scripts/commands"];
const files = [
  "package-lock.json",
  "vite.*.ts",
  "scripts/{build,command-line,cut-fonts,start}.ts",
  "react-router.config.ts",
];

/** A hash over everything the build is made from: sources, settings of the build, the lock file. */
export function sourceStamp(): string {
  const hash = createHash("sha256");
  // A list of a folder takes a tenth of the time of a pattern, and each command waits for it.
  const below = folders.flatMap((folder) =>
    readdirSync(join(home, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  const single = globSync(files, { cwd: home }).map((file) => join(home, file));
  for (const file of [...below, ...single].sort()) hash.update(relative(home, file)).update(readFileSync(file));
  return hash.digest("hex");
}

/** The build on disk belongs to these sources. */
export function buildIsFresh(): boolean {
  try {
    return readFileSync(stampFile, "utf8") === sourceStamp();
  } catch {
    return false;
  }
}
