import type { Ctx } from "#src/platform/runtime.ts";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import { mostText } from "../clean/index.server.ts";
import { previewKind } from "../domain/preview.ts";
import { storagePort, workPort } from "../ports.ts";
import { type FileToSend, fileToSend } from "./file-to-send.ts";
import { inTurn } from "./in-turn.ts";
import { withSentFile } from "./sent-file.ts";

/** What an own file holds: `words` is null where they cannot be counted, and `why` says so. */
type CountedFile = { name: string; words: number | null; why?: string };
type CountedFiles = {
  files: readonly CountedFile[];
  /** A file is still being checked: ask again. */
  waiting: boolean;
};

const mostFiles = 20;
const mostBytes = 20 * 1024 * 1024;

/** Words as a person counts them: what stands between spaces. */
export const wordsIn = (text: string): number => text.match(/\S+/gu)?.length ?? 0;

const unknown = (name: string, why: string): CountedFile => ({ name, words: null, why });

const hasText = (type: string | null): boolean => ["text", "pages"].includes(previewKind(type) ?? "");
const noText = "This kind of file has no text that we can count.";

async function count(ctx: Ctx, file: FileToSend): Promise<CountedFile> {
  const { name, type, key, size } = file;
  if (!hasText(type)) return unknown(name, noText);
  if ((size ?? 0) > mostBytes) return unknown(name, "The file is too large to be counted.");
  const copy = await ctx.runtime.port(storagePort).localCopy(key);
  return countAt(ctx, copy.path, { name, type: type ?? "" }).finally(copy.release);
}

async function countAt(ctx: Ctx, path: string, { name, type }: { name: string; type: string }): Promise<CountedFile> {
  const read = await ctx.runtime.port(workPort).text(path, type);
  if (!read.ok) return unknown(name, read.message);
  if (read.value.result !== "read") return unknown(name, read.value.reason);
  const { text } = read.value;
  if (text.length >= mostText) return unknown(name, "The text is longer than we count.");
  return { name, words: wordsIn(text) };
}

/**
 * Counts the words of the viewer's own files: txt, md, docx and PDF. Ids of others are left out, as if they were not
 * there. Refuses signed-out, and unavailable while too much of this person's waits.
 */
export async function textLengths(ctx: Ctx, ids: readonly string[]): Promise<Outcome<CountedFiles>> {
  const { viewer } = ctx;
  if (viewer.kind !== "person") return refuse("signed-out", "Sign in to count the words of your files.");
  const files: CountedFile[] = [];
  let waiting = false;
  for (const id of ids.slice(0, mostFiles)) {
    const found = await fileToSend(ctx, { id: id.slice(0, 100), thumb: false });
    if (!found.ok) waiting ||= found.code === "conflict";
    else if (!found.value.own) continue;
    else if (found.value.type === null) waiting = true;
    else {
      const file = found.value;
      const counted = await inTurn(viewer.id, async () => done(await count(ctx, file)));
      if (!counted.ok) return counted;
      files.push(counted.value);
    }
  }
  return done({ files, waiting });
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
  if (file.size > mostSentBytes) return done(unknown(file.name, "The file is larger than 10 MB."));
  const { name } = file;
  return inTurn(viewer.id, () =>
    withSentFile(ctx, file, async ({ path, mime }) =>
      done(hasText(mime) ? await countAt(ctx, path, { name, type: mime }) : unknown(name, noText)),
    ),
  );
}
