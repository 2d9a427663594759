import { and, eq, isNull, ne } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { emitFileChanged, ownFile } from "../storing/file-row.ts";
import { type FileRow, files } from "../tables.ts";

const input = z.strictObject({ id: z.string() });

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

const allow = command<z.infer<typeof input>, null>("files.send-as-it-is", {
  input,
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

const remove = command<z.infer<typeof input>, FileRow>("files.remove-upload", {
  input,
  run: async (work, { id }) => {
    const [gone] = await work.tx
      .update(files)
      .set({ state: "gone", goneAt: work.now, expiresAt: null, checkAt: null, leaseUntil: null, writing: false })
      .where(and(eq(files.id, id), ne(files.state, "gone"), isNull(files.attachedTo)))
      .returning();
    return gone ? done(gone) : refuse("conflict", "This file is in use and stays.");
  },
});
