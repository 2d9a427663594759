import { eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { findPeople, findPersonByEmail, setRole } from "#src/modules/accounts/index.server.ts";
import { command } from "#src/platform/command.ts";
import { publicNumber } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
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

const input = z.strictObject({
  email: z.string().trim().min(3, "Give the address: --email.").max(200),
  /** Drawn when it is left out, which says nothing about the person. */
  pseudonym: z
    .string()
    .trim()
    .regex(
      /^[\p{L}\p{N}][\p{L}\p{N} .'-]{1,38}[\p{L}\p{N}.]$/u,
      "Use 3 to 40 letters, figures and spaces as pseudonym.",
    )
    .optional(),
});
type Input = z.infer<typeof input>;

type Promoted = { pseudonym: string; made: boolean };

/**
 * Turns an existing account into a writer, by the operator's hand only (npm run writer:create). A second call changes
 * nothing. Refusals: not-found (no such account), conflict (an admin, or the pseudonym is taken).
 */
export const promoteWriter = command<Input, Promoted>("writing.promote", {
  input,
  run: async (work, { email, pseudonym }) => {
    if (work.viewer.kind !== "system") return refuse("forbidden", "Writers are made on the server only.");
    const person = await findPersonByEmail(work.tx, email);
    if (!person) return refuse("not-found", `${email} has no account yet. The person registers first.`);
    if (person.role === 3) return refuse("conflict", `${email} is an admin. Use another account for writing.`);
    const [known] = await work.tx.select().from(writers).where(eq(writers.personId, person.id));
    const wrong = pseudonym ? await refusedPseudonym(work.tx, pseudonym, known) : null;
    if (wrong) return wrong;
    if (known && person.role === 2) return done({ pseudonym: known.pseudonym, made: false });
    const changed: Outcome<null> = await setRole(work, { personId: person.id, role: 2 });
    if (!changed.ok) return changed;
    const writer = await makeWriter(work, person.id, { pseudonym });
    return done({ pseudonym: writer.pseudonym, made: true });
  },
});

type Tx = Parameters<typeof findPersonByEmail>[0];

async function refusedPseudonym(tx: Tx, wanted: string, known: Writer | undefined) {
  if (known) {
    const same = known.pseudonym === wanted;
    return same ? null : refuse("conflict", `This person writes as ${known.pseudonym}. A pseudonym never changes.`);
  }
  const [taken] = await tx.select({ id: writers.personId }).from(writers).where(eq(writers.pseudonym, wanted));
  return taken ? refuse("conflict", `Somebody else writes as ${wanted}. Choose another pseudonym.`) : null;
}
