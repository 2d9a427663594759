import { and, eq, ne, or } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { EventHandler } from "#src/platform/events.ts";
import { readNoticeKey } from "#src/platform/mail/mail-records.ts";
import { lockOrders, saveLocked } from "./steps/save-order.ts";
import { writerGone } from "./steps/writer-gone.ts";
import { loadOrder } from "./storage/order-row.ts";
import { orders } from "./tables.ts";

/**
 * Orders keep a copy of the client's name and address for the admin area's search; it follows the account. Work of
 * somebody who is no writer any more is free for another one. An order whose notice of delivery was refused by the mail
 * server does not end by itself.
 */
export const orderEventHandlers: readonly EventHandler[] = [
  {
    on: "account.profile-changed",
    name: "orders.copy-profile",
    run: async (work, event) => {
      const person = (await findPeople(work.tx, [event.subject])).get(event.subject);
      if (!person) return;
      const copied = { clientName: person.name, clientEmail: person.email };
      const old = or(ne(orders.clientName, person.name), ne(orders.clientEmail, person.email));
      for (const order of await lockOrders(work.tx, and(eq(orders.clientId, event.subject), old)))
        await saveLocked(work, order, copied);
    },
  },
  ...writerGone,
  {
    on: "mail.refused",
    name: "orders.notice-refused",
    concerns: ({ kind }) => kind === "order.delivered",
    run: async (work, event) => {
      const notice = readNoticeKey(event.payload.onceKey);
      const order = notice && (await loadOrder(work.tx, notice.subject, true));
      if (order?.deliveredAt?.getTime() === notice?.at.getTime() && order && !order.noticeRefused)
        await saveLocked(work, order, { noticeRefused: true });
    },
  },
];
