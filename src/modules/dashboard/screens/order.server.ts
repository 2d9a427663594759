import { orderThread, stepsInThread } from "#src/modules/chat/index.server.ts";
import { previewOf } from "#src/modules/files/index.server.ts";
import { agreedTexts, readingZone } from "#src/modules/operator/index.server.ts";
import {
  type ClientOrder,
  noteOrderOpened,
  orderForClient,
  partnerOfOrder,
  previewCancel,
  ratingOf,
  type ShownRound,
  shownRounds,
  takesFiles,
} from "#src/modules/orders/index.server.ts";
import {
  type BriefView,
  briefRows,
  discountLine,
  netCents,
  type OrderStatus,
  type Rating,
  ratingText,
  spokenTime,
} from "#src/modules/orders/index.ts";
import { accountAsked, type MoneyForOrder, moneyForOrder } from "#src/modules/payments/index.server.ts";
import { arrivedText, documentLabels } from "#src/modules/payments/index.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { maskContacts } from "#src/shared/contact-details.ts";
import { counted } from "#src/shared/counted.ts";
import { listedContacts } from "#src/shared/hidden-contacts.ts";
import { formatUsd } from "#src/shared/money.ts";
import { isImpersonated } from "#src/shared/viewer.ts";
import { formatSeconds } from "#src/shared/zone.ts";
import { askedChange, askedTime, changeStart } from "./change.server.ts";
import { shownCard } from "./order-card.server.ts";
import {
  evidenceField,
  evidenceOf,
  type FormatMoment,
  filesOfOrder,
  methodsLine,
  momentsIn,
  orderFileField,
  shownPassages,
  shownSayings,
  shownTexts,
  typedDeadline,
  workLine,
} from "./order-content.server.ts";
import { stepsOfPage } from "./submit-step.server.ts";

const shownMoney = (money: MoneyForOrder, moment: FormatMoment) => ({
  documents: money.documents.map(({ number, kind }) => ({ number, label: documentLabels[kind] })),
  paidCents: money.paidCents,
  tipCents: money.tipCents,
  refundedCents: money.refundedCents,
  payments: money.payments.map(({ id, method, cents, at, waits }) => ({ id, method, cents, at: moment(at), waits })),
  refunds: money.refunds.map(({ id, cents, label, method, arrival, askedAt, sentAt }) => ({
    id,
    cents,
    label,
    method,
    arrival: sentAt ? null : arrival,
    at: moment(sentAt ?? askedAt),
  })),
});

/** The credit for lateness: refunded, or taken off the second payment. */
const backOf = (order: ClientOrder, { paidCents, refundedCents }: MoneyForOrder): number =>
  paidCents === 0 ? 0 : Math.max(0, netCents(order) - (paidCents - refundedCents) - order.unpaidCents);

type BriefFields = Parameters<typeof briefRows>[0] & Pick<ClientOrder, "instructions" | "service" | "checklist">;

/** What was ordered; `rows` are its answers in the words of the view. */
export const briefOf = (order: BriefFields, view: BriefView) => ({
  instructions: order.instructions,
  work: workLine(order),
  rows: briefRows(order, view),
  checklist: order.checklist,
  hides: hiddenIn(order.instructions),
});

/** "This has an e-mail address."; null where the writer reads the brief as it is. */
const hiddenIn = (text: string): string | null => {
  const { kinds } = maskContacts(text);
  return kinds.length > 0 ? `This has ${listedContacts(kinds)}.` : null;
};
export type ShownBrief = ReturnType<typeof briefOf>;

/** What the price is made of and how firm it stands. */
function breakdownOf(order: ClientOrder, moment: FormatMoment, now: Date) {
  const deadlineAt = order.lines.findIndex(({ code }) => code === "deadline");
  const above = deadlineAt < 0 ? order.lines : order.lines.slice(0, deadlineAt);
  const until = order.standsUntil;
  const waits = order.status === "pending" || order.status === "quoted";
  return {
    lines: order.lines,
    subtotalBeforeDeadlineCents: above.reduce((sum, { cents }) => sum + cents, 0),
    standsUntil: waits && until && until > now ? moment(until) : null,
    over: waits && order.kind === "priced" && until !== null && until <= now,
  };
}

