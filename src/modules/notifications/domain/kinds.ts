import type { Capability } from "#src/shared/viewer.ts";
import type { NoticeGroup } from "./groups.ts";

/** One kind of news about work, in words for the person who gets it. */
type KindFacts = {
  label: string;
  /** When it comes, and what is in it. */
  note: string;
  /** Whose it is: clients and writers get mails as well, admins have their bell alone. */
  to: "client" | "writer" | "admin";
  /** For admins: which admins are notified. */
  needs?: Capability;
  /** Where it stands among the settings. */
  group: NoticeGroup;
  /** Somebody waits for this person, or money moves: it comes with "only important", too. */
  important?: true;
  /** False for what a person must have: a receipt. */
  mayBeOff: boolean;
};

/** Every kind of news that events make; a letter without a row here does not compile. */
export const noticeKinds = {
  "order.paid": {
    label: "Receipt",
    note: "When your payment arrives: what you paid for, line by line.",
    to: "client",
    group: "receipts",
    mayBeOff: false,
  },
  "order.second-payment": {
    label: "The second payment is due",
    note: "When work with two payments waits for the second one.",
    to: "client",
    group: "turn",
    important: true,
    mayBeOff: true,
  },
  "order.change": {
    label: "A change you asked for",
    note: "When your writer agreed, or it was not made.",
    to: "client",
    group: "progress",
    important: true,
    mayBeOff: true,
  },
  "order.time-asked": {
    label: "We ask for more time",
    note: "When your work needs a later deadline; nothing changes before you agree.",
    to: "client",
    group: "turn",
    important: true,
    mayBeOff: true,
  },
  "request.news": {
    label: "A person reads your request",
    note: "When we read an order before it is placed, and what we answer.",
    to: "client",
    group: "turn",
    important: true,
    mayBeOff: true,
  },
  "order.quoted": {
    label: "A price for custom work",
    note: "When we have set a price.",
    to: "client",
    group: "turn",
    important: true,
    mayBeOff: true,
  },
  "order.assigned": {
    label: "A writer has your order",
    note: "When we ask a writer to take it.",
    to: "client",
    group: "progress",
    mayBeOff: true,
  },
  "order.started": {
    label: "The work starts",
    note: "When a writer accepted.",
    to: "client",
    group: "progress",
    mayBeOff: true,
  },
  "order.held": {
    label: "A question for you",
    note: "When the work waits for your answer.",
    to: "client",
    group: "turn",
    important: true,
    mayBeOff: true,
  },
  "order.quote-ended": {
    label: "A price has expired",
    note: "When you did not pay a price in time.",
    to: "client",
    group: "money",
    mayBeOff: true,
  },
  "order.hold-reminder": {
    label: "A question is still open",
    note: "When the work has waited a day for your answer, and once more later.",
    to: "client",
    group: "turn",
    mayBeOff: true,
  },
  "order.review-reminder": {
    label: "Your time to read ends",
    note: "Before delivered work counts as accepted.",
    to: "client",
    group: "turn",
    mayBeOff: true,
  },
  "order.late-offer": {
    label: "An order is late",
    note: "When it is so late that you can get everything back.",
    to: "client",
    group: "progress",
    important: true,
    mayBeOff: true,
  },
  "order.new-writer": {
    label: "Another writer takes over",
    note: "When your writer cannot continue.",
    to: "client",
    group: "progress",
    important: true,
    mayBeOff: true,
  },
  "order.draft": {
    label: "You can read a draft",
    note: "Before the final version, when a writer shows one.",
    to: "client",
    group: "progress",
    mayBeOff: true,
  },
  "order.report": {
    label: "There is an originality report",
    note: "When a report of another company is added to a version that you have.",
    to: "client",
    group: "progress",
    mayBeOff: true,
  },
  "order.disputed": {
    label: "Our team looks at an order",
    note: "When a dispute is opened, answered, decided or appealed.",
    to: "client",
    group: "progress",
    important: true,
    mayBeOff: true,
  },
  "order.delivered": {
    label: "Work is ready to read",
    note: "When a version is delivered, with the end of your time to read it.",
    to: "client",
    group: "turn",
    important: true,
    mayBeOff: true,
  },
  "order.rating-replied": {
    label: "An answer to your rating",
    note: "When our team answered your rating of finished work.",
    to: "client",
    group: "progress",
    mayBeOff: true,
  },
  "order.cancelled": {
    label: "An order is cancelled",
    note: "Why, and what we send back.",
    to: "client",
    group: "progress",
    important: true,
    mayBeOff: true,
  },
  "order.refunded": {
    label: "Refund",
    note: "When money is on its way back to you.",
    to: "client",
    group: "money",
    important: true,
    mayBeOff: true,
  },
  "order.transfer": {
    label: "Your bank transfer",
    note: "The details when you announce one, and what is missing when a part arrives.",
    to: "client",
    group: "receipts",
    mayBeOff: false,
  },
  "order.refund-account": {
    label: "Where a refund should go",
    note: "When you paid by bank transfer and money goes back.",
    to: "client",
    group: "receipts",
    mayBeOff: false,
  },
  "chat.answers": {
    label: "Answers from support",
    note: "When we answered in the chat and you were away.",
    to: "client",
    group: "support",
    mayBeOff: true,
  },
  "protection.answer": {
    label: "Answers to your report",
    note: "When we answered a report of a threat. It is shown in your notices only. There is no e-mail.",
    to: "client",
    group: "receipts",
    mayBeOff: false,
  },
  "chat.rating": {
    label: "How a conversation with support was",
    note: "When we closed it. It is shown in your notices only. There is no e-mail.",
    to: "client",
    group: "support",
    mayBeOff: true,
  },
  "thread.for-client": {
    label: "Messages from your writer",
    note: "When your writer wrote about an order and you were away.",
    to: "client",
    group: "turn",
    mayBeOff: true,
  },
  "thread.for-writer": {
    label: "Messages from a client",
    note: "When the client of an order wrote and you were away.",
    to: "writer",
    group: "work",
    mayBeOff: true,
  },
  "order.offered": {
    label: "An order is offered to you",
    note: "With your deadline. An offer without an answer ends automatically.",
    to: "writer",
    group: "work",
    important: true,
    mayBeOff: true,
  },
  "order.revision": {
    label: "The client asks for changes",
    note: "With your new deadline.",
    to: "writer",
    group: "work",
    important: true,
    mayBeOff: true,
  },
  "order.change-asked": {
    label: "The client asks for a change",
    note: "Another deadline, other pages or sources; nothing changes before you agree.",
    to: "writer",
    group: "work",
    important: true,
    mayBeOff: true,
  },
  "order.time-agreed": {
    label: "You have more time",
    note: "When the client agreed to a later deadline.",
    to: "writer",
    group: "work",
    important: true,
    mayBeOff: true,
  },
  "order.tip": {
    label: "A tip",
    note: "When a client gave you one.",
    to: "writer",
    group: "ends",
    mayBeOff: true,
  },
  "order.resumed": {
    label: "The work continues",
    note: "When the client answered, or the wait is over.",
    to: "writer",
    group: "work",
    mayBeOff: true,
  },
  "order.files": {
    label: "The client added files",
    note: "So that you look at them before you continue.",
    to: "writer",
    group: "work",
    mayBeOff: true,
  },
  "order.finished": {
    label: "An order of yours is finished",
    note: "When it is accepted.",
    to: "writer",
    group: "ends",
    mayBeOff: true,
  },
  "order.taken-back": {
    label: "An order goes to another writer",
    note: "So that you stop work on it.",
    to: "writer",
    group: "ends",
    important: true,
    mayBeOff: true,
  },
  "order.dispute-work": {
    label: "A dispute about your work",
    note: "When a dispute is opened, decided or appealed.",
    to: "writer",
    group: "work",
    important: true,
    mayBeOff: true,
  },
  "order.withdrawn": {
    label: "An order of yours is cancelled",
    note: "So that you stop work on it.",
    to: "writer",
    group: "ends",
    important: true,
    mayBeOff: true,
  },
  "payout.paid": {
    label: "A payout is sent",
    note: "How much, to which account, and the bank's reference.",
    to: "writer",
    group: "pay",
    mayBeOff: true,
  },
  "payout.failed": {
    label: "A payout came back",
    note: "When your bank did not take it, and why.",
    to: "writer",
    group: "pay",
    important: true,
    mayBeOff: true,
  },
  "admin.chat-waits": {
    label: "A chat waits",
    note: "When somebody writes and no admin has the chat.",
    to: "admin",
    needs: "chat",
    group: "chats",
    important: true,
    mayBeOff: true,
  },
  "admin.chat-message": {
    label: "A message in a chat of yours",
    note: "When you have not looked at it for a short time.",
    to: "admin",
    needs: "chat",
    group: "chats",
    mayBeOff: true,
  },
  "admin.enquiry": {
    label: "A question from the contact page",
    note: "When somebody without an account asks.",
    to: "admin",
    needs: "chat",
    group: "chats",
    important: true,
    mayBeOff: true,
  },
  "admin.order-paid": {
    label: "An order is paid",
    note: "So that you can find a writer.",
    to: "admin",
    needs: "orders",
    group: "orders",
    mayBeOff: true,
  },
  "admin.request-waits": {
    label: "A request waits for a person",
    note: "When a rule of honest use is not sure, or a client asks us to look.",
    to: "admin",
    needs: "orders",
    group: "orders",
    important: true,
    mayBeOff: true,
  },
  "admin.price-asked": {
    label: "A client asks for a price",
    note: "When a client sends a custom order, declines a price or wants a new one, and when a price is overdue.",
    to: "admin",
    needs: "orders",
    group: "orders",
    important: true,
    mayBeOff: true,
  },
  "admin.no-writer": {
    label: "An order lost its writer",
    note: "When a writer declined, did not answer in time, or no longer works here.",
    to: "admin",
    needs: "orders",
    group: "orders",
    important: true,
    mayBeOff: true,
  },
  "admin.note-mention": {
    label: "A colleague names you",
    note: "When a colleague writes your name after @ in a note of an order.",
    to: "admin",
    needs: "orders",
    group: "orders",
    important: true,
    mayBeOff: true,
  },
  "admin.threat": {
    label: "Somebody reports a threat",
    note: "When a client is threatened and the data is sealed, and when the client adds something. Also by e-mail.",
    to: "admin",
    needs: "people",
    group: "people",
    important: true,
    mayBeOff: false,
  },
  "admin.seal-opening": {
    label: "Sealed data should be opened",
    note: "When a colleague asks you to confirm it as the second person.",
    to: "admin",
    needs: "orders",
    group: "people",
    important: true,
    mayBeOff: false,
  },
  "admin.application": {
    label: "Somebody applies as a writer",
    note: "When an application is sent, and when an answer to your question arrives.",
    to: "admin",
    needs: "people",
    group: "people",
    mayBeOff: true,
  },
  "admin.claim-waits": {
    label: "A claim waits for you",
    note: "When a writer wants an order and may be the same person as its client.",
    to: "admin",
    needs: "orders",
    group: "orders",
    important: true,
    mayBeOff: true,
  },
  "admin.time-answered": {
    label: "A client answers about more time",
    note: "When a client agrees to a later deadline that you asked for, keeps the old one, or does not answer.",
    to: "admin",
    needs: "orders",
    group: "orders",
    mayBeOff: true,
  },
  "admin.late": {
    label: "Work is late",
    note: "When an order is a day past its deadline.",
    to: "admin",
    needs: "orders",
    group: "orders",
    important: true,
    mayBeOff: true,
  },
  "admin.unseen": {
    label: "Work that the client has not seen",
    note: "When the time to review is over and the client has not seen the work, and when you may decide.",
    to: "admin",
    needs: "orders",
    group: "orders",
    important: true,
    mayBeOff: true,
  },
  "admin.rest-unpaid": {
    label: "A second payment is missing",
    note: "When delivered work has waited two weeks for it.",
    to: "admin",
    needs: "orders",
    group: "orders",
    important: true,
    mayBeOff: true,
  },
  "admin.rated": {
    label: "An order is rated",
    note: "When a client rates finished work.",
    to: "admin",
    needs: "orders",
    group: "orders",
    mayBeOff: true,
  },
  "admin.disputed": {
    label: "An order is disputed",
    note: "When one side asks our team to decide.",
    to: "admin",
    needs: "orders",
    group: "orders",
    important: true,
    mayBeOff: true,
  },
  "admin.webhook-off": {
    label: "A webhook was switched off",
    note: "When it has accepted no message for days.",
    to: "admin",
    needs: "settings",
    group: "programs",
    important: true,
    mayBeOff: true,
  },
  "admin.prices-held": {
    label: "Planned prices are not published",
    note: "When other published prices change the same values.",
    to: "admin",
    needs: "prices",
    group: "troubles",
    important: true,
    mayBeOff: true,
  },
  "admin.refund-failed": {
    label: "A refund failed",
    note: "When the provider refused it.",
    to: "admin",
    needs: "money",
    group: "troubles",
    important: true,
    mayBeOff: true,
  },
  "admin.refund-waits": {
    label: "A large refund waits",
    note: "When a refund needs a second admin or must wait, and how it ended.",
    to: "admin",
    needs: "money",
    group: "troubles",
    important: true,
    mayBeOff: false,
  },
  "admin.transfer": {
    label: "A bank transfer",
    note: "When a client announces one, and when one needs a second admin.",
    to: "admin",
    needs: "money",
    group: "troubles",
    important: true,
    mayBeOff: true,
  },
  "admin.chargeback": {
    label: "A payment is contested",
    note: "When a client's bank takes the money back.",
    to: "admin",
    needs: "money",
    group: "troubles",
    important: true,
    mayBeOff: true,
  },
} as const satisfies Record<string, KindFacts>;

