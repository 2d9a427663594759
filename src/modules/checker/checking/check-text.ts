import { wholeText, withSentFile } from "#src/modules/files/index.server.ts";
import { leftOutOf, wordCountText } from "#src/modules/files/index.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { figures } from "#src/shared/counted.ts";
import { done, invalid, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import type { CheckAsked } from "../checker-work.ts";
import { type FileNotes, mostFileBytes, tooLargeFile } from "../domain/files.ts";
import type { Report } from "../domain/report.ts";
import { mostCharacters } from "../domain/verdict.ts";
import { checkerPort } from "../ports.ts";
import { asOneCheck, checkerFor } from "./check-quota.ts";

/** The text of a file with its notes, what was found in it, and what was left out. */
type FileReading = FileNotes & { text: string };

const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
/** An archive that does not open, or that is a bomb, is what it says it is: the reader says what is wrong with it. */
const kindOf = (mime: string, name: string): string =>
  mime === "application/zip" && /\.docx$/i.test(name) ? word : mime;

const refused = (message: string) => invalid([{ path: "file", message }]);

/** Receives the number of the PDF page that is being read. */
type OnStep = (step: { page: number; pages: number }) => void;
type Asked = { signal: AbortSignal; onStep: OnStep };

/** Reads the text of a txt, md, docx, odt, pptx or PDF file in a worker; the file lies on disk only while it is read. */
async function readFile(ctx: Ctx, file: File, asked: Asked): Promise<Outcome<FileReading>> {
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

/** Characters as people count them, line ends as one. */
const lengthOf = (text: string): number => text.replaceAll("\r\n", "\n").length;

const wrong = (path: "text" | "file", message: string): Refusal => invalid([{ path, message }]);

function wrongText(text: string): Refusal | null {
  if (text.trim() === "") return wrong("text", "Paste a text, or choose a file.");
  const length = lengthOf(text);
  if (length <= mostCharacters) return null;
  return wrong(
    "text",
    `The text has ${figures(length)} characters; at most ${figures(mostCharacters)} are checked at once. Check it in parts.`,
  );
}

/** A file is read up to a bound only: how much longer it is, is not known. */
function wrongFileText(text: string): Refusal | null {
  if (text.trim() === "") return wrong("file", "The file contains no text.");
  if (lengthOf(text) <= mostCharacters) return null;
  return wrong(
    "file",
    `The file contains more than ${figures(mostCharacters)} characters, the most that are checked at once. Paste a part of it.`,
  );
}

/** One network's texts take turns with those of others, whoever is signed in there; each person has a limit of their own. */
const checkInTurn = (ctx: Ctx, text: string, asked: CheckAsked): Promise<Outcome<Report>> =>
  ctx.runtime.port(checkerPort).check(text, { ...asked, owner: ctx.request.address });

const never = (): AbortSignal => new AbortController().signal;

/**
 * Looks at a text for a signed-in person, until `signal` ends it; `whole`: also at code, tables and references. Nothing of it is stored or logged.
 * @returns the report, or why there is none: nobody signed in, no text, too long, too many checks, no model.
 */
export async function checkText(
  ctx: Ctx,
  text: string,
  { signal = never(), whole = false }: CheckAsked = {},
): Promise<Outcome<Report>> {
  if (checkerFor(ctx.viewer) === null) return refuse("signed-out", "Sign in first.");
  return wrongText(text) ?? asOneCheck(ctx, signal, () => checkInTurn(ctx, text, { signal, whole }));
}

/** What a file held, and what was found in it. */
type Looked = { reading: FileReading; checked: Outcome<Report> };

/** The same for a text in a file; reading it is a part of the check. Refuses also what `readFile` refuses. */
export const checkFile = (
  ctx: Ctx,
  file: File,
  { signal = never(), whole = false }: CheckAsked = {},
): Promise<Outcome<Looked>> =>
  asOneCheck(ctx, signal, async (running) => {
    running.reading = {};
    const onStep: OnStep = (step) => {
      running.reading = step;
    };
    const reading = await readFile(ctx, file, { signal, onStep });
    running.reading = null;
    if (!reading.ok) return reading;
    const { text } = reading.value;
    const refused = wrongFileText(text);
    if (refused) return refused;
    return done({
      reading: reading.value,
      checked: await checkInTurn(ctx, text, { signal, whole }),
    });
  });
