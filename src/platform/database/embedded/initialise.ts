import { spawn } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { syncFolder } from "#src/platform/whole-file.ts";
import type { Folders } from "./folders.ts";
import { commandAs, giveTo, type Identity } from "./identity.ts";
import type { Binaries } from "./run.ts";
import { makePassword, type Transport } from "./socket.ts";

export const isInitialised = (cluster: string): boolean => existsSync(join(cluster, "PG_VERSION"));

// The builtin provider folds letters beyond ASCII; plain C does not. The libc name C.UTF-8 exists on Linux only.
const locale = [
  `--locale=${process.platform === "linux" ? "C.UTF-8" : "C"}`,
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
];

/**
 * Makes a new, empty server folder with data checksums. It is built beside its place and moved there when whole, so
 * that a stop in the middle leaves nothing half. Throws one sentence with the reason that initdb gives.
 */
export const initialise = async (
  binaries: Binaries,
  folders: Folders,
  identity: Identity,
  transport: Transport,
): Promise<void> => {
  const draft = `${folders.cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  giveTo(identity, draft);
  const access = transport === "tcp" ? withPassword(folders, identity) : ["-A", "trust"];
  const args = ["-D", draft, "-U", "app", ...access, "-E", "UTF8", ...locale, "--data-checksums", "--no-instructions"];
  const failure = await runToEnd(identity, binaries.initdb, args, draft);
  if (failure !== undefined) throw new Error(`The database could not be made in ${folders.home}: ${failure}`);
  renameSync(draft, folders.cluster);
  syncFolder(folders.home);
};

const withPassword = (folders: Folders, identity: Identity): string[] => {
  makePassword(folders.password);
  giveTo(identity, folders.password);
  return ["-A", "scram-sha-256", `--pwfile=${folders.password}`];
};

/** Undefined when the program ended well, else the line in which it says why not. */
const runToEnd = (identity: Identity, program: string, args: string[], cwd: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const command = commandAs(identity, program, args);
    const child = spawn(command.file, command.args, {
      ...command.options,
      cwd,
      stdio: ["ignore", "ignore", "pipe"],
      windowsHide: true,
    });
    let output = "";
    child.stderr.on("data", (part: Buffer) => {
      output = (output + part.toString()).slice(-8_000);
    });
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code) => resolve(code === 0 ? undefined : reasonIn(output)));
  });

const reasonIn = (output: string): string => {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return lines.find((line) => /error|FATAL|could not/i.test(line)) ?? lines.at(-1) ?? "initdb gave no reason.";
};
