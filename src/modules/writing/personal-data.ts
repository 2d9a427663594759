import { eq } from "drizzle-orm";
import { forgetFilesAt } from "#src/modules/files/index.server.ts";
import { goneText, type PersonalData } from "#src/platform/personal-data.ts";
import { applications, writerNotes, writers } from "./tables.ts";

/** A writer's place and the application. The pseudonym stays in the orders that were written under it. */
export const writerData: PersonalData = {
  async *gather({ runtime: { db } }, { id }) {
    const rows = await db.select().from(writers).where(eq(writers.personId, id));
    if (rows.length > 0) yield { path: "writing.json", rows };
    const sent = await db.select().from(applications).where(eq(applications.personId, id));
    const applied = sent.map(({ decidedBy: _, ...own }) => own);
    if (applied.length > 0) yield { path: "application.json", rows: applied };
    const { text, createdAt } = writerNotes;
    const written = await db.select({ text, createdAt }).from(writerNotes).where(eq(writerNotes.authorId, id));
    if (written.length > 0) yield { path: "writing/notes-you-wrote.json", rows: written };
  },
  forget: async (work, { id }) => {
    const { tx } = work;
    const sent = await tx.delete(applications).where(eq(applications.personId, id)).returning({ id: applications.id });
    await forgetFilesAt(
      work,
      "application",
      sent.map((one) => one.id),
    );
    await tx.delete(writerNotes).where(eq(writerNotes.writerId, id));
    await tx.update(writerNotes).set({ text: goneText }).where(eq(writerNotes.authorId, id));
    await tx
      .update(writers)
      .set({ active: false, subjects: [], awayFrom: null, awayUntil: null })
      .where(eq(writers.personId, id));
  },
};
