import type { Action, AnyOrderEventName, MoneyEffect } from "#src/modules/orders/index.ts";
import type { PaymentEventName } from "#src/modules/payments/index.ts";
import type { DomainEvent } from "#src/platform/events.ts";
import type { NewMail } from "#src/platform/mail/content.ts";
import { noticeKey } from "#src/platform/mail/mail-records.ts";
import type { Work } from "#src/platform/work.ts";
import { isWanted, type NoticeKind } from "../domain/kinds.ts";
import { assignedMail, deliveredMail, offeredMail } from "../templates/assigned-delivered.ts";
import { type CancelCause, cancelledMail, refundedMail, withdrawnMail } from "../templates/cancelled-refunded.ts";
import { acceptedMail, answeredMail, appealedMail, claimMail, decidedMail } from "../templates/dispute.ts";
import {
  changeAskedMail,
  changeEndMail,
  changeLeftMail,
  laterPaymentMail,
  restReminderMail,
  tipMail,
} from "../templates/more-payments.ts";
import { paidMail } from "../templates/paid.ts";
import {
  disputedMail,
  draftMail,
  filesMail,
  finishedMail,
  heldMail,
  heldReminderMail,
  lateOfferMail,
  newWriterMail,
  quotedMail,
  quoteEndedMail,
  ratingRepliedMail,
  reportMail,
  resumedMail,
  reviewReminderMail,
  revisionMail,
  startedMail,
  timeAgreedMail,
  timeAskedMail,
  unassignedMail,
} from "../templates/steps.ts";
import { accountMail, partMail, transferMail } from "../templates/transfer.ts";
import type { Reader, StepData, WrittenMail } from "../templates/written-mail.ts";
import type { NoticeOrder, NoticeSources } from "./sources.ts";

/** Everything a notice is written from. */
type Source = { event: DomainEvent; order: NoticeOrder; money: MoneyEffect | null };
/** One letter to one person; `kind` names it in the records. */
type Note = { kind: NoticeKind; to: string; write: (reader: Reader) => WrittenMail };

const forWriter = ({ payload }: DomainEvent, kind: NoticeKind, write: Note["write"]): Note[] =>
  typeof payload.writerId === "string" ? [{ kind, to: payload.writerId, write }] : [];

const toClient =
  (kind: NoticeKind, write: (data: StepData) => WrittenMail) =>
  ({ order }: Source): Note[] => [{ kind, to: order.clientId, write: (reader) => write({ reader, order }) }];

const toWriter =
  (kind: NoticeKind, write: (data: StepData) => WrittenMail) =>
  ({ order, event }: Source): Note[] =>
    forWriter(event, kind, (reader) => write({ reader, order }));

const changeEnd = (end: "agreed" | "dropped" | "left") =>
  toClient("order.change", (data) => changeEndMail({ ...data, end }));

/** The two sides of a dispute, without the one whose step it was. */
const toBothSides =
  (write: (data: StepData) => WrittenMail) =>
  (source: Source): Note[] => {
    const { by } = source.event.payload;
    return [
      ...(by === "C" ? [] : toClient("order.disputed", write)(source)),
      ...(by === "W" ? [] : toWriter("order.dispute-work", write)(source)),
    ];
  };

/** Until when a transfer is waited for. */
const endOf = ({ waitsUntil }: DomainEvent["payload"]): Date | null =>
  typeof waitsUntil === "string" ? new Date(waitsUntil) : null;

const causedBy = ({ payload }: DomainEvent, action: Action): boolean => payload.action === action;

