import { adminsWhoMay, findPeople, mailAdmins } from "../modules/accounts/index.server.ts";
import type { NoticeSources } from "../modules/notifications/index.server.ts";
import { siteSetting } from "../modules/operator/index.server.ts";
import { orderBrief, orderSnapshot } from "../modules/orders/index.server.ts";
import { type DiscountLine, discountLine, netCents } from "../modules/orders/index.ts";
import { receiptFor } from "../modules/payments/index.server.ts";
import type { ClockNews } from "../platform/clock-watch.ts";
import { defineMail } from "../platform/mail/mail-text.ts";
import { readSetting } from "../platform/settings.ts";
import type { Work } from "../platform/work.ts";
import { percentOf } from "../shared/money.ts";
import { zonedMoment } from "../shared/zone.ts";

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

const button = { label: "Open the overview", path: "/admin" };
const jumped = "The clock of the server jumped from {{clock before}} to {{clock after}}.";
const values = { "clock before": "Tue 8 December 2026, 12:30", "clock after": "Wed 9 December 2026, 14:02" };

const held = defineMail({
  id: "system.clock-held",
  to: "admin",
  name: "The clock of the server jumped",
  when: "when the time changes suddenly",
  subject: "The time on the server of your shop changed suddenly",
  text: `
# Everything that happens automatically waits

${jumped} Reminders, expiries and completions wait, so that none happens at a wrong time. Orders, payments and messages work as before.

Check the time on the server. If it is wrong, correct it. Then confirm the time on the overview.

If the clock runs normally for an hour and the jump made nothing due, the wait ends automatically.

{{button}}`,
  values,
  example: { button },
});

const continued = defineMail({
  id: "system.clock-hold-ended",
  to: "admin",
  name: "Automatic work continues",
  when: "when the time was normal for an hour",
  subject: "Automatic work in your shop continues",
  text: `
# Automatic work continues

${jumped} It has run normally for an hour, and the jump made nothing due. Reminders, expiries and completions run again. You need not do anything.

{{button}}`,
  values,
  example: { button },
});

/** Admins who may change settings get an e-mail when a jump of the clock holds the timers, and when the hold has ended by itself. */
export async function mailClockNews(work: Work, { jump, held: isHeld }: ClockNews): Promise<void> {
  const { timeZone } = (await readSetting(work.tx, siteSetting)).value;
  const times = {
    "clock before": zonedMoment(jump.from, timeZone),
    "clock after": zonedMoment(jump.to, timeZone),
  };
  await mailAdmins(work, {
    kind: isHeld ? "system.clock-held" : "system.clock-hold-ended",
    moment: jump.to,
    ...(isHeld ? held : continued)(times, { button }),
  });
}
