import { and, eq, inArray, ne, or } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { EventHandler } from "#src/platform/events.ts";
import { readNoticeKey } from "#src/platform/mail/mail-records.ts";
import { withWriter } from "./domain/states.ts";
import { loadOrder } from "./order-row.ts";
import { lockOrders, saveLocked } from "./save-order.ts";
import { orders } from "./tables.ts";

/**
 * Orders keep a copy of the client's name and address for the admin area's search; it follows the account. Work of
 * somebody who is no writer any more is told to admins: who takes it over is their decision. An order whose notice of delivery was refused by the mail server
 * does not end by itself (decisions 4).
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
      for (const order of await lockOrders(work.tx, and(eq(orders.clientId, person.id), old)))
        await saveLocked(work, order, copied);
    },
  },
  {
    on: "account.role-changed",
    name: "orders.writer-gone",
    run: async (work, event) => {
      const person = (await findPeople(work.tx, [event.subject])).get(event.subject);
      if (!person || person.role === 2) return;
      const left = await work.tx
        .select({ id: orders.id })
        .from(orders)
        .where(and(eq(orders.writerId, person.id), inArray(orders.status, [...withWriter])));
      for (const { id } of left) work.emit({ name: "order.writer-gone", subject: id, payload: {} });
    },
  },
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
