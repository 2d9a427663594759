import { orderThread, stepsInThread } from "#src/modules/chat/index.server.ts";
import { previewOf } from "#src/modules/files/index.server.ts";
import { readingZone } from "#src/modules/operator/index.server.ts";
import type { WriterOrder } from "#src/modules/orders/index.server.ts";
import { carriedTexts, clockLine, tickField, writerTimeline } from "#src/modules/orders/index.ts";
import { writerPayInTheEnd } from "#src/modules/payments/index.server.ts";
import { shownDeal } from "#src/modules/writing/index.server.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd, percentOf } from "#src/shared/money.ts";
import { leftOr, shortTime } from "#src/shared/time-labels.ts";
import { dayMs, minuteMs } from "#src/shared/units.ts";
import { askedChange } from "./change.server.ts";
import { briefOf, shownRating } from "./order.server.ts";
import {
  deliveryFileField,
  evidenceField,
  evidenceOf,
  type FormatMoment,
  filesOfOrder,
  idsOf,
  momentsIn,
  shownDispute,
  shownPassages,
  shownSayings,
  shownTexts,
} from "./order-content.server.ts";
import { stepsOfPage } from "./submit-step.server.ts";

/** States in which the writer's clock is looked at. */
const clocked: readonly string[] = ["in_progress", "on_hold", "revision_requested"];

type Seen = { now: Date; zone: string; moment: FormatMoment };

const clockNote = (order: WriterOrder, { moment }: Seen): string | null => {
  const { heldSince, pausedMs, status, workSince, client, times } = order;
  if (heldSince) {
    const latest = moment(new Date(heldSince.getTime() + times.holdDays * dayMs));
    return `${client} was asked ${moment(heldSince)}. It runs again with the answer, on ${latest} at the latest.`;
  }
  if (status === "revision_requested" && workSince) return `Revision asked ${moment(workSince)}.`;
  return pausedMs < minuteMs ? null : `It was stopped while you waited. Your deadline moved by ${shortTime(pausedMs)}.`;
};

/** The writer's deadline, what is left of the time, and its line; null where no clock counts. */
function clockOf(order: WriterOrder, seen: Seen) {
  const { deadline, heldSince, history, status } = order;
  const since = order.workSince ?? order.assignedAt;
  if (!clocked.includes(status) || !deadline || !since) return null;
  const { now, zone, moment } = seen;
  const stands = heldSince !== null;
  const before = deadline.getTime() - now.getTime();
  return {
    state: stands ? ("held" as const) : ("runs" as const),
    due: deadline.toISOString(),
    now: now.toISOString(),
    at: stands ? `It moves with the pause. Without one: ${moment(deadline)}` : `${moment(deadline)}`,
    left: heldSince ? `${shortTime(deadline.getTime() - heldSince.getTime())}, when it runs` : leftOr(deadline, now),
    /** How long before the deadline a delivery would come now; null after it. */
    before: before > 0 ? shortTime(before) : null,
    line: clockLine({ since, deadline, heldSince, history }, now, zone),
    note: clockNote(order, seen),
  };
}

const ended: readonly string[] = ["cancelled", "refunded"];

/** `endCents`: what is the writer's after a decision, or as the order ended. */
function payOf(order: WriterOrder, endCents: number | null) {
  const { payCents, priceCents, writerShare, lines, status, times } = order;
  if (payCents === null || priceCents === null || writerShare === null) return null;
  const over = ended.includes(status);
  const offered = status === "assigned";
  return {
    lines: lines.map(({ code, label, cents, detail }) => ({ code, label, cents, detail })),
    priceCents,
    share: writerShare,
    cents: endCents ?? payCents,
    label: offered ? "For you" : over ? "Yours" : endCents === null ? "Held for you" : "Yours after the decision",
    note: over
      ? null
      : `Yours ${counted(times.revisionDays, "day")} after the client approves, then in the next payout.`,
  };
}

/** What the hand-over form begins with: what was kept, else what comes over from the version before. */
const firstTexts = ({ handover: { draft, carried } }: WriterOrder): Readonly<Record<string, string>> => {
  if (draft) return draft.fields;
  if (!carried) return {};
  const ticks = carried.ticked.map((at) => [tickField(at), "on"]);
  const { pack, declaration, reason } = carried;
  return { ...carriedTexts(pack, declaration), ...(reason && { shortReason: reason }), ...Object.fromEntries(ticks) };
};

