import { counted } from "#src/shared/counted.ts";

/** What a file is by its bytes, in the words of a setting. */
export const kinds = ["image", "pdf", "office", "text", "archive", "other"] as const;
export type Kind = (typeof kinds)[number];

const labels: Readonly<Record<Kind, string>> = {
  image: "pictures",
  pdf: "PDFs",
  office: "Office documents",
  text: "text files",
  archive: "archives",
  other: "files of other kinds",
};

/** "pictures, PDFs or archives". */
const kindList = (some: readonly Kind[]): string =>
  some
    .map((kind) => labels[kind])
    .join(", ")
    .replace(/, ([^,]+)$/, " or $1");

/** What the sender of a file reads whose kind is not taken. */
export const notTaken = (kind: Kind): string => `We take no ${labels[kind]} here. Send it in another form.`;

const kib = 1024;
export const mib = 1024 * kib;
export const gib = 1024 * mib;

const steps = [
  ["GB", gib],
  ["MB", mib],
  ["KB", kib],
] as const;

/** "3.4 MB", "812 KB", "40 bytes", on one line; one decimal below ten, rounded down so that a file never looks over its limit. */
export function sizeLabel(bytes: number): string {
  for (const [unit, size] of steps) {
    if (bytes < size) continue;
    const amount = bytes / size;
    const shown = amount < 10 ? Math.floor(amount * 10) / 10 : Math.floor(amount);
    return `${shown}\u00a0${unit}`;
  }
  return counted(bytes, "byte");
}

/** What a person reads before choosing files; a picture, an archive and other kinds may be refused. */
export function limitsLabel(limits: { maxBytes: number; mostFiles: number; refusedKinds?: readonly Kind[] }): string {
  const { maxBytes, mostFiles, refusedKinds = [] } = limits;
  const one = mostFiles === 1;
  const files = one ? "One file" : `Up to ${mostFiles} files`;
  const size = `${one ? "" : "each "}up to ${sizeLabel(maxBytes)}.`;
  return refusedKinds.length === 0
    ? `${files} of any type, ${size}`
    : `${files}, ${size} No ${kindList(refusedKinds)}.`;
}

/** Why one more file does not fit: "At most 20 files fit here.", "At most 1 file fits here." */
export const mostFilesLabel = (mostFiles: number): string =>
  `At most ${counted(mostFiles, "file fits", "files fit")} here.`;
