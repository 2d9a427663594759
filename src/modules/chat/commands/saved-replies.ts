import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { type DeliveredReply, deliveredReplies, isDelivered } from "../domain/delivered-replies.ts";
import { canAnswerChats } from "../domain/policy.ts";
import { savedReplies } from "../tables.ts";

/** The id of a row, or the key of a reply that comes with the product. */
const replyId = z.union([z.uuid(), z.string().refine(isDelivered)]);

const saveInput = z.strictObject({
  id: replyId.optional(),
  title: z.string().trim().min(1, "Give it a short name.").max(80, "A name has at most 80 characters."),
  text: z.string().trim().min(1, "Write the text.").max(4000, "A reply has at most 4,000 characters."),
});

/**
 * Saves a reply for every admin; {name} and {order} in it are filled in when it is used. A delivered one is replaced by
 * what is saved here. Refuses not-found to everybody without the capability `chat`.
 */
export const saveReply = command<z.infer<typeof saveInput>, { id: string }>("chat.save-reply", {
  input: saveInput,
  run: async (work, { id, title, text }) => {
    const { viewer, tx, now } = work;
    if (!canAnswerChats(viewer) || viewer.kind !== "person") return notFound();
    if (id && isDelivered(id)) return replaceDelivered(work, id, { title, text, removed: false });
    const row = { title, text, updatedBy: viewer.id, updatedAt: now };
    const made = id ?? newId();
    const kept = id
      ? await tx.update(savedReplies).set(row).where(eq(savedReplies.id, id)).returning({ id: savedReplies.id })
      : await tx
          .insert(savedReplies)
          .values({ id: made, ...row })
          .returning({ id: savedReplies.id });
    if (kept.length === 0) return notFound();
    work.audit({ action: "chat.reply-saved", subject: made, detail: { title } });
    return done({ id: made });
  },
});

type Instead = { title: string; text: string; removed: boolean };

/** Puts a row in the place of a delivered reply; saved twice it is one row. */
async function replaceDelivered(
  work: Work,
  delivered: DeliveredReply,
  refusal: Instead,
): Promise<Outcome<{ id: string }>> {
  const { viewer, tx, now } = work;
  if (viewer.kind !== "person") return notFound();
  const row = { ...refusal, updatedBy: viewer.id, updatedAt: now };
  await tx
    .insert(savedReplies)
    .values({ id: newId(), delivered, ...row })
    .onConflictDoUpdate({ target: savedReplies.delivered, set: row });
  const action = refusal.removed ? "chat.reply-removed" : "chat.reply-saved";
  work.audit({ action, subject: delivered, detail: { title: refusal.title } });
  return done({ id: delivered });
}

/** Removes a saved reply; one that is gone already is fine. A delivered one can be brought back. */
export const removeReply = command<{ id: string }, null>("chat.remove-reply", {
  input: z.strictObject({ id: replyId }),
  run: async (work, { id }) => {
    if (!canAnswerChats(work.viewer)) return notFound();
    if (isDelivered(id)) {
      const removed = await replaceDelivered(work, id, { ...deliveredReplies[id], removed: true });
      return removed.ok ? done(null) : removed;
    }
    await work.tx.delete(savedReplies).where(eq(savedReplies.id, id));
    work.audit({ action: "chat.reply-removed", subject: id });
    return done(null);
  },
});

/** Brings a delivered reply back as it came with the product; one that is as it came is fine. */
export const restoreReply = command<{ id: string }, null>("chat.restore-reply", {
  input: z.strictObject({ id: z.string().refine(isDelivered) }),
  run: async (work, { id }) => {
    if (!canAnswerChats(work.viewer)) return notFound();
    const gone = await work.tx
      .delete(savedReplies)
      .where(eq(savedReplies.delivered, id))
      .returning({ id: savedReplies.id });
    if (gone.length > 0) work.audit({ action: "chat.reply-restored", subject: id });
    return done(null);
  },
});
