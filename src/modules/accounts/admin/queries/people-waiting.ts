import { and, asc, eq, isNotNull, isNull, not } from "drizzle-orm";
import { z } from "zod";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { nameFor } from "#src/shared/viewer.ts";
import { removalDue } from "../../domain/capabilities.ts";
import { canSeePeople } from "../../domain/policy.ts";
import { people } from "../../tables.ts";
import { withFactor } from "./seen-columns.ts";

export type PeopleWaiting = Answer<typeof peopleWaiting>;

const most = 10;

/** What an admin with `people` must know about accounts, at most ten of a kind. Refuses not-found. */
export const peopleWaiting = query("accounts.people-waiting", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!canSeePeople(viewer)) return notFound();
    const { id, name, factorRemovalAskedAt: askedAt } = people;
    const [removals, bareAdmins] = await Promise.all([
      db.select({ id, name, askedAt }).from(people).where(isNotNull(askedAt)).orderBy(asc(askedAt)).limit(most),
      db
        .select({ id, name })
        .from(people)
        .where(and(eq(people.role, 3), isNull(people.blockedAt), not(withFactor)))
        .orderBy(asc(people.createdAt))
        .limit(most),
    ]);
    return done({
      /** Whose second factor goes soon, the nearest first. */
      removals: removals.flatMap((one) =>
        one.askedAt ? [{ id: one.id, name: nameFor(viewer, one.id, one.name), due: removalDue(one.askedAt) }] : [],
      ),
      /** Admins whose account is open and who have no second factor. */
      bareAdmins,
    });
  },
});
