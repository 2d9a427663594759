import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import type { FileWork } from "../clean/index.server.ts";
import { maskedName } from "../domain/masked-name.ts";
import { workPort } from "../ports.ts";
import { accessTo, accountNamesOfWriters, loadFile } from "../storing/file-row.ts";
import type { FileRow } from "../tables.ts";

const input = z.strictObject({ id: askedId, thumb: z.boolean() });

/** Bytes that this viewer may have now. */
export type FileToSend = {
  id: string;
  key: string;
  name: string;
  type: string | null;
  size: number | null;
  own: boolean;
};

/**
 * The owner gets the original at any time after the last byte, others a copy without personal details, once checked;
 * a file attached to a subject is for those who may see that subject. Refuses signed-out, not-found (also for foreign ones), conflict (not yet).
 */
export const fileToSend = query<z.infer<typeof input>, FileToSend>("files.to-send", {
  input,
  run: async ({ db, ctx, viewer }, { id, thumb }) => {
    if (viewer.kind !== "person" && viewer.kind !== "program") return refuse("signed-out", "Sign in to get this file.");
    const file = await loadFile(db, id);
    const access = await accessTo(ctx, file);
    if (!file || !access) return notFound();
    const own = access === "original";
    const name =
      own || file.nameShown
        ? file.name
        : maskedName(file.name, (await accountNamesOfWriters(db, [file.ownerId])).get(file.ownerId));
    if (thumb) return smallPicture(file, { own, name });
    return own ? original(file) : copyFor(file, name);
  },
});

function original(file: FileRow): Outcome<FileToSend> {
  if (file.state === "receiving") return refuse("conflict", "This file is not complete yet.");
  if (file.state === "refused") return refuse("conflict", file.refusal ?? "This file was refused.");
  const { id, key, name, size, type } = file;
  return done({ id, key, name, size, type, own: true });
}

function copyFor(file: FileRow, name: string): Outcome<FileToSend> {
  const { id, type, cleanState } = file;
  if (file.state === "checking")
    return refuse("conflict", "This file is still being checked. Try again in a moment.", { retryAfter: 5 });
  if (file.state !== "ready") return notFound();
  if (cleanState === "done" && file.cleanKey)
    return done({ id, key: file.cleanKey, name, size: file.cleanSize, type, own: false });
  if (cleanState === "none") return done({ id, key: file.key, name, size: file.size, type, own: false });
  return refuse(
    "conflict",
    "Personal details could not be taken out of this file. Its owner has a notice and can send it as it is.",
  );
}

function smallPicture(file: FileRow, { own, name }: { own: boolean; name: string }): Outcome<FileToSend> {
  if (file.state !== "ready" || !file.thumbKey) return notFound();
  return done({
    id: file.id,
    key: file.thumbKey,
    name: `${name}.webp`,
    size: null,
    type: file.thumbType,
    own,
  });
}

/** A file that came with a form, on disk. */
type SentFile = { work: FileWork; path: string; mime: string };

/** Lays a file that came with a form on disk only while `read` looks at it. Refuses unavailable while too many files wait. */
export async function withSentFile<T>(
  { runtime }: Ctx,
  file: File,
  read: (sent: SentFile) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const work = runtime.port(workPort);
  const path = join(tmpdir(), `sent-${randomUUID()}`);
  try {
    await writeFile(path, new Uint8Array(await file.arrayBuffer()), { mode: 0o600 });
    const type = await work.detect(path, file.name);
    return type.ok ? await read({ work, path, mime: type.value.mime }) : type;
  } finally {
    await rm(path, { force: true });
  }
}

const mostWaiting = 80;

/** One person has one worker at most: pages are drawn, and texts read, one after the other. */
const lines = new Map<string, { last: Promise<unknown>; waiting: number }>();

/** Runs when this person's earlier work is through. Refuses unavailable when too much of it waits. */
export async function queuePerPerson<T>(who: string, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const line = lines.get(who) ?? { last: Promise.resolve(), waiting: 0 };
  if (line.waiting >= mostWaiting)
    return refuse("unavailable", "Too many files are being read. Try again in a minute.", { retryAfter: 60 });
  const mine = line.last.then(work, work);
  line.last = mine;
  line.waiting += 1;
  lines.set(who, line);
  try {
    return await mine;
  } finally {
    line.waiting -= 1;
    if (line.waiting === 0) lines.delete(who);
  }
}
