import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canManageWriters } from "../domain/policy.ts";
import { writerNotes, writers } from "../tables.ts";

const input = z.strictObject({
  personId: z.uuid(),
  text: z.string().trim().min(1, "Write the note first.").max(2_000, "Use at most 2,000 characters."),
});

/** An admin writes down something about a writer, for the team alone. Refuses not-found, invalid. */
export const addWriterNote = command<z.infer<typeof input>, null>("writing.add-note", {
  input,
  run: async (work, { personId, text }) => {
    if (work.viewer.kind !== "person" || !canManageWriters(work.viewer)) return notFound();
    const [row] = await work.tx.select({ id: writers.personId }).from(writers).where(eq(writers.personId, personId));
    if (!row) return notFound();
    const note = { id: newId(), writerId: personId, authorId: work.viewer.id, text, createdAt: work.now };
    await work.tx.insert(writerNotes).values(note);
    work.audit({ action: "writer.note-added", subject: personId });
    return done(null);
  },
});