export type NoticeKind = keyof typeof noticeKinds;
export type AdminKind = Extract<NoticeKind, `admin.${string}`>;
export type NoticeLine = KindFacts & { kind: NoticeKind };

type Reader = { role: 1 | 2 | 3; capabilities?: readonly Capability[] };

const concerns = ({ to, needs }: KindFacts, { role, capabilities = [] }: Reader): boolean => {
  if (to === "admin") return role === 3 && needs !== undefined && capabilities.includes(needs);
  return to === "client" || role === 2;
};

/** The kinds that concern a person: writers keep the view of own old orders, admins get those that they may act on. */
export const noticesFor = (reader: Reader): NoticeLine[] =>
  (Object.keys(noticeKinds) as NoticeKind[])
    .map((kind) => ({ kind, ...noticeKinds[kind] }))
    .filter((line) => concerns(line, reader));

/** The kinds that a person chooses among: a writer's are those of the work. */
export const choicesFor = (reader: Reader): NoticeLine[] =>
  noticesFor(reader).filter(({ to }) => reader.role !== 2 || to === "writer");

/** Whether a person wants this kind; what may not be off is always wanted. */
export const isWanted = (kind: NoticeKind, off: readonly string[]): boolean =>
  !noticeKinds[kind].mayBeOff || !off.includes(kind);
