import { percentOf } from "#src/shared/money.ts";
import { dayMs, hourMs } from "#src/shared/units.ts";
import type { OrderFacts } from "./order-facts.ts";
import type { LifeSettings } from "./order-rules.ts";
import type { OrderStatus } from "./states.ts";

export { dayMs, hourMs };

export const plus = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
const plusHours = (at: Date, hours: number): Date => plus(at, hours * hourMs);
const plusDays = (at: Date, days: number): Date => plus(at, days * dayMs);
const earlier = (a: Date | null, b: Date | null): Date | null => {
  if (a === null || b === null) return a ?? b;
  return a <= b ? a : b;
};

/** True from the instant itself on; a missing instant is never reached. */
export const reached = (due: Date | null, now: Date): boolean => due !== null && now >= due;

type Length = Pick<OrderFacts, "pages" | "rules">;

const isLong = ({ pages, rules }: Length): boolean => (pages ?? 0) >= rules.longFromPages;

/** Review time in days: 7, or 14 from 20 pages. */
export const reviewDays = (order: Length): number =>
  isLong(order) ? order.rules.longReviewDays : order.rules.reviewDays;

/** Days after completion in which a revision or a dispute is free: 14, or 30 from 20 pages. */
export const revisionDays = (order: Length): number =>
  isLong(order) ? order.rules.longRevisionDays : order.rules.revisionDays;

/** When the time to read ends if the work comes at the deadline itself. Null without a deadline. */
export const reviewEndFor = (order: Length & Pick<OrderFacts, "deadline">): Date | null =>
  order.deadline && plusDays(order.deadline, reviewDays(order));

/** When the review time starts: with the delivery, but not before the second payment. */
const reviewFrom = ({ deliveredAt, unpaidCents, restPaidAt }: OrderFacts): Date | null => {
  if (deliveredAt === null || unpaidCents > 0) return null;
  return restPaidAt && restPaidAt > deliveredAt ? restPaidAt : deliveredAt;
};

export const reviewEnd = (order: OrderFacts): Date | null => {
  const from = reviewFrom(order);
  return from && plusDays(from, reviewDays(order));
};

/** Since when the second payment is due; null while nothing is. */
const restDue = ({ deliveredAt, unpaidCents }: OrderFacts): Date | null => (unpaidCents > 0 ? deliveredAt : null);

export const restReminders = (order: OrderFacts, settings: LifeSettings): readonly Date[] => {
  const due = restDue(order);
  return due ? settings.restReminderHours.map((hours) => plusHours(due, hours)) : [];
};

/** From when an admin may end an order whose second payment never came. */
export const restEnd = (order: OrderFacts): Date | null => {
  const due = restDue(order);
  return due && plusDays(due, order.rules.restDays);
};

/** When the client is no longer asked for a later deadline: the time of any change. */
export const moreTimeEnd = ({ moreTime, rules }: Pick<OrderFacts, "moreTime" | "rules">): Date | null =>
  moreTime && plusHours(new Date(moreTime.askedAt), rules.changeHours);

/** When a change is dropped that nobody answered, or that was not paid. */
export const changeEnd = ({ change, rules }: Pick<OrderFacts, "change" | "rules">): Date | null =>
  change && plusHours(new Date(change.agreedAt ?? change.askedAt), rules.changeHours);

export const revisionEnd = (order: OrderFacts): Date | null =>
  order.completedAt && plusDays(order.completedAt, revisionDays(order));

/** Until when a finished order may be opened again; null once its money is released. */
export const revisionOpenUntil = (order: OrderFacts): Date | null => (order.releasedAt ? null : revisionEnd(order));

/** From when an admin may decide about work that the client never saw: 14 d for the usual review time. */
export const unreachedEnd = (order: OrderFacts): Date | null => {
  const end = reviewEnd(order);
  return end && plusDays(end, order.rules.unreachedDays);
};

/** Did the client see the last delivery: the mail was taken and the order page was opened? */
export const isReached = (order: OrderFacts): boolean => order.pageOpenedAt !== null && !order.noticeRefused;

/**
 * Until when the client may ask for changes to delivered work. Null: without end, because the work was never seen.
 * Seen only after the review time: until the instant at which an admin may decide.
 */
export const reviewOpenUntil = (order: OrderFacts): Date | null => {
  const end = reviewEnd(order);
  if (!end || !order.pageOpenedAt || order.noticeRefused) return null;
  return order.pageOpenedAt < end ? end : unreachedEnd(order);
};

