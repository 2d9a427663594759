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

/** What a person reads before choosing files; a picture, an archive and other kinds may be refused. */
export function limitsLabel(limits: { maxBytes: number; mostFiles: number; refusedKinds?: readonly Kind[] }): string {
  const { maxBytes, mostFiles, refusedKinds = [] } = limits;
  const any = refusedKinds.length === 0;
  const files = `${mostFiles === 1 ? "One file" : `Up to ${mostFiles} files`}${any ? " of any type" : ""}`;
  const size = `${mostFiles === 1 ? "up to" : "each up to"} ${sizeLabel(maxBytes)}`;
  return `${files}, ${size}.${any ? "" : ` No ${kindList(refusedKinds)}.`}`;
}

/** Why one more file does not fit: "At most 20 files fit here.", "Only one file fits here." */
export const mostFilesLabel = (mostFiles: number): string =>
  mostFiles === 1 ? "Only one file fits here." : `At most ${mostFiles} files fit here.`;
