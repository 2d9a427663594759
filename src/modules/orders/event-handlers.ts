import { and, eq, ne, or } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { EventHandler } from "#src/platform/events.ts";
import { searchText } from "./order-row.ts";
import { lockOrders, saveLocked } from "./save-order.ts";
import { orders } from "./tables.ts";

/** Orders keep a copy of the client's name and address for the admin area's search; it follows the account. */
export const orderEventHandlers: readonly EventHandler[] = [
  {
    on: "account.profile-changed",
    name: "orders.copy-profile",
    run: async (work, event) => {
      const person = (await findPeople(work.tx, [event.subject])).get(event.subject);
      if (!person) return;
      const copied = { clientName: person.name, clientEmail: person.email };
      const old = or(ne(orders.clientName, person.name), ne(orders.clientEmail, person.email));
      for (const order of await lockOrders(work.tx, and(eq(orders.clientId, person.id), old)))
        await saveLocked(work, order, { ...copied, search: searchText({ ...order, ...copied }) });
    },
  },
];
