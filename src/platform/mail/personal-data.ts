import { asc, eq } from "drizzle-orm";
import type { PersonalData } from "../personal-data.ts";
import { mails } from "../tables.ts";

/** Mails to the person's address, as far as they are kept. Links in them worked once and are left out. */
export const mailData: PersonalData = {
  name: "mails",
  async *gather({ runtime: { db } }, { email }) {
    const sent = await db.select().from(mails).where(eq(mails.to, email)).orderBy(asc(mails.createdAt));
    const rows = sent.map(({ subject, createdAt, sentAt, content }) => ({
      subject,
      createdAt,
      sentAt,
      text: content && [content.title, ...content.paragraphs],
    }));
    if (rows.length > 0) yield { path: "mails.json", rows };
  },
  forget: async ({ tx }, { email }) => {
    await tx.delete(mails).where(eq(mails.to, email));
  },
};