/** The instants of the reminders inside the review time. */
export const reviewReminders = (order: OrderFacts, settings: LifeSettings): readonly Date[] => {
  const from = reviewFrom(order);
  if (!from) return [];
  const length = reviewDays(order) * dayMs;
  return settings.reviewReminderPercents.map((percent) => plus(from, percentOf(length, percent)));
};

/** The last instant a writer's deadline may have: it leaves 10 % of the window, 1 h to 24 h. */
export const latestWriterDeadline = (deadline: Date, now: Date, settings: LifeSettings): Date => {
  const tenth = percentOf(deadline.getTime() - now.getTime(), settings.marginPercent);
  const margin = Math.min(Math.max(tenth, settings.marginMinHours * hourMs), settings.marginMaxHours * hourMs);
  return plus(deadline, -margin);
};

/** Until when an announced transfer is waited for: 7 d, never past the deadline less the minimum lead. */
export const transferEnd = (
  order: Pick<OrderFacts, "transferSince" | "deadline">,
  settings: LifeSettings,
): Date | null =>
  order.transferSince &&
  earlier(
    plusDays(order.transferSince, settings.transferDays),
    order.deadline && plusHours(order.deadline, -settings.minimumLeadHours),
  );

/**
 * Until when an unpaid order keeps its price: a transfer keeps it until its wait ends, else the quote or the price lock
 * does. Null: it waits for no money, or has no price.
 */
export const priceStandsUntil = (
  order: Pick<OrderFacts, "kind" | "status" | "quoteEndsAt" | "transferSince" | "deadline"> & {
    lockEndsAt: Date | null;
  },
  settings: LifeSettings,
): Date | null => {
  if (order.status !== "pending" && order.status !== "quoted") return null;
  return transferEnd(order, settings) ?? (order.kind === "custom" ? order.quoteEndsAt : order.lockEndsAt);
};

/** A custom order whose next step is the admins': it has no price that the client could pay. */
const waitsForQuote = (order: OrderFacts): boolean => order.kind === "custom" && !order.quoteEnded;

/**
 * When a pending order is given up: a priced one 72 h after placing or at its deadline, a custom one
 * that waits for its quote only at its deadline. Null: never.
 */
export const unpaidEnd = (order: OrderFacts, settings: LifeSettings): Date | null => {
  const transfer = transferEnd(order, settings);
  if (transfer) return transfer;
  if (waitsForQuote(order)) return order.deadline;
  return earlier(order.waitingSince && plusHours(order.waitingSince, settings.unpaidHours), order.deadline);
};

/** When a quote for a custom order ends: its own end, later only while an announced transfer is waited for. */
export const quoteEnd = (order: OrderFacts, settings: LifeSettings): Date | null =>
  transferEnd(order, settings) ?? earlier(order.quoteEndsAt, order.deadline);

/** Until when a quote is valid: as its admin set it, else by the setting. */
export const quoteValidUntil = (now: Date, settings: LifeSettings, validHours?: number): Date =>
  plusHours(now, validHours ?? settings.quoteHours);

export const quoteAlarm = (order: OrderFacts, settings: LifeSettings): Date | null =>
  waitsForQuote(order) ? order.waitingSince && plusHours(order.waitingSince, settings.quoteAlarmHours) : null;

/** When an approval takes effect; until then its client may undo it. */
export const approvalEnd = ({ approvedAt, rules }: Pick<OrderFacts, "approvedAt" | "rules">): Date | null =>
  approvedAt && plus(approvedAt, rules.approvalUndoSeconds * 1000);

export const acceptEnd = (order: OrderFacts, settings: LifeSettings): Date | null =>
  order.assignedAt && plusHours(order.assignedAt, settings.acceptHours);

/**
 * A paid order ends at the deadline that passes while nobody has it; one freed after its deadline does not, nor one whose
 * revision lost its writer: there the client has a version, and a full refund is for work that never came.
 */
export const unassignedEnd = (order: OrderFacts): Date | null => {
  const { deadline, unassignedSince, revisionDueAt } = order;
  if (revisionDueAt) return null;
  return deadline && unassignedSince && unassignedSince <= deadline ? deadline : null;
};

export const holdReminders = (order: OrderFacts, settings: LifeSettings): readonly Date[] => {
  const since = order.heldSince;
  return since ? settings.holdReminderHours.map((hours) => plusHours(since, hours)) : [];
};

