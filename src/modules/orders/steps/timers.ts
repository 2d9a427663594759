import { setTimer, type TimerKind } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { type LifeTimer, lifeTimers } from "../domain/life-timers.ts";
import { lifeSetting } from "../settings.ts";
import { factsOf, loadOrder, type OrderRow } from "../storage/order-row.ts";
import { applyStep } from "./apply-step.ts";

/** One handler for each timer of the lifecycle table: a step by the product itself, or an event that notifies people. */
export const orderTimers: readonly TimerKind[] = lifeTimers.map((timer) => ({
  kind: timer.kind,
  lock: (work, subject) => loadOrder(work.tx, subject, true),
  run: (work, subject) => runOut(work, timer, subject),
}));

/** A setting may have moved the end since the timer was set: then it is set again. */
async function runOut(work: Work, timer: LifeTimer, subject: string): Promise<void> {
  const order = await loadOrder(work.tx, subject, true);
  if (!order || !timer.while.includes(order.status)) return;
  const settings = await work.ctx.runtime.settings.get(lifeSetting);
  const due = timer.due(factsOf(order), settings);
  if (!due) return;
  if (due > work.now) return setTimer(work, { kind: timer.kind, subject, due });
  await ring(work, timer, order);
}

async function ring(work: Work, { kind, does }: LifeTimer, order: OrderRow): Promise<void> {
  if ("event" in does) return say(work, does.event, order);
  const actor = { kind: "S", id: `system:${kind}` } as const;
  const taken = await applyStep(work, { order, action: does.action, actor });
  if (taken.ok) return;
  if (does.otherwise) say(work, does.otherwise, order);
  else
    work.ctx.runtime.log.info(
      { timer: kind, order: order.id, refused: taken.message },
      "a timer ran out without a step",
    );
}

function say(work: Work, name: string, order: OrderRow): void {
  const { id, number, status, clientId, writerId, test, demo } = order;
  work.audit({ action: name, subject: id, detail: { status } });
  work.emit({ name, subject: id, payload: { number, status, clientId, writerId, test, demo } });
}
