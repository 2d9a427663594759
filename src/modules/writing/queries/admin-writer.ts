import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import {
  canSeeAllOrders,
  deliveriesOfWriter,
  nothingDone,
  offersOfWriter,
  ratingFiguresOf,
  runningOrdersOf,
  writerFiguresOf,
} from "#src/modules/orders/index.server.ts";
import { methodsOf, openEarningsOf, shareSetting } from "#src/modules/payments/index.server.ts";
import { canManageMoney } from "#src/modules/payments/index.ts";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { shareFor } from "../domain/pay.ts";
import { canManageWriters } from "../domain/policy.ts";
import { gradesSetting } from "../settings.ts";
import { writerNotes, writers } from "../tables.ts";
import { samePersonAs } from "./same-person.ts";

const deliveriesShown = 48;

/** One writer with everything that admins look at. Needs `people`, else not-found. */
export const adminWriter = query("writing.admin-writer", {
  input: z.strictObject({ personId: askedId }),
  run: async ({ db, ctx, viewer }, { personId }) => {
    if (!canManageWriters(viewer) || !isId(personId)) return notFound();
    const [row] = await db.select().from(writers).where(eq(writers.personId, personId));
    const person = (await findPeople(db, [personId])).get(personId);
    if (!row || !person) return notFound();
    const sees = canSeeAllOrders(viewer, "admin");
    const settings = ctx.runtime.settings;
    const [grades, usualShare] = [await settings.get(gradesSetting), await settings.get(shareSetting)];
    const figures = await writerFiguresOf(db, [personId]);
    const money = canManageMoney(viewer) ? await openEarningsOf(db, personId) : null;
    const methods = canManageMoney(viewer) ? await methodsOf(ctx.runtime, db, [personId]) : null;
    const { name, email, timeZone, blocked } = person;
    return done({
      ...row,
      ...{ name, email, timeZone, blocked, grades, usualShare },
      /** False for somebody who was a writer and is none now. */
      isWriter: person.role === 2,
      /** Percent of the price that the next offer fixes. */
      pays: shareFor(row, grades, usualShare),
      figures: figures.get(personId) ?? nothingDone,
      /** Clients' ratings of the work; null for admins who do not see orders, and without a rating. */
      ratings: sees ? ((await ratingFiguresOf(db, [personId])).get(personId) ?? null) : null,
      offers: await offersOfWriter(db, personId),
      notes: await notesOfWriter(db, personId),
      /** Accounts that are perhaps the same person. */
      hints: await samePersonAs({ db, viewer }, personId),
      /** Where payouts go, masked; null without one, and for admins who do not see money. */
      method: methods?.get(personId) ?? null,
      /** Null for admins who do not see orders. */
      work: sees ? await runningOrdersOf({ db, viewer }, personId) : null,
      deliveries: sees ? await deliveriesOfWriter({ db, viewer }, personId, deliveriesShown) : [],
      /** Null for admins who do not see money. */
      money,
    });
  },
});

export type WriterNote = { id: string; text: string; author: string; at: Date };

const most = 50;

/** What the team wrote about a writer, the newest first. Who may see it is the caller's rule. */
async function notesOfWriter(db: Database, writerId: string): Promise<readonly WriterNote[]> {
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
