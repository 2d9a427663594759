import { repliesByWeek } from "#src/modules/chat/index.server.ts";
import { deliveriesByWeek } from "#src/modules/orders/index.server.ts";
import { moneyByWeek } from "#src/modules/payments/index.server.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import type { Outcome } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import type { Person } from "#src/shared/viewer.ts";
import { isOpenTo } from "../domain/policy.ts";

import { sinceWeek, type WeekFacts } from "../domain/week-figures.ts";

const keptMs = 5 * minuteMs;
type Kept = { at: Date; facts: Promise<WeekFacts> };
const kept = new WeakMap<Runtime, Map<string, Kept>>();

const valueIn = async <T>(asked: Promise<Outcome<T>>): Promise<T | null> => {
  const answer = await asked;
  return answer.ok ? answer.value : null;
};

async function read(ctx: Ctx, weeks: readonly string[], zone: string): Promise<WeekFacts> {
  const asked = { since: sinceWeek(weeks), zone };
  const [money, deliveries, replies] = await Promise.all([
    valueIn(moneyByWeek(ctx, asked)),
    valueIn(deliveriesByWeek(ctx, asked)),
    valueIn(repliesByWeek(ctx, asked)),
  ]);
  return { money, deliveries, replies };
}

/**
 * Figures of these weeks, as far as this admin may see them, and when they were read. They are read at most once in five
 * minutes for admins who may see the same, because the overview reads itself again whenever something happens.
 */
export async function weekFacts(
  ctx: Ctx,
  person: Person,
  weeks: readonly string[],
  zone: string,
): Promise<{ facts: WeekFacts; at: Date }> {
  const now = ctx.runtime.clock();
  const sees = (["money", "orders", "chat"] as const).filter((one) => isOpenTo(person, one));
  const key = [weeks[0], weeks.length, zone, ...sees].join();
  const all = kept.get(ctx.runtime) ?? new Map<string, Kept>();
  kept.set(ctx.runtime, all);
  for (const [name, { at }] of all) if (now.getTime() - at.getTime() >= keptMs || at > now) all.delete(name);
  const known = all.get(key) ?? { at: now, facts: read(ctx, weeks, zone) };
  all.set(key, known);
  known.facts.catch(() => all.delete(key));
  return { facts: await known.facts, at: known.at };
}
