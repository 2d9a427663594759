import { type Kind, kindList } from "./kinds.ts";

const kib = 1024;
export const mib = 1024 * kib;
export const gib = 1024 * mib;

const steps = [
  ["GB", gib],
  ["MB", mib],
  ["KB", kib],
] as const;

/** "3.4 MB", "812 KB", "40 bytes"; one decimal below ten, rounded down so that a file never looks over its limit. */
export function sizeLabel(bytes: number): string {
  for (const [unit, size] of steps) {
    if (bytes < size) continue;
    const amount = bytes / size;
    const shown = amount < 10 ? Math.floor(amount * 10) / 10 : Math.floor(amount);
    return `${shown} ${unit}`;
  }
  return bytes === 1 ? "1 byte" : `${bytes} bytes`;
}

/** What a person reads before choosing files. */
export function limitsLabel(limits: { maxBytes: number; mostFiles: number; refusedKinds?: readonly Kind[] }): string {
  const { maxBytes, mostFiles, refusedKinds = [] } = limits;
  if (refusedKinds.length === 0) return `Up to ${mostFiles} files of any type, each up to ${sizeLabel(maxBytes)}.`;
  return `Up to ${mostFiles} files, each up to ${sizeLabel(maxBytes)}. No ${kindList(refusedKinds)}.`;
}
