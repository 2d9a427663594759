import { and, eq, ne, or, sql } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { Reaction } from "#src/platform/facts.ts";
import { orders } from "./tables.ts";

/** Orders keep a copy of the client's name and address for the desk's search; it follows the account. */
export const orderReactions: readonly Reaction[] = [
  {
    on: "account.profile-changed",
    name: "orders.copy-profile",
    run: async (work, fact) => {
      const person = (await findPeople(work.tx, [fact.subject])).get(fact.subject);
      if (!person) return;
      const { name, email } = person;
      const search = sql`lower(${orders.number} || ' ' || ${orders.title} || ' ' || ${email}::text)`;
      await work.tx
        .update(orders)
        .set({ clientName: name, clientEmail: email, search })
        .where(and(eq(orders.clientId, person.id), or(ne(orders.clientName, name), ne(orders.clientEmail, email))));
    },
  },
];
