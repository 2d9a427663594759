import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canAnswerChats } from "../domain/policy.ts";
import { savedReplies } from "../tables.ts";

const saveInput = z.strictObject({
  id: z.uuid().optional(),
  title: z.string().trim().min(1, "Give it a short name.").max(80, "A name has at most 80 characters."),
  text: z.string().trim().min(1, "Write the text.").max(4000, "A reply has at most 4,000 characters."),
});

/** Saves a reply for every admin; {name} and {order} in it are filled in when it is used. */
export const saveReply = command<z.infer<typeof saveInput>, { id: string }>("chat.save-reply", {
  input: saveInput,
  run: async (work, { id, title, text }) => {
    const { viewer, tx, now } = work;
    if (!canAnswerChats(viewer) || viewer.kind !== "person") return notFound();
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

/** Removes a saved reply; one that is gone already is fine. */
export const removeReply = command<{ id: string }, null>("chat.remove-reply", {
  input: z.strictObject({ id: z.uuid() }),
  run: async (work, { id }) => {
    if (!canAnswerChats(work.viewer)) return notFound();
    await work.tx.delete(savedReplies).where(eq(savedReplies.id, id));
    work.audit({ action: "chat.reply-removed", subject: id });
    return done(null);
  },
});
