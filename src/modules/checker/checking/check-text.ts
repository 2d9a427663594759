import { wholeText, withSentFile } from "#src/modules/files/index.server.ts";
import { leftOutOf, wordCountText } from "#src/modules/files/index.ts";
import { openConcurrencyLimit } from "#src/platform/calls-at-once.ts";
import { countUse } from "#src/platform/limits.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { figures } from "#src/shared/counted.ts";
import { done, invalid, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { hourSeconds } from "#src/shared/units.ts";
import { hasScope, isImpersonated, type Viewer } from "#src/shared/viewer.ts";
import type { CheckAsked } from "../checker-work.ts";
import { type FileNotes, mostFileBytes, tooLargeFile } from "../domain/files.ts";
import type { Report } from "../domain/report.ts";
import { mostCharacters } from "../domain/verdict.ts";
import { checkerPort } from "../ports.ts";

/** Checks that one person may have in an hour (fair use). */
export const checksAnHour = 60;
/** Of one person: the line of texts is everybody's. */
const atOnce = openConcurrencyLimit(3);

/** How far the reading of a file is; a page is known of PDFs only. */
type Reading = { page?: number; pages?: number };

/** A check under way; `signal` ends it, and is its ticket in the queue. */
type RunningCheck = { readonly signal: AbortSignal; reading: Reading | null };

/** How far a check is: its file is read, it waits behind so many others, or the engine has it. */
export type CheckProgress =
  | ({ stage: "reading" } & Reading)
  | { stage: "waiting"; before: number }
  | { stage: "checking" };

/** The latest check of each person, while it runs in this process. */
const latest = new Map<string, RunningCheck>();

/** Whose checks are counted together; null: this viewer has none. */
export const checkerFor = (viewer: Viewer): string | null => {
  if (viewer.kind === "person") return isImpersonated(viewer) ? null : viewer.id;
  return hasScope(viewer, "checks") ? `program:${viewer.id}` : null;
};

/** How far the latest check of this person is; null when none runs in this process. */
export function checkProgress({ runtime, viewer }: Ctx): CheckProgress | null {
  const who = checkerFor(viewer);
  const own = who === null ? undefined : latest.get(who);
  if (!own) return null;
  if (own.reading) return { stage: "reading", ...own.reading };
  const before = runtime.port(checkerPort).before(own.signal);
  return before === null ? { stage: "checking" } : { stage: "waiting", before };
}

/**
 * Runs a check of the person or program that asks: it is counted before anything is read, and at most three run or wait at once.
 * @returns what `check` gives, or why it was not begun: nobody signed in, too many.
 */
async function asOneCheck<T>(
  ctx: Ctx,
  signal: AbortSignal,
  check: (running: RunningCheck) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { runtime, viewer } = ctx;
  const who = checkerFor(viewer);
  if (who === null) return refuse("signed-out", "Sign in first.");
  const own: RunningCheck = { signal, reading: null };
  const checked = await atOnce(who, async () => {
    latest.set(who, own);
    const most = Math.ceil(checksAnHour * runtime.config.limitsFactor);
    const use = { key: `checks:${who}`, most, seconds: hourSeconds };
    const wait = await countUse(runtime.db, use, runtime.clock());
    return wait === null
      ? check(own)
      : refuse("too-many", `You have checked ${most} texts in this hour. Try again later.`, { retryAfter: wait });
  }).finally(() => {
    if (latest.get(who) === own) latest.delete(who);
  });
  return (
    checked ?? refuse("too-many", "Earlier texts of yours are still being checked. Wait for them.", { retryAfter: 10 })
  );
}

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
