import { eq } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done } from "#src/shared/outcome.ts";
import { people } from "../../tables.ts";
import { findLink, type LinkEnd, linkOver } from "../email-changes.ts";

/** What the page of a mailed link shows. The new address's holder does not learn the old one: it may be mistyped. */
export type ChangeLink = {
  end: LinkEnd;
  newEmail: string;
  oldEmail: string | null;
  /** This address has confirmed; the other has not. */
  saidYes: boolean;
};

/** Reads a link without using it. */
export const readEmailChange = query<{ token: string }, ChangeLink>("accounts.read-email-change", {
  input: z.object({ token: z.string().max(200) }),
  run: async ({ db, now }, { token }) => {
    const link = await findLink(db, token, now);
    if (!link) return linkOver();
    const { end, change } = link;
    const [person] = await db
      .select({ blockedAt: people.blockedAt })
      .from(people)
      .where(eq(people.id, change.personId));
    if (!person || person.blockedAt) return linkOver();
    return done({
      end,
      newEmail: change.newEmail,
      oldEmail: end === "new" ? null : change.oldEmail,
      saidYes: end === "old" ? change.oldConfirmedAt !== null : end === "new" && change.newConfirmedAt !== null,
    });
  },
});
