import { invalid, notFound, type Refusal, refuse } from "#src/shared/outcome.ts";
import { type ActionParams, type Need, wrongNeed } from "./action-params.ts";
import { type Asked, guards } from "./guards.ts";
import { type TimerChanges, timerChanges } from "./life-timers.ts";
import {
  type Action,
  actionTable,
  everMay,
  leadsTo,
  type OrderEventName,
  type Step,
  stepFor,
  stepsFrom,
} from "./lifecycle.ts";
import { dropsChange } from "./order-change.ts";
import type { OrderChanges, OrderFacts } from "./order-facts.ts";
import { type LifeSettings, lifeSettings } from "./order-rules.ts";
import { hasPart } from "./policy.ts";
import { type Actor, actorNames, changeStages, type OrderStatus } from "./states.ts";
import { stageText } from "./status-labels.ts";
import type { MoneyEffect } from "./step-money.ts";
import { centsBack, stepMoney } from "./step-money.ts";

/** An event for the outbox; `subject` is the order's id. */
type OrderEvent = { name: OrderEventName; subject: string; payload: Record<string, unknown> };

export type Decision = {
  ok: true;
  next: OrderStatus;
  events: readonly OrderEvent[];
  /** Fields to write together with `status = next`. */
  changes: OrderChanges;
  timers: TimerChanges;
  money: MoneyEffect;
};

const signedOut = (action: Action): Refusal =>
  refuse("signed-out", action === "place" ? "User must be logged in to create an order" : "Sign in to do this.");

const wrongState = (order: OrderFacts, action: Action): Refusal =>
  refuse("conflict", `The order is ${stageText(order)}, so ${actionTable[action].cannot}.`, {
    data: { status: order.status },
  });

/** The row that this actor may take now, or why there is none. */
const findStep = (order: OrderFacts, action: Action, actor: Actor): Step | Refusal => {
  if (!hasPart(order, actor, action)) return notFound();
  if (!everMay(action, actor.kind)) return refuse("forbidden", `A ${actorNames[actor.kind]} cannot do this.`);
  const row = stepFor(order.status, action);
  if (!row) return wrongState(order, action);
  if (row.actors.includes(actor.kind)) return row;
  return refuse("forbidden", `A ${actorNames[actor.kind]} cannot do this while the order is ${stageText(order)}.`);
};

const missing = (row: Step, params: ActionParams): Refusal | null => {
  const fields = row.needs.flatMap((need) => wrongNeed(need, params) ?? []);
  return fields.length > 0 ? invalid(fields) : null;
};

const firstRefusal = (row: Step, asked: Asked, looksAt: "standing" | "input"): Refusal | null => {
  for (const name of row.guards) {
    const guard = guards[name];
    const refusal = guard.looksAt === looksAt ? guard.check(asked) : null;
    if (refusal) return refusal;
  }
  return null;
};

/** A change that was open when the order moved on; where the order ends, its end says all. */
const leftBehind = (row: Step, asked: Asked, next: OrderStatus): OrderEvent[] => {
  if (next === "cancelled" || next === "refunded") return [];
  const { payload, ...event } = eventOf({ ...row, event: "order.change-dropped" }, asked, next, { kind: "none" });
  return [{ ...event, payload: { ...payload, writerId: asked.order.writerId, left: true } }];
};

const eventOf = (row: Step, asked: Asked, next: OrderStatus, money: MoneyEffect): OrderEvent => ({
  name: row.event,
  subject: asked.order.id,
  payload: {
    action: row.action,
    from: asked.order.status,
    to: next,
    by: asked.actor.kind,
    actorId: asked.actor.id,
    at: asked.now.toISOString(),
    clientId: asked.order.clientId,
    writerId: asked.params.writer?.id ?? asked.order.writerId,
    money,
  },
});

/**
 * Decides one step in the life of an order without any I/O: `now` is the caller's clock.
 * Refusals: signed-out, not-found (another person's order), forbidden (never this actor's step), conflict (wrong state
 * or condition, in words), invalid (something is missing), price-changed (the refund seen is not today's).
 */
export const decide = (
  order: OrderFacts,
  action: Action,
  actor: Actor | null,
  now: Date,
  params: ActionParams = {},
  settings: LifeSettings = lifeSettings,
): Decision | Refusal => {
  if (!actor) return signedOut(action);
  const row = findStep(order, action, actor);
  if ("ok" in row) return row;
  const asked: Asked = { order, actor, now, params, settings };
  const refusal = firstRefusal(row, asked, "standing") ?? missing(row, params) ?? firstRefusal(row, asked, "input");
  if (refusal) return refusal;
  const next = leadsTo(row, order.status);
  if (next === "new") return wrongState(order, action);
  const money = stepMoney(asked, row);
  const back = centsBack(money);
  const changes: OrderChanges = {
    ...actionTable[action].changes(asked),
    ...(back > 0 ? { refundedCents: order.refundedCents + back } : {}),
    ...(money.kind === "credit" ? { unpaidCents: order.unpaidCents - money.waivedCents } : {}),
    ...(money.kind === "credit" && action === "deliver" ? { lateCreditCents: order.lateCreditCents + back } : {}),
  };
  const dropped = order.change !== null && dropsChange(order, changes, next);
  if (dropped) changes.change = null;
  if (order.moreTime && !changeStages.some((stage) => stage === next)) changes.moreTime = null;
  const after: OrderFacts = { ...order, ...changes, status: next };
  return {
    ok: true,
    next,
    changes,
    money,
    timers: timerChanges(order, after, now, settings),
    events: [eventOf(row, asked, next, money), ...(dropped ? leftBehind(row, asked, next) : [])],
  };
};

export type AllowedAction = { action: Action; to: OrderStatus; needs: readonly Need[]; money: Step["money"] };

/** The steps that this actor can take now, in the order of the table: what the screens show as buttons. */
export const allowedActions = (
  order: OrderFacts,
  actor: Actor | null,
  now: Date,
  settings: LifeSettings = lifeSettings,
): readonly AllowedAction[] => {
  if (!actor) return [];
  const asked: Asked = { order, actor, now, params: {}, settings };
  return stepsFrom(order.status).flatMap((row) => {
    const to = leadsTo(row, order.status);
    const may = row.actors.includes(actor.kind) && hasPart(order, actor, row.action);
    if (to === "new" || !may || firstRefusal(row, asked, "standing")) return [];
    return [{ action: row.action, to, needs: row.needs, money: row.money }];
  });
};
