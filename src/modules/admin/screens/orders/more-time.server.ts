import { act, adminOrderPages, isParty } from "#src/modules/orders/index.server.ts";
import { changeStages } from "#src/modules/orders/index.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { hourMs } from "#src/shared/units.ts";
import type { Person } from "#src/shared/viewer.ts";
import { type ListedOrder, moreHours } from "../../domain/many-plan.ts";

type Named = { id: string; number: string; title: string };
export type TimePlan = {
  hours: number;
  gives: readonly (Named & { version: number; clientName: string; was: Date; next: Date })[];
  stays: readonly (Named & { why: string })[];
};

/** Why the client of an order is not asked for more time; null: the client can be. */
function whyNot({ status, deadline: due }: ListedOrder, own: boolean): string | null {
  if (own) return "this is your own order";
  if (status === "on_hold") return "the work is paused, and the deadline moves by the pause";
  if (status === "revision_requested") return "the date of a revision cannot be moved";
  if (!changeStages.some((stage) => stage === status)) return "no work is running";
  return due ? null : "it has no deadline";
}

/** Which clients would be asked for so many hours more, before anything is asked. */
export async function planMoreTime(
  ctx: Ctx,
  person: Person,
  asked: { ids: readonly string[]; hours: string },
): Promise<TimePlan> {
  const hours = moreHours.find((one) => `${one}` === asked.hours) ?? 24;
  const gives: TimePlan["gives"][number][] = [];
  const stays: TimePlan["stays"][number][] = [];
  for await (const rows of adminOrderPages(ctx, { group: "all", chosen: asked.ids }))
    for (const row of rows) {
      const { id, number, title, version, clientName, deadline: was } = row;
      const why = whyNot(row, isParty(row, person));
      if (why !== null || !was) stays.push({ id, number, title, why: why ?? "it has no deadline" });
      else gives.push({ id, number, title, version, clientName, was, next: new Date(was.getTime() + hours * hourMs) });
    }
  return { hours, gives, stays };
}

/** Asks the client of one order of a plan, by the order's own step. */
export function askMoreTime(
  ctx: Ctx,
  { gives, stays }: TimePlan,
  { orderId, seenVersion, reason }: { orderId: string; seenVersion: string; reason: string },
): Promise<Outcome<unknown>> {
  const planned = gives.find(({ id }) => id === orderId);
  const why = stays.find(({ id }) => id === orderId)?.why;
  if (!planned) return Promise.resolve(why ? refuse("conflict", why) : notFound());
  return act(ctx, { orderId, seenVersion, action: "ask-time", deadline: planned.next, reason });
}
