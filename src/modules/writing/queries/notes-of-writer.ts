import { desc, eq } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { writerNotes } from "../tables.ts";

export type WriterNote = { id: string; text: string; author: string; at: Date };

const most = 50;

/** What the team wrote about a writer, the newest first. Who may see it is the caller's rule. */
export async function notesOfWriter(db: Database, writerId: string): Promise<readonly WriterNote[]> {
  const rows = await db
    .select()
    .from(writerNotes)
    .where(eq(writerNotes.writerId, writerId))
    .orderBy(desc(writerNotes.id))
    .limit(most);
  const people = await findPeople(
    db,
    rows.map(({ authorId }) => authorId),
  );
  return rows.map(({ id, text, authorId, createdAt }) => {
    const author = people.get(authorId)?.name ?? "Deleted account";
    return { id, text, author, at: createdAt };
  });
}
