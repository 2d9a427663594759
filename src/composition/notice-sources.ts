import { adminsWhoMay, findPeople } from "../modules/accounts/index.server.ts";
import type { NoticeSources } from "../modules/notifications/index.server.ts";
import { siteSetting } from "../modules/operator/index.server.ts";
import { orderBrief, orderSnapshot } from "../modules/orders/index.server.ts";
import { type DiscountLine, discountLine, netCents } from "../modules/orders/index.ts";
import { receiptFor } from "../modules/payments/index.server.ts";
import { readSetting } from "../platform/settings.ts";
import { percentOf } from "../shared/money.ts";

type Line = { label: string; detail: string; cents: number };

/** A promotion code stands after the lines of the price; custom work has one line then. */
const linesOf = (lines: readonly Line[], priceCents: number, code: DiscountLine | null): readonly Line[] => {
  if (!code) return lines;
  const agreed = { label: "Custom work", detail: "The agreed price", cents: priceCents };
  const off = { label: `Code ${code.code}`, detail: code.why, cents: code.cents };
  return [...(lines.length > 0 ? lines : [agreed]), off];
};

/** Where mails about orders find their words: the APIs of the modules that own them. */
export const noticeSources: NoticeSources = {
  order: async (db, orderId) => {
    const order = await orderBrief(db, orderId);
    if (!order) return null;
    const snapshot = await orderSnapshot(db, orderId);
    const receipt = await receiptFor(db, orderId);
    const code = discountLine(order);
    return {
      id: order.id,
      number: order.number,
      title: order.title,
      clientId: order.clientId,
      lines: linesOf(snapshot?.result.lines ?? [], order.priceCents ?? 0, code),
      totalCents: receipt?.cents ?? (order.priceCents && netCents(order)),
      restCents: order.unpaidCents,
      writerId: order.writerId,
      deadline: order.due,
      writerDeadline: order.writerDeadline,
      writerPayCents:
        order.priceCents === null || order.writerShare === null ? null : percentOf(order.priceCents, order.writerShare),
      answerBy: order.answerUntil,
      reviewUntil: order.reviewUntil,
      receiptNumber: receipt?.number ?? null,
      serviceName: order.serviceName,
      method: receipt?.method ?? null,
      test: order.test,
    };
  },
  person: async (db, personId) => (await findPeople(db, [personId])).get(personId) ?? null,
  admins: async (db, capability) => {
    const admins = (await adminsWhoMay(db, capability)).map(({ id }) => id);
    const people = await findPeople(db, admins);
    return admins.map((id) => ({ id, noticesOff: people.get(id)?.noticesOff ?? [] }));
  },
  zone: async (db) => (await readSetting(db, siteSetting)).value.timeZone,
};
