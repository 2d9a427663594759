import type { PassageEventName, RequestEventName } from "#src/modules/orders/index.ts";
import { payoutNumber } from "#src/modules/payments/index.ts";
import type { DomainEvent, EventHandler } from "#src/platform/events.ts";
import { noticeKey, queueMail } from "#src/platform/mail/mail-records.ts";
import type { Work } from "#src/platform/work.ts";
import { isWanted } from "../domain/kinds.ts";
import { payoutFailedMail, payoutPaidMail } from "../templates/payouts.ts";
import {
  type RequestData,
  requestAcceptedMail,
  requestExpiredMail,
  requestHeldMail,
  requestRefusedMail,
} from "../templates/requests.ts";
import type { Reader, WrittenMail } from "../templates/written-mail.ts";
import { addNotice, dropNotice, notifyAdmin, notifyPerson } from "./add-notice.ts";
import type { NoticeSources } from "./sources.ts";

type Payload = DomainEvent["payload"];

const requestMails: Readonly<Record<RequestEventName, (data: RequestData, payload: Payload) => WrittenMail>> = {
  "request.held": (data, { endsAt }) => requestHeldMail({ ...data, endsAt: new Date(String(endsAt)) }),
  "request.accepted": (data, { late, custom }) =>
    requestAcceptedMail({ ...data, late: late === true, custom: custom === true }),
  "request.refused": (data, { answer }) => requestRefusedMail({ ...data, answer: String(answer) }),
  "request.expired": (data) => requestExpiredMail(data),
};

const requestKind = "request.news";

async function writeToClient(
  work: Work,
  sources: NoticeSources,
  event: DomainEvent,
  write: (typeof requestMails)[RequestEventName],
) {
  const { subject: id, at, name, payload } = event;
  const personId = String(payload.clientId);
  const person = await sources.person(work.tx, personId);
  if (!person) return;
  const reader = { name: person.name, zone: person.timeZone ?? (await sources.zone(work.tx)) };
  const written = write({ reader, id, title: String(payload.title) }, payload);
  const mail = { kind: requestKind, to: person.email, onceKey: noticeKey(name, id, at), ...written };
  await addNotice(work, personId, mail);
  if (isWanted(requestKind, person.noticesOff)) await queueMail(work.tx, mail, work.now);
}

/** Who may decide is notified of a request that waits; its client of each thing that becomes of it, by e-mail too. */
export const requestEventHandlers = (sources: NoticeSources): readonly EventHandler[] =>
  Object.entries(requestMails).map(([on, write]) => ({
    on,
    name: `notifications.${on}`,
    run: async (work, event) => {
      await writeToClient(work, sources, event, write);
      if (on !== "request.held") return;
      await notifyAdmin(work, sources, {
        kind: "admin.request-waits",
        title: event.payload.asked ? "A client asks a person to look" : "A request waits for a person",
        text: "It is not ordered yet. Read the sentence, then accept the request or refuse it politely.",
        path: "/admin/honest-use",
        onceKey: noticeKey("admin.request-waits", event.subject, event.at),
      });
    },
  }));

const answers: Readonly<Record<Exclude<PassageEventName, "passage.waits">, { title: string; text: string }>> = {
  "passage.shown": {
    title: "Support shows a passage of yours",
    text: "The other side of the order reads it now, as you typed it.",
  },
  "passage.kept": {
    title: "A passage of yours stays hidden",
    text: "Support looked at it. Ways to reach each other outside this site are not shown.",
  },
};

/** Who may decide is notified of a passage that waits; who typed it of the answer. */
export const passageEventHandlers = (sources: NoticeSources): readonly EventHandler[] => [
  {
    on: "passage.waits",
    name: "notifications.passage.waits",
    run: async (work, { subject, at, payload }) =>
      notifyAdmin(work, sources, {
        kind: "admin.request-waits",
        title: payload.asked ? "Somebody asks us to show a hidden passage" : "A hidden passage waits for a person",
        text: "It may be a contact detail. Show it to the other side of the order, or keep it hidden.",
        path: "/admin/honest-use#passages",
        onceKey: noticeKey("passage.waits", subject, at),
      }),
  },
  ...Object.entries(answers).map(
    ([on, { title, text }]): EventHandler => ({
      on,
      name: `notifications.${on}`,
      run: async (work, { subject, at, payload }) => {
        const path = `/dashboard/orders/${String(payload.orderId)}#hidden`;
        await notifyPerson(work, String(payload.personId), {
          ...{ kind: requestKind, title, text, path, onceKey: noticeKey(on, subject, at) },
        });
      },
    }),
  ),
];

const dataOf = ({ payload, at }: DomainEvent, reader: Reader) => ({
  ...{ reader, at, cents: Number(payload.cents), number: payoutNumber(Number(payload.number)) },
  ending: String(payload.ending ?? ""),
});

const payoutMails = {
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
  Object.entries(payoutMails).map(([on, { kind, write }]) => ({
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

const ratingKind = "chat.rating";

/** A conversation with Support was closed: a client reads one line about the question how it was. No mail goes out. */
const asked = (sources: NoticeSources): EventHandler => ({
  on: "chat.rating-asked",
  name: "notifications.chat-rating",
  run: async (work, { subject: personId, payload }) => {
    const person = await sources.person(work.tx, personId);
    if (!person || !isWanted(ratingKind, person.noticesOff) || typeof payload.ratingId !== "string") return;
    await notifyPerson(work, personId, {
      kind: ratingKind,
      title: "How was your conversation with support?",
      text: "Three choices, and a comment if you like. We ask only once.",
      path: `/dashboard/support/${payload.ratingId}`,
      onceKey: `${ratingKind}:${payload.ratingId}`,
    });
  },
});

/** The chat was opened again: its question leads nowhere. */
const withdrawn: EventHandler = {
  on: "chat.rating-withdrawn",
  name: "notifications.chat-rating-withdrawn",
  run: (work, { subject: personId, payload }) => dropNotice(work, personId, `${ratingKind}:${payload.ratingId}`),
};

export const ratingHandlers = (sources: NoticeSources): readonly EventHandler[] => [asked(sources), withdrawn];
