import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { countUse } from "#src/platform/limits.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { refusalOf, spokenName } from "#src/shared/honest-use/judge.ts";
import { isId } from "#src/shared/id.ts";
import { done, invalid, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { dayMs, hourMs, hourSeconds } from "#src/shared/units.ts";
import { sizeLabel } from "../domain/kinds-and-sizes.ts";
import { refuseName, tidyName } from "../domain/names.ts";
import { purposes } from "../domain/purposes.ts";
import { type FileLimits, filesSetting, maxBytesOf, quotaOf } from "../settings.ts";
import { emitFileChanged, lockAccount, ownFile } from "../storing/file-row.ts";
import { refuseWhenFull } from "../storing/storage-full.ts";
import { type FileRow, files } from "../tables.ts";

const input = z.strictObject({
  /** In small letters: the file is stored under it. */
  id: z.string().lowercase().refine(isId),
  purpose: z.enum(purposes, { error: "Say where the file belongs." }),
  about: z.string().max(100).nullable(),
  name: z.string().max(1000),
  declaredType: z.string().max(200).nullable(),
  size: z.number().int().min(1, "This file is empty."),
  /** Comes whole in one request: nothing can continue with it later. */
  whole: z.boolean().default(false),
});
type Input = z.infer<typeof input>;
/** As the sender declared it; checked by the command. */
type Wish = Omit<z.input<typeof input>, "purpose"> & { purpose: unknown };

/**
 * Takes note of an upload of the viewer, within the limits of the account: starts an hour, unfinished
 * ones, room of all files together. Refuses signed-out, invalid, too-large, too-many, no-room (on the disk, asked
 * before the transaction).
 */
export const startUpload = async (ctx: Ctx, wish: Wish): Promise<Outcome<FileRow>> =>
  (await refuseWhenFull(ctx.runtime, wish.size)) ?? noteUpload(ctx, wish);

const noteUpload = command<Input, FileRow>("files.start-upload", {
  input,
  run: async (work, wish) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to send files.");
    const limits = await work.ctx.runtime.settings.get(filesSetting);
    const wrongName = refuseName(wish.name) ?? refusalOf(spokenName(wish.name));
    if (wrongName) return invalid([{ path: "filename", message: wrongName }], wrongName);
    if (wish.size > maxBytesOf(limits)) return tooLarge(maxBytesOf(limits));
    await lockAccount(work.tx, work.viewer.id);
    const over = await refuseCounts(work, work.viewer.id, wish.size, limits);
    if (over) return over;
    const row = {
      id: wish.id,
      key: wish.id,
      ownerId: work.viewer.id,
      purpose: wish.purpose,
      about: wish.about,
      name: tidyName(wish.name),
      declaredType: wish.declaredType,
      size: wish.size,
      createdAt: work.now,
      expiresAt: new Date(work.now.getTime() + (wish.whole ? hourMs : limits.unfinishedDays * dayMs)),
    };
    const [made] = await work.tx.insert(files).values(row).returning();
    return made ? done(made) : refuse("conflict", "This upload exists already.");
  },
});

export const tooLarge = (most: number) =>
  refuse("too-large", `This file is too large. A file can have up to ${sizeLabel(most)}.`);

async function refuseCounts(
  work: Work,
  ownerId: string,
  size: number,
  limits: FileLimits,
): Promise<Outcome<never> | null> {
  const { limitsFactor } = work.ctx.runtime.config;
  const [now] = await work.tx
    .select({
      unfinished: sql<number>`count(*) filter (where ${files.state} = 'receiving')::int`,
      bytes: sql<number>`coalesce(sum(${files.size}), 0)::float8`,
    })
    .from(files)
    .where(and(eq(files.ownerId, ownerId), ne(files.state, "gone"), ne(files.state, "refused")));
  if ((now?.unfinished ?? 0) >= limits.unfinished * limitsFactor)
    return refuse("too-many", `You have ${limits.unfinished} unfinished uploads. Finish or remove one first.`, {
      retryAfter: 60,
    });
  if ((now?.bytes ?? 0) + size > quotaOf(limits) * limitsFactor)
    return refuse("too-large", `Your files together can have up to ${sizeLabel(quotaOf(limits))}. Remove some first.`);
  const use = { key: `files:start:${ownerId}`, most: limits.startsPerHour * limitsFactor, seconds: hourSeconds };
  const wait = await countUse(work.tx, use, work.now);
  return wait === null
    ? null
    : refuse("too-many", "You have sent many files in the last hour. Wait a little.", { retryAfter: wait });
}

const chosen = z.strictObject({ id: z.string() });

/** What a file is attached to. */
export type AttachedAt = Pick<FileRow, "purpose" | "attachedTo">;

/**
 * The owner lets others have a file whose personal details could not be taken out (a locked PDF, an old Office file).
 * `isHere`: whether it is attached on the page of the form. Refuses not-found, also for a file that is attached where
 * its owner sees nothing any more.
 */
export async function sendAsItIs(
  ctx: Ctx,
  raw: unknown,
  isHere: (at: AttachedAt) => boolean | Promise<boolean> = () => true,
): Promise<Outcome<null>> {
  const own = await ownFile(ctx, raw);
  if (!own.ok) return own;
  return (await isHere(own.value)) ? allow(ctx, { id: own.value.id }) : notFound();
}

const allow = command<z.infer<typeof chosen>, null>("files.send-as-it-is", {
  input: chosen,
  run: async (work, { id }) => {
    const [allowed] = await work.tx
      .update(files)
      // Why it could not be cleaned stays: both sides see that it is as it was sent.
      .set({ cleanState: "none" })
      .where(and(eq(files.id, id), eq(files.state, "ready"), eq(files.cleanState, "cannot")))
      .returning();
    if (!allowed) return notFound();
    emitFileChanged(work, allowed);
    work.audit({ action: "files.sent-as-it-is", subject: id });
    return done(null);
  },
});

/**
 * The owner withdraws a file that is not used anywhere, finished or not. Its bytes go after the commit. Refuses
 * not-found, and conflict for a file that is attached where its owner sees it.
 */
export async function removeUpload(ctx: Ctx, raw: unknown): Promise<Outcome<FileRow>> {
  const own = await ownFile(ctx, raw);
  return own.ok ? remove(ctx, { id: own.value.id }) : own;
}

const remove = command<z.infer<typeof chosen>, FileRow>("files.remove-upload", {
  input: chosen,
  run: async (work, { id }) => {
    const [gone] = await work.tx
      .update(files)
      .set({ state: "gone", goneAt: work.now, expiresAt: null, checkAt: null, leaseUntil: null, writing: false })
      .where(and(eq(files.id, id), ne(files.state, "gone"), isNull(files.attachedTo)))
      .returning();
    return gone ? done(gone) : refuse("conflict", "This file is in use and stays.");
  },
});
