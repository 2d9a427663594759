import { redirect } from "react-router";
import { adminsWhoMay, findPeople } from "#src/modules/accounts/index.server.ts";
import { canSeePeople, sealPath } from "#src/modules/accounts/index.ts";
import { fileFieldData, sendAsItIs } from "#src/modules/files/index.server.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { adminOrderList, canSeeAllOrders, orderCountsOf } from "#src/modules/orders/index.server.ts";
import { writerSumsOf } from "#src/modules/payments/index.server.ts";
import { canManageMoney } from "#src/modules/payments/index.ts";
import { pseudonymsOf, writerLoad } from "#src/modules/writing/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { newId } from "#src/platform/ids.ts";
import { answerStep, type PostedSteps } from "#src/platform/posted-steps.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { orPage, pageOf } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Refusal, RefusedForm } from "#src/shared/outcome.ts";
import { type AdminWith, isSealedFor, nameFor, type Person, textFor, toRole } from "#src/shared/viewer.ts";
import { isZone, localOf } from "#src/shared/zone.ts";
import { fillReply } from "../domain/delivered-replies.ts";
import { type Rating, ratingLabels } from "../domain/rating.ts";
import {
  addNote,
  assignChat,
  chatSidebar,
  closeChat,
  readChat,
  readInbox,
  reopenChat,
  sendMessage,
  sendTranscript,
} from "../index.server.ts";
import type { ShownMessage } from "../queries/message-page.ts";
import { cityOfZone, inboxAddress, linePath, readAsk } from "./labels.ts";

/** Orders of the chat's person, for admins who may see orders: the open ones and how many there were. Two statements. */
async function ordersOf(ctx: Ctx, admin: Person, chatId: string) {
  if (!canSeeAllOrders(admin, "admin")) return null;
  const [open, counts] = await Promise.all([
    adminOrderList(ctx, { group: "open", client: chatId }),
    orderCountsOf(ctx.runtime.db, [chatId]),
  ]);
  const rows = open.ok ? open.value.rows : [];
  return {
    placed: counts.get(chatId) ?? 0,
    open: rows.map(({ id, number, title, shown, priceCents }) => ({ id, number, title, shown, priceCents })),
  };
}

/**
 * What a writer works on, the nearest deadline first, how many places are taken and how it went so far; null for admins who
 * do not see orders. `heldCents`: of these orders, for admins with money.
 */
async function workOf(ctx: Ctx, admin: Person, writerId: string) {
  if (!canSeeAllOrders(admin, "admin")) return null;
  const { db } = ctx.runtime;
  const [running, load, sums] = await Promise.all([
    adminOrderList(ctx, { group: "working", writer: writerId, sort: "due" }),
    writerLoad(db, admin, writerId),
    canManageMoney(admin) ? writerSumsOf(db, [writerId]) : null,
  ]);
  const { delivered = 0, onTime = 0, open = 0, capacity = 0 } = load ?? {};
  const rows = running.ok ? running.value.rows : [];
  return {
    ...{ delivered, onTime, open, capacity, heldCents: sums && (sums.get(writerId)?.heldCents ?? 0) },
    running: rows.map(({ id, number, title, shown, late, heldSince, writerDeadline, deadline }) => ({
      ...{ id, number, title, shown, late, paused: heldSince !== null, due: writerDeadline ?? deadline },
    })),
  };
}

/** Everything that Support has of one conversation, for its page; `reply` in the address is a saved reply to begin with. */
export async function adminChat(ctx: Ctx, request: Request, admin: AdminWith<"chat">, chatId: string) {
  const { db, clock } = ctx.runtime;
  if (isSealedFor(admin, chatId, "messages")) throw redirect(sealPath(chatId));
  const { chat, replies, ...between } = orPage(await chatSidebar(ctx, { chatId: chatId.slice(0, 64) }), request);
  const page = orPage(await readChat(ctx, { chatId: chat.id }), request);
  const [people, writers, colleagues, orders, work, files, at] = await Promise.all([
    findPeople(db, [chat.id, ...(chat.assignedTo ? [chat.assignedTo] : [])]),
    pseudonymsOf(db, admin, [chat.id]),
    adminsWhoMay(db, "chat"),
    ordersOf(ctx, admin, chat.id),
    chat.userRole === 2 ? workOf(ctx, admin, chat.id) : null,
    fileFieldData(ctx, { purpose: "chat", about: chat.id }),
    readerClock(ctx, admin),
  ]);
  const person = people.get(chat.id);
  const filled = {
    name: nameFor(admin, chat.id, chat.userName),
    ...(orders?.open[0] && { order: orders.open[0].number }),
  };
  const shownReplies = replies.map((one) => ({ ...one, filled: fillReply(one.text, filled) }));
  const asked = new URL(request.url).searchParams;
  const { timeZone = null } = person ?? {};
  return {
    ...at,
    me: admin.id,
    seesPeople: canSeePeople(admin),
    page,
    chat: {
      id: chat.id,
      /** When the last message of this page came, for who closes the chat. */
      seen: page.messages.at(-1)?.timestamp ?? new Date(0).toISOString(),
      name: nameFor(admin, chat.id, person?.name ?? chat.userName),
      email: textFor(admin, chat.id, "contact", person?.email ?? chat.userEmail),
      role: person?.role ?? toRole(chat.userRole),
      writer: person?.role === 2 ? (writers.get(chat.id) ?? null) : null,
      state: chat.state,
      waitingSince: chat.waitingSince,
      assignedTo: chat.assignedTo,
      assignedAt: chat.assignedAt,
      demo: chat.demo,
    },
    holder: chat.assignedTo ? (people.get(chat.assignedTo)?.name ?? "somebody") : null,
    since: person?.since ?? null,
    localTime: timeZone && isZone(timeZone) ? `${localOf(clock(), timeZone).time}, ${cityOfZone(timeZone)}` : null,
    asides: asidesOf(between),
    replies: shownReplies,
    begin: shownReplies.find(({ id }) => id === asked.get("reply"))?.filled ?? "",
    colleagues,
    orders,
    work,
    files,
    /** The id of the next message of a form without scripts. */
    nextId: newId(clock().getTime()),
    did: flashOf(request),
  };
}
export type AdminChat = Awaited<ReturnType<typeof adminChat>>;