/** Events that send mails, and what is written to whom. */
const notes = {
  "order.paid": ({ order, event }) => [
    {
      kind: "order.paid",
      to: order.clientId,
      write: (reader) =>
        paidMail({
          reader,
          order,
          lines: order.lines,
          totalCents: order.totalCents ?? 0,
          restCents: order.restCents,
          paidAt: event.at,
          method: order.method ?? "Arranged with support",
          deadline: order.deadline,
          receiptNumber: order.receiptNumber,
          serviceName: order.serviceName,
          test: order.test,
        }),
    },
  ],
  /** A writer who claimed an order needs no offer of it, and the client is notified of the start at once. */
  "order.assigned": ({ order, event }) =>
    causedBy(event, "claim")
      ? []
      : [
          { kind: "order.assigned", to: order.clientId, write: (reader) => assignedMail({ reader, order }) },
          ...forWriter(event, "order.offered", (reader) =>
            offeredMail({
              ...{ reader, order, writerDeadline: order.writerDeadline, answerBy: order.answerBy },
              payCents: order.writerPayCents,
            }),
          ),
        ],
  "order.quoted": toClient("order.quoted", quotedMail),
  "order.started": toClient("order.started", startedMail),
  "order.held": toClient("order.held", heldMail),
  "order.draft-added": toClient("order.draft", draftMail),
  "order.report-added": toClient("order.report", reportMail),
  "order.disputed": (source) => [
    ...toClient("order.disputed", disputedMail)(source),
    ...toWriter("order.dispute-work", claimMail)(source),
  ],
  "order.dispute-answered": toBothSides(answeredMail),
  "order.dispute-decided": toBothSides(decidedMail),
  "order.decision-accepted": toBothSides(acceptedMail),
  "order.dispute-appealed": toBothSides(appealedMail),
  "order.rating-replied": toClient("order.rating-replied", ratingRepliedMail),
  "order.quote-ended": toClient("order.quote-ended", quoteEndedMail),
  "order.hold-reminder": toClient("order.hold-reminder", heldReminderMail),
  "order.review-reminder": toClient("order.review-reminder", reviewReminderMail),
  "order.rest-reminder": ({ order }) => [
    {
      kind: "order.second-payment",
      to: order.clientId,
      write: (reader) => restReminderMail({ reader, order, restCents: order.restCents }),
    },
  ],
  /** Nobody has to answer while nobody has the order. */
  "order.change-asked": toWriter("order.change-asked", changeAskedMail),
  "order.change-agreed": changeEnd("agreed"),
  "order.change-dropped": (source) => {
    const { by, left } = source.event.payload;
    if (left) return [...changeEnd("left")(source), ...toWriter("order.change-asked", changeLeftMail)(source)];
    return by === "C" ? [] : changeEnd("dropped")(source);
  },
  "order.time-asked": toClient("order.time-asked", timeAskedMail),
  "order.time-agreed": toWriter("order.time-agreed", timeAgreedMail),
  "payments.settled": ({ order, event: { payload, at } }) => {
    const { purpose, method } = payload;
    if (purpose !== "second" && purpose !== "change" && purpose !== "tip") return [];
    const cents = Number(payload.cents);
    const paid = { purpose, cents, method: String(method), paidAt: at, test: order.test } as const;
    const toBuyer: Note = {
      kind: "order.paid",
      to: order.clientId,
      write: (reader) => laterPaymentMail({ reader, order, ...paid }),
    };
    if (purpose !== "tip" || order.writerId === null) return [toBuyer];
    return [toBuyer, { kind: "order.tip", to: order.writerId, write: (reader) => tipMail({ reader, order, cents }) }];
  },
  "order.late-offer": toClient("order.late-offer", lateOfferMail),
  "order.resumed": toWriter("order.resumed", resumedMail),
  "order.completed": toWriter("order.finished", finishedMail),
  "order.files-added": toWriter("order.files", filesMail),
  /** A client who was only notified that a writer was asked has lost nothing. */
  "order.reassigned": (source) => [
    ...(source.event.payload.from === "assigned" ? [] : toClient("order.new-writer", newWriterMail)(source)),
    ...toWriter("order.taken-back", unassignedMail)(source),
  ],
  "order.revision-asked": ({ order, event }) =>
    forWriter(event, "order.revision", (reader) =>
      revisionMail({ reader, order, deadline: order.deadline, writerDeadline: order.writerDeadline }),
    ),
  "order.delivered": ({ order, money }) => [
    {
      kind: "order.delivered",
      to: order.clientId,
      write: (reader) =>
        deliveredMail({
          reader,
          order,
          reviewUntil: order.reviewUntil,
          creditCents: money?.kind === "credit" ? money.cents + money.waivedCents : 0,
          restCents: order.restCents,
        }),
    },
  ],
  "order.cancelled": ({ order, event, money }) => [
    {
      kind: "order.cancelled",
      to: order.clientId,
      write: (reader) =>
        cancelledMail({ reader, order, cause: causeOf(event), refund: money?.kind === "refund" ? money : null }),
    },
    ...forWriter(event, "order.withdrawn", (reader) => withdrawnMail({ reader, order })),
  ],
  "payments.transfer-announced": ({ order, event: { payload } }) => [
    {
      kind: "order.transfer",
      to: order.clientId,
      write: (reader) => {
        const { holder, account, bic } = (payload.bank ?? {}) as Record<string, string>;
        const bank = { holder: holder ?? "", account: account ?? "", bic: bic ?? "" };
        const [cents, reference, waitsUntil] = [Number(payload.cents), String(payload.reference), endOf(payload)];
        return transferMail({ reader, order, cents, reference, waitsUntil, bank });
      },
    },
  ],
  "payments.part-received": ({ order, event: { payload } }) => [
    {
      kind: "order.transfer",
      to: order.clientId,
      write: (reader) =>
        partMail({
          reader,
          order,
          cents: Number(payload.cents),
          waitsUntil: endOf(payload),
          missingCents: Number(payload.missingCents),
          reference: String(payload.reference ?? order.number),
        }),
    },
  ],
  "payments.account-asked": ({ order, event }) => [
    {
      kind: "order.refund-account",
      to: order.clientId,
      write: (reader) => accountMail({ reader, order, cents: Number(event.payload.cents) }),
    },
  ],
  "payments.refunded": ({ order, event }) => [
    {
      kind: "order.refunded",
      to: order.clientId,
      write: (reader) =>
        refundedMail({
          reader,
          order,
          cents: Number(event.payload.cents),
          refundedAt: event.at,
          method:
            typeof event.payload.method === "string" ? event.payload.method : (order.method ?? "The way you paid"),
          arrival: typeof event.payload.arrival === "string" ? event.payload.arrival : null,
          creditNote: typeof event.payload.creditNote === "string" ? event.payload.creditNote : null,
          test: order.test,
        }),
    },
  ],
} as const satisfies { readonly [N in AnyOrderEventName | PaymentEventName]?: (source: Source) => Note[] };

