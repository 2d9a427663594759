import { wholeText, withSentFile } from "#src/modules/files/index.server.ts";
import { leftOutOf, wordCountText } from "#src/modules/files/index.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, invalid, type Outcome } from "#src/shared/outcome.ts";
import { type FileNotes, mostFileBytes, tooLargeFile } from "../domain/files.ts";

/** The text of a file with its notes, what was found in it, and what was left out. */
export type FileReading = FileNotes & { text: string };

const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
/** An archive that does not open, or that is a bomb, is what it says it is: the reader says what is wrong with it. */
const kindOf = (mime: string, name: string): string =>
  mime === "application/zip" && /\.docx$/i.test(name) ? word : mime;

const refused = (message: string) => invalid([{ path: "file", message }]);

/** Receives the number of the PDF page that is being read. */
export type OnStep = (step: { page: number; pages: number }) => void;
type Asked = { signal: AbortSignal; onStep: OnStep };

/** Reads the text of a txt, md, docx, odt, pptx or PDF file in a worker; the file lies on disk only while it is read. */
export async function readFile(ctx: Ctx, file: File, asked: Asked): Promise<Outcome<FileReading>> {
  if (file.size > mostFileBytes) return refused(tooLargeFile);
  if (ctx.viewer.kind !== "person") return refused("Sign in first.");
  return withSentFile(ctx, file, async ({ work, path, mime }) => {
    const reading = await work.text(path, kindOf(mime, file.name), asked);
    if (!reading.ok) return reading;
    if (reading.value.result !== "read") return refused(`${reading.value.reason}`);
    const { facts } = reading.value;
    return done({ text: wholeText(reading.value), found: wordCountText(facts), left: leftOutOf(facts) });
  });
}
