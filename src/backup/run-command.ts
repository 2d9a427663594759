import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import type { RunFacts, RunProgress } from "#src/platform/tables.ts";
import type { Manifest } from "./manifest.ts";

/** What the command of a backup says to the process that started it. */
export type MadeBackup = { name: string; bytes: number; damaged: number; facts: RunFacts };
/** What the drill says; `differs` is empty when what was restored is equal to what was backed up. */
export type Drilled = { name: string; bytes: number; differs: string; facts: RunFacts };

/** What is kept of a backup, or of its drill, beside when it was made. `bytes`: of all parts before they are encrypted. */
export function factsOf({ manifest, sealed }: { manifest: Manifest; sealed: boolean }): {
  bytes: number;
  facts: RunFacts;
} {
  const { tables, files } = manifest;
  const orders = tables.find(({ name }) => name === "orders.orders")?.rows ?? 0;
  const bytes = [...tables, ...files].reduce((sum, one) => sum + one.bytes, 0);
  return { bytes, facts: { orders, files: files.length, sealed } };
}

/** Each throws one sentence when it made nothing. `saw` hears how far it is. */
export type MakeBackup = (home: string, into: string, saw?: SawProgress) => Promise<MadeBackup>;
export type SawProgress = (progress: RunProgress) => void;
export type Drill = (home: string, from: string) => Promise<Drilled>;

export const runBackupCommand: MakeBackup = (home, into, saw) => runCommand(home, "backup", ["--to", into], saw);
export const runDrillCommand: Drill = (home, from) => runCommand(home, "drill", ["--from", from]);

/**
 * Runs a command of ours as a process of its own, with our environment: its memory and its work are not the pages'. It
 * ends with us. @returns what it said by `answerParent`.
 */
function runCommand<T>(
  home: string,
  command: string,
  args: readonly string[],
  saw: SawProgress = () => undefined,
): Promise<T> {
  return new Promise((made, failed) => {
    const child = spawn(process.execPath, [join(home, "scripts/command.js"), command, ...args], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const end = (): void => void child.kill();
    process.once("exit", end);
    let complained = "";
    let answer: { result: T } | undefined;
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      complained = (complained + text).slice(0, 10_000);
    });
    child.on("message", (message: { result: T } | { progress: RunProgress }) => {
      if ("result" in message) answer = message;
      else saw(message.progress);
    });
    child.once("error", failed);
    child.once("close", (code) => {
      process.off("exit", end);
      if (answer) made(answer.result);
      else failed(new Error(complained.trim().split("\n").at(-1) || `The command ended with code ${code}.`));
    });
  });
}

const progressEveryMs = 1_000;

/** In the command: says how far it is, at most each second, to the process that started it. */
export function sayProgress(): SawProgress {
  let sentAt = 0;
  return (progress) => {
    if (performance.now() - sentAt < progressEveryMs && progress.written < progress.of) return;
    sentAt = performance.now();
    process.send?.({ progress });
  };
}

/** In the command: gives its answer to the process that started it; to a person in a terminal nothing. */
export const answerParent = (result: MadeBackup | Drilled): Promise<void> =>
  new Promise((sent, failed) => {
    if (process.send) process.send({ result }, (error: Error | null) => (error ? failed(error) : sent()));
    else sent();
  });