export type MailTo = { personId: string; byMail: boolean; mail: NewMail & { onceKey: string } };
export type MailedEvent = keyof typeof notes;
export const mailedEvents = Object.keys(notes) as MailedEvent[];
export const isMailed = (name: string): name is MailedEvent => Object.hasOwn(notes, name);

/** Events of payments name their order in the payload, those of an order are about it. */
export const orderIdOf = ({ payload, subject }: DomainEvent): string =>
  typeof payload.orderId === "string" ? payload.orderId : subject;

const causeOf = (event: DomainEvent): CancelCause => {
  if (causedBy(event, "expire")) return "unpaid";
  if (causedBy(event, "cancel-unassigned")) return "no-writer";
  return event.payload.by === "C" ? "client" : "admin";
};

/**
 * The mails of an event, each with its own once key and whether its reader wants the notice by mail, too. People
 * whose account is deleted get none.
 */
export async function mailsFor(
  name: MailedEvent,
  sources: NoticeSources,
  work: Work,
  event: DomainEvent,
): Promise<MailTo[]> {
  const order = await sources.order(work.tx, orderIdOf(event));
  if (!order) return [];
  const money = (event.payload.money as MoneyEffect | undefined) ?? null;
  const mails: MailTo[] = [];
  for (const note of notes[name]({ event, order, money })) {
    const person = await sources.person(work.tx, note.to);
    if (!person) continue;
    const reader = { name: person.name, zone: person.timeZone ?? (await sources.zone(work.tx)) };
    const onceKey = noticeKey(note.kind, event.subject, event.at);
    mails.push({
      personId: note.to,
      byMail: isWanted(note.kind, person.noticesOff),
      mail: { kind: note.kind, to: person.email, onceKey, ...note.write(reader) },
    });
  }
  return mails;
}
