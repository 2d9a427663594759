import { isLeftOut, isWordCountText } from "#src/modules/files/index.ts";

/** Largest file that is read, in bytes. */
export const mostFileBytes = 10 * 1024 * 1024;

/** Shown beside the field, before and after such a file is sent. */
export const tooLargeFile = "The file is larger than 10\u00a0MB. Paste the text instead.";

/** What the reader of a file found and what it left out, in words; a page sends them back with the text of the file. */
export type FileNotes = { found: string; left: string[] };

/** Of what was sent, the words that can have come from a file. */
export const fileNotesIn = (form: FormData): FileNotes => {
  const sent = (name: string): string[] => form.getAll(name).filter((one) => typeof one === "string");
  return { found: sent("found").find(isWordCountText) ?? "", left: sent("left").filter(isLeftOut) };
};
