export type { PagePicture } from "./pictures.ts";
export { type FileWork, fileWork } from "./pool/pool.ts";
export type { Uncleanable } from "./results.ts";
export { wholeText } from "./text/file-text.ts";

/**
 * Grows when the cleaners take out more than before, or make a picture of more: files that an older version looked at
 * are looked at once more. 2: documents in documents, first pages of PDFs. 3: unknown parts of
 * documents, files in archives, drawings, unknown formats. 4: what acts or fetches, contact details beside the text.
 * 5: remarks, notes, properties, links to a mailbox, outlines, texts that a program obeys.
 */
export const cleanerVersion = 5;
