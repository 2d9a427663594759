import { shownPeople } from "#src/modules/accounts/index.server.ts";
import { canSeePeople } from "#src/modules/accounts/index.ts";
import { orderThread } from "#src/modules/chat/index.server.ts";
import { canAnswerChats } from "#src/modules/chat/index.ts";
import { fileFieldData, filesOf } from "#src/modules/files/index.server.ts";
import { agreedTexts } from "#src/modules/operator/index.server.ts";
import {
  type AdminOrder,
  type CancelPreview,
  clientSummary,
  type HistoryRow,
  openDelivery,
  orderForAdmin,
  orderNeighbours,
  previewCancel,
  ratingOf,
  reportFlashes,
  shownReports,
  waitingRefunds,
} from "#src/modules/orders/index.server.ts";
import {
  type Action,
  briefRows,
  doneMessage,
  historyEntry,
  type ShownForm,
  shownForms,
  stepFor,
  takesEvidence,
} from "#src/modules/orders/index.ts";
import {
  ledgerOfOrder,
  moneyForOrder,
  moneyNow,
  paidInAll,
  transfersOfOrder,
} from "#src/modules/payments/index.server.ts";
import { canManageMoney, type MoneyNow, type MoneyOutcome, outcomeOf } from "#src/modules/payments/index.ts";
import { writerLoad, writersForOrder } from "#src/modules/writing/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { newId } from "#src/platform/ids.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { counted } from "#src/shared/counted.ts";
import { type AdminWith, isFresh, isSealedFor, isUnderSeal } from "#src/shared/viewer.ts";
import { adminAddress, askedOf, listIn, listQuery, orderInList } from "../../domain/admin-address.ts";
import { auditOfOrder } from "../../queries/audit-list.ts";
import { notesOfOrder } from "../../queries/notes-of-order.ts";
import { signsOfClient } from "../../queries/signs-of-client.ts";
import { openingSteps, sealMessageOf } from "../people/seal-opening.tsx";
import { shownSeal } from "../people/sealed.server.ts";
import { waitingRefundFlashes } from "./submit-order-step.server.ts";

const causes = ["client", "writer", "operator"] as const;
export type Cause = (typeof causes)[number];

/** What cancelling would give back for each cause, while there is something to give back. */
async function cancelPreviews(ctx: Ctx, request: Request, found: AdminOrder) {
  if (!found.actions.some(({ action }) => action === "cancel")) return null;
  const orderId = found.order.id;
  const views = await Promise.all(causes.map((cause) => previewCancel(ctx, { orderId, cause })));
  const previews = views.map((one) => orPage(one, request));
  return { client: previews[0], writer: previews[1], operator: previews[2] } as Record<Cause, CancelPreview>;
}

/**
 * The forms of the steps that the table allows this admin now. Delivering includes the final version,
 * so it is offered before there is one; transfers are for real money alone.
 */
function formsFor({ actions, order }: AdminOrder, demo: boolean): readonly ShownForm[] {
  const allowed = new Set<Action>(actions.map(({ action }) => action));
  if (stepFor(order.status, "deliver")?.actors.includes("A")) allowed.add("deliver");
  if (demo || order.test) allowed.delete("confirm-payment");
  // An offer that was not accepted is taken back; taking the order from its writer would be the same once more.
  if (allowed.has("withdraw-offer")) allowed.delete("reassign");
  return shownForms(allowed, "A", { ...order, changesUntil: null, afterApproval: null });
}

const otherMessages: Readonly<Record<string, string>> = {
  draft: "The draft is added. The client can read it.",
  money: "Done. The list below is up to date.",
  note: "The note is added.",
  "write-writer": "The message is sent to the writer.",
  "write-client": "The message is sent to the client.",
  ...reportFlashes,
  "held-second-admin":
    "This refund is over the limit, so another admin has to approve it. No money goes back before that.",
  "held-hours":
    "This refund is over the limit and nobody else can approve it, so it waits. Until it is sent you can withdraw it.",
  ...waitingRefundFlashes,
  "rating-reply": "The reply is sent to the client.",
  "transfer-part": "The part is recorded. The order waits for the rest.",
  "transfer-waiting": "The transfer is entered. It is over the limit, so another admin has to confirm it.",
  "transfer-surplus": "The transfer is recorded. Nothing was due, so it goes back.",
};

/** The message about the last step, shown above the order. */
const messageOf = (did: string): string | null =>
  (Object.hasOwn(otherMessages, did) && otherMessages[did]) ||
  (openingSteps.includes(did) && sealMessageOf(did)) ||
  doneMessage(did, "A") ||
  null;

/** Names for the admins: who wrote each line of the history. */
async function namesIn(ctx: Ctx, history: readonly HistoryRow[]) {
  const people = await shownPeople(
    ctx.runtime.db,
    ctx.viewer,
    history.flatMap(({ actorId, detail }) => [actorId, String(detail.approvedBy ?? "")]),
  );
  return Object.fromEntries([...people].map(([id, { name }]) => [id, name]));
}

/** The two people, with what they carry beside this order. */
async function peopleOf(ctx: Ctx, person: AdminWith<"orders">, { clientId, writerId }: AdminOrder["order"]) {
  const { db } = ctx.runtime;
  const [standing, writer, signs] = await Promise.all([
    clientSummary(db, person, clientId),
    writerId ? writerLoad(db, person, writerId) : null,
    signsOfClient(ctx, clientId),
  ]);
  const { placed, open, orderIds } = standing;
  const client = { placed, open, signs, paidCents: await paidInAll(db, orderIds) };
  return { client, writer, mayPeople: canSeePeople(person), mayChat: canAnswerChats(person) };
}