/** A refused step of this page. */
export type RefusedStep = RefusedForm & {
  step: string;
  /** The colleague who has the chat, for an answer that names nobody. */
  heldBy?: unknown;
};

type Sent = { ctx: Ctx; request: Request; chatId: string; typed: Readonly<Record<string, string>> };

const steps: PostedSteps<Sent> = {
  send: ({ ctx, chatId, typed: { id, message, fileId = "", over } }) =>
    sendMessage(ctx, { chatId, id, message, over: over || null, ...(fileId && { fileId: fileId.split(",")[0] }) }),
  note: ({ ctx, chatId, typed: { message: text } }) => addNote(ctx, { chatId, text }),
  assign: ({ ctx, chatId, typed: { to, seen } }) => assignChat(ctx, { chatId, to: to || null, seen: seen || null }),
  "send-as-it-is": ({ ctx, chatId, typed: { fileId: id } }) =>
    sendAsItIs(ctx, { id }, ({ purpose, attachedTo }) => purpose === "chat" && attachedTo === chatId),
  close: async ({ ctx, request, chatId, typed: { seen, over } }) => {
    const closed = await closeChat(ctx, { chatId, seen, over: over || null });
    return closed.ok ? redirectWithFlash(await afterClosing(ctx, request, chatId), "closed-one") : closed;
  },
  reopen: ({ ctx, chatId }) => reopenChat(ctx, { chatId }),
  transcript: ({ ctx, chatId }) => sendTranscript(ctx, { chatId }),
};

/** The next conversation that waits in the list that stands beside this one; the list itself when none does. */
async function afterClosing(ctx: Ctx, request: Request, chatId: string): Promise<string> {
  const ask = { ...readAsk(new URL(request.url).searchParams), after: "" };
  const { search, from } = ask;
  const waiting = await readInbox(ctx, { tab: "waiting", search, from });
  const next = waiting.ok ? waiting.value.lines.find(({ id }) => id !== chatId) : undefined;
  return inboxAddress(next ? linePath(next) : "", ask);
}

/** Takes the step of a form on the conversation's page. Done: the same address again, or after closing the next conversation; refused: everything typed stays. */
export async function submitChatStep(ctx: Ctx, request: Request, chatId: string) {
  const typed = await textsOf(request);
  const { step = "" } = typed;
  const to = new URL(pageOf(request), "https://own.invalid");
  for (const name of ["reply", "uploaded"]) to.searchParams.delete(name);
  const again = (refusal: Refusal) => refusedForm(refusal, typed, { step, heldBy: refusal.data?.heldBy });
  return answerStep(steps, step, { ctx, request, chatId, typed }, { page: to.pathname + to.search, again });
}

type Sidebar = {
  notes: readonly { id: string; text: string; byName: string; at: Date }[];
  ratings: readonly { id: string; rating: Rating; comment: string; ratedAt: Date }[];
};

const aside = (id: string, at: Date, title: string, message: string): ShownMessage => ({
  ...{ id, message, timestamp: at.toISOString(), aside: title, mine: true, senderType: "system", fromSupport: true },
  ...{ attachment: null, attachmentName: null, file: null },
});

/** What the inbox shows between the messages of a conversation, for Support alone: notes, and how its person found it. */
const asidesOf = ({ notes, ratings }: Sidebar): readonly ShownMessage[] => [
  ...notes.map(({ id, text, byName, at }) => aside(id, at, `Note by ${byName}`, text)),
  ...ratings.map(({ id, rating, comment, ratedAt }) =>
    aside(id, ratedAt, `Asked how it was, they say: ${ratingLabels[rating]}`, comment),
  ),
];
