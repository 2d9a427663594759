import { eq, inArray } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { publicNumber } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import type { WriterSubject } from "../domain/application.ts";
import { writers } from "../tables.ts";

/** The name under which clients know a writer: drawn, so that it says nothing about the person. */
const drawPseudonym = (): string => `Writer ${publicNumber().slice(0, 4)}`;

export type Writer = typeof writers.$inferSelect;
type Wishes = {
  capacity?: number;
  grade?: number;
  sharePercent?: number | null;
  subjects?: readonly WriterSubject[];
  pseudonym?: string | undefined;
};

/**
 * Makes an account a writer inside the caller's work, with a pseudonym of its own: the one that is wished for, else a
 * drawn one. A second call changes nothing. The account's role is the caller's part.
 */
export async function makeWriter(work: Work, personId: string, wishes: Wishes = {}): Promise<Writer> {
  const { capacity = 3, grade = 1, sharePercent = null, subjects = [], pseudonym } = wishes;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const [known] = await work.tx.select().from(writers).where(eq(writers.personId, personId));
    if (known) return known;
    const [made] = await work.tx
      .insert(writers)
      .values({
        ...{ personId, capacity, grade, sharePercent, subjects: [...subjects] },
        pseudonym: pseudonym ?? drawPseudonym(),
        createdAt: work.now,
      })
      .onConflictDoNothing()
      .returning();
    if (!made) continue;
    work.audit({ action: "writer.made", subject: personId, detail: { pseudonym: made.pseudonym } });
    return made;
  }
  throw new Error("No free pseudonym was found.");
}

/** Removes writers whose account is gone; the caller has removed it in the same work. */
export async function dropWritersWithoutAccount(work: Work): Promise<void> {
  const known = (await work.tx.select({ id: writers.personId }).from(writers)).map(({ id }) => id);
  const people = await findPeople(work.tx, known);
  const gone = known.filter((id) => !people.has(id));
  if (gone.length > 0) await work.tx.delete(writers).where(inArray(writers.personId, gone));
}