/** What a decision that waits to take effect will leave everybody; null while there is none. */
function decidedOutcome({ order, pendingMoney }: AdminOrder, books: MoneyNow): MoneyOutcome | null {
  return pendingMoney && outcomeOf([pendingMoney], books, order.releasedAt !== null);
}

/** The list from which the page was opened, and the orders around this one in it; without one the list of open orders alone. */
async function listAround(ctx: Ctx, request: Request, orderId: string, zone: string) {
  const ask = listIn(new URL(request.url).searchParams);
  const query: Record<string, string> = ask ? { list: listQuery(ask) } : {};
  if (!ask) return { query, back: "/admin/orders", previous: null, next: null };
  const { previous, next } = orPage(await orderNeighbours(ctx, { orderId, list: askedOf(ask, zone) }), request);
  const to = (id: string | null) => id && orderInList(ask, id);
  return { query, back: adminAddress(ask), previous: to(previous), next: to(next) };
}

type OrderAsk = { person: AdminWith<"orders">; orderId: string; zone: string };

/** Everything an admin may see of an order, for one page. `text` is the number of the delivery to read. */
export async function orderPageData(ctx: Ctx, request: Request, { person, orderId, zone }: OrderAsk) {
  const found = orPage(await orderForAdmin(ctx, { orderId }), request);
  const { id } = found.order;
  const forms = formsFor(found, ctx.runtime.mode === "demo");
  const offers = (action: Action) => forms.some((form) => form.action === action);
  const query = new URL(request.url).searchParams;
  const number = query.get("text");
  const search = (query.get("writer") ?? "").slice(0, 200);
  const viewed = { db: ctx.runtime.db, viewer: ctx.viewer };
  const closed = isSealedFor(person, found.order.clientId, "work");
  const handed = found.deliveries.map((one) => one.id);
  const [
    money,
    books,
    transfers,
    ledger,
    trail,
    names,
    writers,
    previews,
    reading,
    files,
    handedFiles,
    evidence,
    fileField,
    notes,
    thread,
    people,
    refundsWaiting,
    list,
    rating,
  ] = await Promise.all([
    moneyForOrder(ctx, { orderId: id }),
    moneyNow(ctx, { orderId: id }),
    transfersOfOrder(ctx, { orderId: id }),
    ledgerOfOrder(ctx, { orderId: id }),
    auditOfOrder(ctx, { orderId: id }),
    namesIn(ctx, found.history),
    offers("assign") ? writersForOrder(ctx, { orderId: id, search }) : null,
    cancelPreviews(ctx, request, found),
    number && /^\d{1,4}$/.test(number) ? openDelivery(ctx, { orderId: id, number }) : null,
    filesOf(viewed, { purpose: "order", subjects: closed ? [] : [id] }),
    filesOf(viewed, { purpose: "delivery", subjects: closed ? [] : handed }),
    filesOf(viewed, {
      purpose: "evidence",
      subjects: closed ? [] : found.history.filter(({ action }) => takesEvidence(action)).map((entry) => entry.id),
    }),
    offers("deliver") ? fileFieldData(ctx, { purpose: "delivery", about: id }) : null,
    notesOfOrder(ctx, { orderId: id }),
    orderThread(ctx, id),
    peopleOf(ctx, person, found.order),
    waitingRefunds(ctx, { orderId: id }),
    listAround(ctx, request, id, zone),
    ratingOf(ctx, { orderId: id }),
  ]);
  const { order, quote, shown, next, history, deliveries, undelivered, timers, latestWriterDeadline, standsUntil } =
    found;
  const offered = writers ? orPage(writers, request) : { writers: [], all: 0 };
  return {
    order,
    brief: briefRows(order, "admin"),
    changes: found.changes,
    quote,
    shown,
    next,
    history: history.map((entry) => ({ ...entry, title: historyEntry(entry.action).title })),
    deliveries,
    undelivered,
    timers,
    latestWriterDeadline,
    standsUntil,
    forms,
    done: messageOf(flashOf(request)),
    quotable: found.actions.some(({ action }) => action === "quote"),
    money: orPage(money, request),
    books: orPage(books, request),
    transfers: transfers.ok ? transfers.value : null,
    ledger: orPage(ledger, request),
    trail: orPage(trail, request),
    refundsWaiting: orPage(refundsWaiting, request),
    list,
    names,
    writers: offered.writers,
    /** What is searched for among the writers, and how many there are besides those that are listed. */
    writerSearch: {
      text: search,
      all: offered.all,
      more: offered.all > offered.writers.length || search.trim() !== "",
    },
    previews,
    reading: reading?.ok ? { ...reading.value, reports: await shownReports(ctx, request, reading.value) } : null,
    files,
    handedFiles,
    evidence,
    fileField,
    notes: orPage(notes, request),
    dispute: found.dispute,
    decided: decidedOutcome(found, orPage(books, request)),
    effectAfter: `It takes effect ${counted(order.rules.decisionHours, "hour")} after you decide, or at once when both sides accept it. Until then one of the two sides can appeal.`,
    thread,
    once: newId(),
    people,
    rating: orPage(rating, request),
    seal: isUnderSeal(person, order.clientId) ? await shownSeal(ctx, request, person, order.clientId) : null,
    hidesWork: closed,
    hidesContact: isSealedFor(person, order.clientId, "contact"),
    agreed: await agreedTexts(ctx.runtime.db, order),
    /** What the address asks to have open in the first card. */
    wish: query.get("wish"),
    /** When the admin proved to be it, while that still counts: no password is asked for then. */
    confirmedAt: isFresh(person, ctx.runtime.clock()) ? person.freshAt : null,
    ruledByMoney: canManageMoney(person) && !found.isOwn,
    isOwn: found.isOwn,
  };
}
export type OrderPageData = Awaited<ReturnType<typeof orderPageData>>;
