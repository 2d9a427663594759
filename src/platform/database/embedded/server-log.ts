import { existsSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";

const largest = 1_000_000; // bytes

/** Opens the server's log for adding lines; one that has grown too large begins anew. */
export const openServerLog = (file: string): number => {
  trimServerLog(file);
  return openSync(file, "a", 0o600);
};

/** Empties the log when it has passed 1 MB. The server adds at the end, so this may happen while it runs. */
export const trimServerLog = (file: string): void => {
  if (existsSync(file) && statSync(file).size > largest) truncateSync(file);
};

/** The last fatal line after `offset` bytes: why a start failed. */
export const lastMessage = (file: string, offset: number): string | undefined => {
  const lines = readFileSync(file).subarray(offset).toString().split("\n");
  const fatal =
    lines.filter((line) => /FATAL|PANIC/.test(line)).at(-1) ?? lines.filter((line) => line.trim() !== "").at(-1);
  return fatal?.replace(/^.*?(FATAL|PANIC):\s*/, "").trim();
};