const approvalText = ({ undoSeconds, revisionDays }: ClientOrder["approving"]): string => {
  const time = undoSeconds === 60 ? "one minute" : counted(undoSeconds, "second");
  return `You can undo it for ${time}, and ask for a revision for ${counted(revisionDays, "day")} more.`;
};

/** Until when an approval can be undone, and how long that is by the server's clock. */
const undoText = (until: Date, zone: string, now: Date) => ({
  until: formatSeconds(until, zone),
  leftMs: Math.max(0, until.getTime() - now.getTime()),
});

/** The first look at delivered work starts its review time, so the order is read again with the end of that time. */
async function openedOrder(ctx: Ctx, request: Request, orderId: string): Promise<ClientOrder> {
  const order = orPage(await orderForClient(ctx, { orderId }), request);
  if (!order.notSeenYet || isImpersonated(ctx.viewer)) return order;
  const noted = await noteOrderOpened(ctx, { orderId });
  // What cannot be written now does not keep anybody from reading.
  if (!noted.ok && noted.code === "unavailable") return order;
  orPage(noted, request);
  return orPage(await orderForClient(ctx, { orderId }), request);
}

export const shownRating = (rating: Rating | null, moment: FormatMoment) =>
  rating && {
    ...{ valueText: ratingText(rating), at: moment(rating.at), text: rating.text },
    ...{ reply: rating.reply, repliedAt: moment(rating.repliedAt) },
  };

/** The partner whose program prepared the order, and since when it reads its files. */
const shownPartner = (partner: Awaited<ReturnType<typeof partnerOfOrder>>, moment: FormatMoment) =>
  partner && { name: partner.name, since: moment(partner.allowedAt) };

/** The version of the quote that stands, or that was accepted. */
function shownQuote({ quote, status, confirmedAt }: ClientOrder, rounds: readonly ShownRound[], moment: FormatMoment) {
  if (!quote || (status !== "quoted" && !confirmedAt)) return null;
  const { version, cents, lines, scope, deadline, validUntil } = quote;
  return {
    ...{ version, cents, scope, deadline: moment(deadline), until: status === "quoted" ? moment(validUntil) : null },
    lines: lines.map((line, at) => ({ key: `${at + 1} ${line.what}`, ...line })),
    changes: status === "quoted" ? (rounds.find(({ key }) => key === `version ${version}`)?.changes ?? []) : [],
  };
}

