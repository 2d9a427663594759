import * as time from "./deadlines.ts";
import { netCents } from "./discount.ts";
import type { Asked } from "./guards.ts";
import type { KeptChange, OrderChanges, OrderFacts } from "./order-facts.ts";
import { changeStages, type OrderStatus } from "./states.ts";

type Priced = Pick<OrderFacts, "priceCents" | "discount" | "shortfallCents" | "unpaidCents">;

/** What the change costs the client more, below zero what it costs less: a discount falls with the price. */
export const changeDifference = (
  order: Pick<OrderFacts, "priceCents" | "discount" | "shortfallCents">,
  { cents }: Pick<KeptChange, "cents">,
): number => netCents({ ...order, priceCents: cents }) - netCents(order);

/** What must be paid before an agreed change is made; 0 where nothing must. */
export const changeDueCents = (
  order: Pick<OrderFacts, "priceCents" | "discount" | "shortfallCents" | "change">,
): number => (order.change?.agreedAt ? Math.max(0, changeDifference(order, order.change)) : 0);

/** A price that falls takes from what is still owed first, and only what is over that goes back. */
const fall = (order: Priced, change: Pick<KeptChange, "cents">): { waivedCents: number; backCents: number } => {
  const less = Math.max(0, -changeDifference(order, change));
  const waivedCents = Math.min(less, order.unpaidCents);
  return { waivedCents, backCents: less - waivedCents };
};

/** A step that is no change of price, and leaves the stages or the writer, drops what was asked for. */
export const dropsChange = (order: OrderFacts, changes: OrderChanges, next: OrderStatus): boolean => {
  if (changes.change !== undefined) return false;
  const stays = changeStages.some((stage) => stage === next);
  return !stays || (changes.writerId !== undefined && changes.writerId !== order.writerId);
};

/** The writer's deadline moves with the client's, and leaves at least the usual time before it. */
const writerDeadlineFor = ({ order, now, settings }: Asked, deadline: Date): Date | null => {
  if (!order.writerDeadline || !order.deadline) return order.writerDeadline;
  const latest = time.latestWriterDeadline(deadline, now, settings);
  const moved = time.plus(order.writerDeadline, deadline.getTime() - order.deadline.getTime());
  const wanted = moved < latest ? moved : latest;
  if (wanted > now) return wanted;
  return latest > now ? latest : deadline;
};

/** The order with another deadline, and the writer's before it. */
export const movedTo = (asked: Asked, deadline: Date): OrderChanges => ({
  deadline,
  writerDeadline: writerDeadlineFor(asked, deadline),
});

/** What the row says once the change is made. */
const madeChange = (asked: Asked, change: Omit<KeptChange, "askedAt" | "agreedAt">): OrderChanges => {
  const { order } = asked;
  const deadline = change.deadline === null ? null : new Date(change.deadline);
  return {
    change: null,
    priceCents: change.cents,
    unpaidCents: order.unpaidCents - fall(order, change).waivedCents,
    ...(change.pages !== null && { pages: change.pages }),
    ...(deadline && movedTo(asked, deadline)),
  };
};

/** Asked for: waits for the writer, then for the money; what needs neither is made at once. */
export const askedChange = (asked: Asked): OrderChanges => {
  const { order, now, params } = asked;
  if (!params.change) return {};
  const agreed = order.writerId === null;
  if (agreed && changeDifference(order, params.change) <= 0) return madeChange(asked, params.change);
  const at = now.toISOString();
  return { change: { ...params.change, askedAt: at, agreedAt: agreed ? at : null } };
};

export const agreedChange = (asked: Asked): OrderChanges => {
  const { change } = asked.order;
  if (!change) return {};
  if (changeDifference(asked.order, change) <= 0) return madeChange(asked, change);
  return { change: { ...change, agreedAt: asked.now.toISOString() } };
};

export const paidChange = (asked: Asked): OrderChanges =>
  asked.order.change ? madeChange(asked, asked.order.change) : {};

/** What goes back when a change is asked for or agreed to that makes the price fall. */
export const changeBackCents = ({ order, params }: Asked): number => {
  const change = order.change ?? params.change;
  const waits = order.change === null && order.writerId !== null;
  return change && !waits ? fall(order, change).backCents : 0;
};
