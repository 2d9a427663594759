import { payoutNumber } from "#src/modules/payments/index.ts";
import type { DomainEvent, EventHandler } from "#src/platform/events.ts";
import { noticeKey, queueMail } from "#src/platform/mail/mail-records.ts";
import { isWanted } from "../domain/kinds.ts";
import { payoutFailedMail, payoutPaidMail } from "../templates/payouts.ts";
import type { Reader, WrittenMail } from "../templates/written-mail.ts";
import { addNotice } from "./add-notice.ts";
import type { NoticeSources } from "./sources.ts";

const dataOf = ({ payload, at }: DomainEvent, reader: Reader) => ({
  ...{ reader, at, cents: Number(payload.cents), number: payoutNumber(Number(payload.number)) },
  ending: String(payload.ending ?? ""),
});

const mails = {
  "payments.payout-paid": {
    kind: "payout.paid",
    write: (event: DomainEvent, reader: Reader): WrittenMail =>
      payoutPaidMail({ ...dataOf(event, reader), reference: String(event.payload.reference ?? "") }),
  },
  "payments.payout-failed": {
    kind: "payout.failed",
    write: (event: DomainEvent, reader: Reader): WrittenMail =>
      payoutFailedMail({ ...dataOf(event, reader), reason: String(event.payload.reason ?? "") }),
  },
} as const;

/** Notices and mails to a writer about a payout. */
export const payoutEventHandlers = (sources: NoticeSources): readonly EventHandler[] =>
  Object.entries(mails).map(([on, { kind, write }]) => ({
    on,
    name: `notifications.${on}`,
    run: async (work, event) => {
      const personId = String(event.payload.writerId);
      const person = await sources.person(work.tx, personId);
      if (!person) return;
      const reader = { name: person.name, zone: person.timeZone ?? (await sources.zone(work.tx)) };
      const onceKey = noticeKey(kind, event.subject, event.at);
      const mail = { kind, to: person.email, onceKey, ...write(event, reader) };
      await addNotice(work, personId, mail);
      if (isWanted(kind, person.noticesOff)) await queueMail(work.tx, mail, work.now);
    },
  }));