/** A client's own order with everything in words. `step` is the step whose form is open. */
export async function shownOrder(ctx: Ctx, request: Request, orderId: string) {
  const order = await openedOrder(ctx, request, orderId);
  const zone = await readingZone(ctx, order.deadlineZone);
  const moment = momentsIn(zone);
  const money = orPage(await moneyForOrder(ctx, { orderId: order.id }), request);
  const files = await filesOfOrder(ctx, order);
  const actions = order.actions.map(({ action }) => action);
  const afterApproval = approvalText(order.approving);
  const [changesUntil, revisionDue] = [moment(order.changesUntil), moment(order.revisionIfAsked)];
  const facts = { ...order, writerName: order.writer, changesUntil, revisionDue, afterApproval };
  const steps = stepsOfPage(request, "C", actions, facts);
  const texts = await shownTexts(ctx, request, order, moment, "client", files);
  const rounds = shownRounds(order.rounds, { zone, client: "You" });
  const { id, number, title, kind, status, paymentStatus, version, changes, priceCents, test, shown, writer } = order;
  const transfer = order.awaitsTransfer ? waitText(money.arrived) : null;
  const backCents = backOf(order, money);
  const now = ctx.runtime.clock();
  return {
    order: { id, number, title, kind, status, paymentStatus, version, changes, priceCents, test, shown, writer },
    /** What the client pays in all, the code taken off; null while there is no price. */
    payCents: priceCents && netCents(order),
    discount: discountLine(order),
    /** How it can be paid now; empty where nothing can take money. */
    payBy: status === "pending" ? await methodsLine(ctx.runtime, order) : "",
    restCents: order.status === "cancelled" || order.status === "refunded" ? 0 : order.unpaidCents,
    change: askedChange(order, moment),
    moreTime: askedTime(order, moment),
    changeStart: changeStart(order, zone, now),
    zone,
    card: shownCard({
      ...{ order, texts, transfer, moment, now, held: heldText(order, money.heldCents) },
      money: { heldCents: money.heldCents, backCents, refunds: money.refunds },
    }),
    typed: typedDeadline(order, zone, now),
    lateCredit: lateCreditOf(order),
    changesUntil: moment(order.changesUntil),
    undo: order.undoUntil && undoText(order.undoUntil, zone, now),
    actions,
    ...steps,
    cancel: steps.step === "cancel" ? orPage(await previewCancel(ctx, { orderId: order.id }), request) : null,
    quote: shownQuote(order, rounds, moment),
    rounds,
    rating: shownRating(orPage(await ratingOf(ctx, { orderId: id }), request), moment),
    texts,
    thread: await orderThread(ctx, id),
    preview: await previewOf(ctx, request, [...files.order, ...(texts.reading?.files ?? [])]),
    evidence: await evidenceOf(ctx, order),
    evidenceField: await evidenceField(ctx, id, steps.step),
    sayings: shownSayings(order.history, moment, {
      names: { client: "You", writer: order.writer ?? "Your writer" },
      inThread: await stepsInThread(ctx.runtime.db, order),
    }),
    brief: briefOf(order, "client"),
    hidden: await shownPassages(ctx, id, moment),
    promised: order.promised,
    agreed: { at: moment(order.consentedAt), texts: await agreedTexts(ctx.runtime.db, order) },
    files: files.order,
    partner: shownPartner(await partnerOfOrder(ctx.runtime.db, ctx.viewer, id), moment),
    fileField: await orderFileField(ctx, id, takesFiles(status)),
    breakdown: breakdownOf(order, moment, now),
    money: shownMoney(money, moment),
    backCents,
    accountAsked: await accountAsked(ctx.runtime.db, id),
  };
}
export type ShownOrder = Awaited<ReturnType<typeof shownOrder>>;

/** A transfer that is waited for: what of it has come, and what the client can do. */
const waitText = (arrived: MoneyForOrder["arrived"]): string =>
  arrived
    ? `${arrivedText(arrived)} Please send the rest, ${formatUsd(arrived.ofCents - arrived.cents)}, with the same reference.`
    : "We confirm it as soon as it arrives.";

const working: readonly OrderStatus[] = [
  "confirmed",
  "assigned",
  "in_progress",
  "on_hold",
  "delivered",
  "revision_requested",
];

/** Whose the client's money is meanwhile: nobody has it before the client approves. Null while none is held. */
const heldText = ({ status }: ClientOrder, heldCents: number): string | null =>
  heldCents > 0 && working.includes(status) ? `We hold ${formatUsd(heldCents)} until you approve.` : null;

const centsIn = (value: unknown): number => (typeof value === "number" ? value : 0);

/** What was credited because the work came late, and by which rule, in words; null where nothing was. */
function lateCreditOf({ history, deadline }: Pick<ClientOrder, "history" | "deadline">) {
  const entry = history.findLast(({ action, detail }) => action === "deliver" && "refundCents" in detail);
  if (!entry || !deadline) return null;
  const revision = history.some(({ action, at }) => action === "request-revision" && at < entry.at);
  const [back, waived] = [centsIn(entry.detail.refundCents), centsIn(entry.detail.waivedCents)];
  const late = spokenTime(entry.at.getTime() - deadline.getTime());
  const message = [
    back > 0 && `${formatUsd(back)} goes back to you`,
    waived > 0 && `${formatUsd(waived)} is taken off what you still had to pay`,
  ];
  return {
    title: `The ${revision ? "revision" : "work"} came late: ${message.filter(Boolean).join(", and ")}.`,
    text: `${revision ? "It was delivered after its date." : `It was delivered ${late} after your deadline.`} This was credited automatically, you have nothing to do.`,
    rule: typeof entry.detail.rule === "string" ? entry.detail.rule : null,
  };
}
