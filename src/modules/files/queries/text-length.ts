import type { Ctx } from "#src/platform/runtime.ts";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import { previewKind } from "../domain/preview.ts";
import type { TextFacts } from "../domain/text-facts.ts";
import { storagePort, workPort } from "../ports.ts";
import { type FileToSend, fileToSend, queuePerPerson, withSentFile } from "./file-to-send.ts";

/** What an own file holds: `facts` is null where it cannot be read, and `why` says so. */
export type CountedFile = { name: string; facts: TextFacts | null; why?: string };
type CountedFiles = {
  files: readonly CountedFile[];
  /** A file is still being checked: ask again. */
  waiting: boolean;
};

const mostFiles = 20;
const mostBytes = 20 * 1024 * 1024;

/** An own file with its text and notes. `wrapped`: in the lines of a page. */
type OwnText = CountedFile & { text: string; notes: string; wrapped: boolean };

const unknown = (name: string, why: string): OwnText => ({
  name,
  facts: null,
  text: "",
  notes: "",
  wrapped: false,
  why,
});

const counted = ({ name, facts, why }: OwnText): CountedFile => ({ name, facts, ...(why !== undefined && { why }) });

const hasText = (type: string | null): boolean => ["text", "pages"].includes(previewKind(type) ?? "");
const noText = "This kind of file has no text that we can count.";

async function read(ctx: Ctx, file: FileToSend): Promise<OwnText> {
  const { name, type, key, size } = file;
  if (!hasText(type)) return unknown(name, noText);
  if ((size ?? 0) > mostBytes) return unknown(name, "The file is too large to be counted.");
  const copy = await ctx.runtime.port(storagePort).localCopy(key);
  return readAt(ctx, copy.path, { name, type: type ?? "" }).finally(copy.release);
}

async function readAt(ctx: Ctx, path: string, { name, type }: { name: string; type: string }): Promise<OwnText> {
  const found = await ctx.runtime.port(workPort).text(path, type);
  if (!found.ok) return unknown(name, found.message);
  if (found.value.result !== "read") return unknown(name, found.value.reason);
  const { text, notes, facts, pages } = found.value;
  if (facts.cut) return unknown(name, "The text is longer than we count.");
  return { name, facts, text, notes, wrapped: pages !== null };
}

type OwnTexts = { files: readonly OwnText[]; waiting: boolean };

/**
 * The texts of the viewer's own files: txt, md, docx, odt, pptx and PDF. Ids of others are left out, as if they were not there.
 * Refuses signed-out, and unavailable while too much of this person's waits.
 */
export async function ownTexts(ctx: Ctx, ids: readonly string[]): Promise<Outcome<OwnTexts>> {
  const { viewer } = ctx;
  if (viewer.kind !== "person") return refuse("signed-out", "Sign in to count the words of your files.");
  const files: OwnText[] = [];
  let waiting = false;
  for (const id of ids.slice(0, mostFiles)) {
    const found = await fileToSend(ctx, { id: id.slice(0, 100), thumb: false });
    if (!found.ok) waiting ||= found.code === "conflict";
    else if (!found.value.own) continue;
    else if (found.value.type === null) waiting = true;
    else {
      const file = found.value;
      const text = await queuePerPerson(viewer.id, async () => done(await read(ctx, file)));
      if (!text.ok) return text;
      files.push(text.value);
    }
  }
  return done({ files, waiting });
}

/** Counts the words of the viewer's own files. Refusals as `ownTexts`. */
export async function textLengths(ctx: Ctx, ids: readonly string[]): Promise<Outcome<CountedFiles>> {
  const found = await ownTexts(ctx, ids);
  return found.ok ? done({ files: found.value.files.map(counted), waiting: found.value.waiting }) : found;
}

/** Most bytes of a text that comes with a form only to be counted. */
const mostSentBytes = 10 * 1024 * 1024;

/**
 * Counts the words of a file that came with a form; nothing of it is kept. Null where no file was chosen. Refuses
 * signed-out, and unavailable while too much of this person's waits.
 */
export async function sentTextLength(ctx: Ctx, file: unknown): Promise<Outcome<CountedFile | null>> {
  const { viewer } = ctx;
  if (viewer.kind !== "person") return refuse("signed-out", "Sign in to count the words of your files.");
  if (!(file instanceof File) || file.size === 0) return done(null);
  if (file.size > mostSentBytes) return done(counted(unknown(file.name, "The file is larger than 10\u00a0MB.")));
  const { name } = file;
  return queuePerPerson(viewer.id, () =>
    withSentFile(ctx, file, async ({ path, mime }) =>
      done(counted(hasText(mime) ? await readAt(ctx, path, { name, type: mime }) : unknown(name, noText))),
    ),
  );
}