export const holdEnd = (order: OrderFacts): Date | null =>
  order.heldSince && plusDays(order.heldSince, order.rules.holdDays);

/** Milliseconds of the pause that is running, 0 outside one. */
const runningPause = (order: OrderFacts, now: Date): number =>
  order.heldSince ? Math.max(0, now.getTime() - order.heldSince.getTime()) : 0;

/** When the work that runs is due to the client: an asked revision at its own date, all else at the deadline. */
export const dueAt = ({ revisionDueAt, deadline }: Pick<OrderFacts, "revisionDueAt" | "deadline">): Date | null =>
  revisionDueAt ?? deadline;

/** States in which somebody owes the client work: nothing is handed over, and the clock runs. */
const owedStates: readonly OrderStatus[] = ["confirmed", "assigned", "in_progress", "revision_requested"];

/** Late is what is owed at its due date or after it, a revision too (queries/admin-watches.ts says the same in SQL). */
export const isLate = (
  order: Pick<OrderFacts, "revisionDueAt" | "deadline"> & { status: OrderStatus },
  now: Date,
): boolean => owedStates.includes(order.status) && reached(dueAt(order), now);

/** When the version came that was due at the first deadline; null before it, and while a revision is due. */
export const handedOverAt = ({
  revisionDueAt,
  firstDeliveredAt,
}: Pick<OrderFacts, "revisionDueAt" | "firstDeliveredAt">): Date | null => (revisionDueAt ? null : firstDeliveredAt);

/** A revision asked for at `now`: a part of the order's first window, within bounds, and the writer's limit before it. */
export const revisionDates = (order: OrderFacts, now: Date, settings: LifeSettings) => {
  const { rules, confirmedAt, deadline, pausedMs } = order;
  const most = rules.revisionDueMaxDays * dayMs;
  const window = confirmedAt && deadline ? Math.max(0, deadline.getTime() - confirmedAt.getTime() - pausedMs) : null;
  const part = window === null ? most : percentOf(window, rules.revisionDuePercent);
  const due = plus(now, Math.min(Math.max(part, rules.revisionDueMinHours * hourMs), most));
  return {
    revisionDueAt: due,
    writerDeadline: order.writerId === null ? order.writerDeadline : latestWriterDeadline(due, now, settings),
  };
};

/** What the end of a pause changes: the clock stood, so what is due moves by the pause. */
export const endPause = (order: OrderFacts, now: Date) => {
  const pause = runningPause(order, now);
  return {
    heldSince: null,
    pausedMs: order.pausedMs + pause,
    deadline: order.deadline && plus(order.deadline, pause),
    writerDeadline: order.writerDeadline && plus(order.writerDeadline, pause),
    revisionDueAt: order.revisionDueAt && plus(order.revisionDueAt, pause),
  };
};

/** Milliseconds that an asked revision is past its date; 0 in time, and outside a revision. */
export const revisionLateMs = ({ revisionDueAt, heldSince }: OrderFacts, now: Date): number =>
  revisionDueAt ? Math.max(0, (heldSince ?? now).getTime() - revisionDueAt.getTime()) : 0;

/** Milliseconds past the client's deadline without a delivery, the first delivery counting; 0 is in time. */
export const lateMs = (order: OrderFacts, now: Date): number => {
  if (!order.deadline) return 0;
  const until = order.firstDeliveredAt ?? order.heldSince ?? now;
  return Math.max(0, until.getTime() - order.deadline.getTime());
};

export const lateAlarm = (order: OrderFacts, settings: LifeSettings): Date | null => {
  const due = order.firstDeliveredAt ? order.revisionDueAt : order.deadline;
  return due && plusHours(due, settings.lateAlarmHours);
};

export const lateOffer = (order: OrderFacts): Date | null =>
  order.firstDeliveredAt ? null : order.deadline && plusHours(order.deadline, order.rules.lateOfferHours);

/** Time used and time there was, both from the first payment, without pauses. Null without a deadline. */
export const timeUsed = (order: OrderFacts, now: Date): { usedMs: number; totalMs: number } | null => {
  if (!order.confirmedAt || !order.deadline) return null;
  const from = order.confirmedAt.getTime() + order.pausedMs;
  const until = order.heldSince ?? now;
  return { usedMs: Math.max(0, until.getTime() - from), totalMs: Math.max(0, order.deadline.getTime() - from) };
};