function handoverOf(order: WriterOrder, moment: FormatMoment) {
  const { facts, carried, draft } = order.handover;
  const asked = order.history.findLast(({ action }) => action === "request-revision");
  return {
    facts,
    carried: carried?.number ?? null,
    next: (order.deliveries.at(-1)?.number ?? 0) + 1,
    first: firstTexts(order),
    savedAt: moment(draft?.savedAt ?? null),
    savedMs: draft?.savedAt.getTime() ?? 0,
    askedAt: asked ? moment(asked.at) : null,
  };
}

/** What a change does to the pay. */
const changedPay = ({ change, payCents, writerShare }: WriterOrder) =>
  change && payCents !== null && writerShare !== null
    ? { now: formatUsd(payCents), after: formatUsd(percentOf(change.cents, writerShare)) }
    : null;

/** An order as its writer works on it, with every time in words. */
export async function shownWriterOrder(ctx: Ctx, request: Request, order: WriterOrder) {
  const zone = await readingZone(ctx);
  const moment = momentsIn(zone);
  const seen = { now: ctx.runtime.clock(), zone, moment };
  const actions = order.actions.map(({ action }) => action);
  const { id, number, title, status, version, changes, shown, next, client, test, times } = order;
  const pauseEnd = moment(new Date(seen.now.getTime() + times.holdDays * dayMs));
  const pauseEnds = `It runs again on ${pauseEnd} at the latest. We remind the client after ${times.holdReminderHours.join(" and ")} hours.`;
  const noDiscount = { discount: null, shortfallCents: 0 };
  const noMoney = { writerName: null, priceCents: null, ...noDiscount, refundedCents: 0, confirmedAt: null };
  const facts = { number, ...noMoney, changesUntil: null, afterApproval: null, pauseEnds };
  const files = await filesOfOrder(ctx, order);
  const delivers = status === "in_progress" || status === "revision_requested";
  const texts = await shownTexts(ctx, request, order, moment, "writer", files);
  const steps = stepsOfPage(request, "W", actions, facts);
  return {
    order: { id, number, title, status, version, changes, shown, next, client, test },
    zone,
    rating: shownRating(order.rating, moment),
    change: askedChange({ ...order, ...noDiscount }, moment),
    changePay: changedPay(order),
    answerUntil: moment(order.answerUntil),
    deal: await shownDeal(ctx, order, zone),
    actions,
    pauseEnds,
    ...steps,
    texts,
    textAsked: new URL(request.url).searchParams.has("text"),
    thread: await orderThread(ctx, id),
    preview: await previewOf(ctx, request, [...files.order, ...(texts.reading?.files ?? [])]),
    dispute: shownDispute(order.dispute, moment),
    evidence: await evidenceOf(ctx, order),
    evidenceField: await evidenceField(ctx, id, steps.step),
    sayings: shownSayings(order.history, moment, {
      names: { client: order.client, writer: "You" },
      inThread: await stepsInThread(ctx.runtime.db, order),
    }),
    brief: briefOf(order, "writer"),
    hidden: await shownPassages(ctx, id, moment),
    files: files.order,
    delivers,
    fileField: await deliveryFileField(ctx, id, delivers),
    handedFiles: idsOf(order, files),
    times,
    clock: clockOf(order, seen),
    pay: payOf(order, orPage(await writerPayInTheEnd(ctx, { orderId: id }), request)),
    progress: writerTimeline({
      status,
      history: order.history,
      deliveries: order.deliveries,
      now: { title: shown.text, text: next },
      pay: order.payCents === null ? null : formatUsd(order.payCents),
      reviewDays: times.reviewDays,
      revisionDays: times.revisionDays,
    }).map(({ state, title: name, at, text }) => ({
      state,
      title: name,
      at: at && { iso: at.toISOString(), text: moment(at) },
      text,
    })),
    handover: handoverOf(order, moment),
  };
}
export type ShownWriterOrder = Awaited<ReturnType<typeof shownWriterOrder>>;
