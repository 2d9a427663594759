import { beforeWriting, holdMessages, undoHeldMessages } from "#src/modules/chat/index.server.ts";
import { act, adminOrderPages, isParty } from "#src/modules/orders/index.server.ts";
import { changeStages } from "#src/modules/orders/index.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { counted } from "#src/shared/counted.ts";
import { done, invalid, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { hourMs } from "#src/shared/units.ts";
import type { Person } from "#src/shared/viewer.ts";
import {
  aboutOrders,
  type ListedOrder,
  moreHours,
  peopleIn,
  planWriting,
  type WritePlan,
  type WriteStep,
  type WriteTo,
} from "../../domain/many-plan.ts";

type Named = { id: string; version: number; number: string; title: string };
export type ManyPlan = {
  step: WriteStep;
  to: WriteTo;
  messages: readonly { personId: string; name: string; side: "client" | "writer"; text: string; orders: Named[] }[];
  stays: readonly (Named & { why: string })[];
};

const nameOf = ({ id, version, number, title }: ListedOrder): Named => ({ id, version, number, title });

type Asked = { ids: readonly string[]; step: WriteStep; to: WriteTo };

/** Who would be written to about these orders, as it is now. Refuses not-found for who does not answer chats. */
async function planNow(ctx: Ctx, person: Person, { ids, step, to }: Asked): Promise<Outcome<WritePlan>> {
  const orders: ListedOrder[] = [];
  if (ids.length > 0)
    for await (const rows of adminOrderPages(ctx, { group: "all", chosen: ids })) orders.push(...rows);
  const before = await beforeWriting(ctx, { people: peopleIn(orders), orders: orders.map(({ id }) => id) });
  if (!before.ok) return before;
  const own = new Set(orders.filter((order) => isParty(order, person)).map(({ id }) => id));
  return done(planWriting(orders, { step, to }, { own, now: ctx.runtime.clock(), ...before.value }));
}

/** How many messages would go to whom, before anything is kept. */
export async function planForMany(ctx: Ctx, person: Person, asked: Asked): Promise<Outcome<ManyPlan>> {
  const plan = await planNow(ctx, person, asked);
  if (!plan.ok) return plan;
  const { messages, stays } = plan.value;
  return done({
    step: asked.step,
    to: asked.to,
    messages: messages.map(({ person: { id, name, side }, orders, text }) => ({
      ...{ personId: id, name, side, text },
      orders: orders.map(nameOf),
    })),
    stays: stays.map(({ order, why }) => ({ ...nameOf(order), why })),
  });
}

/** An order of the plan that was seen, with the person to whom it said it would write. */
export type Seen = { orderId: string; personId: string };
export type Left = { id: string; number: string; why: string };
type Held = { message: string; messageLater: string; left: readonly Left[]; batch: string };

const changed = "it changed since you looked: look at the plan again";

/**
 * Keeps the messages of a plan that was seen; they leave after ten seconds. An order whose person is another by now, or about
 * which nobody may be written to any more, stays with its reason.
 */
export async function writeToMany(
  ctx: Ctx,
  person: Person,
  asked: { seen: readonly Seen[]; step: WriteStep; to: WriteTo; text: string; once: string },
): Promise<Outcome<Held>> {
  const { seen, step, to, text, once } = asked;
  if (step === "message" && text.trim() === "") return invalid([{ path: "message", message: "Write the message." }]);
  const plan = await planNow(ctx, person, { ids: seen.map(({ orderId }) => orderId), step, to });
  if (!plan.ok) return plan;
  const shown = new Map(seen.map(({ orderId, personId }) => [orderId, personId]));
  const left: Left[] = plan.value.stays.map(({ order, why }) => ({ id: order.id, number: order.number, why }));
  const messages = plan.value.messages.flatMap(({ person: who, orders, text: written }) => {
    const same = orders.filter(({ id }) => shown.get(id) === who.id);
    for (const order of orders)
      if (!same.includes(order)) left.push({ id: order.id, number: order.number, why: changed });
    const message = step === "remind" ? written : aboutOrders(same, text);
    return same.length > 0 ? [{ chatId: who.id, message, orders: same.map(({ id }) => id) }] : [];
  });
  if (messages.length === 0)
    return done({ message: "Nothing is sent.", messageLater: "Nothing is sent.", left, batch: "" });
  const held = await holdMessages(ctx, { once, reminder: step === "remind", to: messages });
  if (!held.ok) return held;
  const many = counted(messages.length, step === "remind" ? "reminder" : "message");
  const verb = messages.length === 1 ? "leaves" : "leave";
  return done({
    message: `${many} ${verb} in 10 seconds.`,
    messageLater: `${many} ${messages.length === 1 ? "is" : "are"} sent.`,
    left,
    batch: held.value.batch,
  });
}

/** Takes back what was just written to many, as far as it has not left. */
export async function undoWriting(ctx: Ctx, batch: string): Promise<Outcome<string>> {
  const taken = await undoHeldMessages(ctx, { batch });
  if (!taken.ok) return taken.code === "invalid" ? notFound() : taken;
  const { undone, gone } = taken.value;
  const back = `${counted(undone, "message")} taken back.`;
  return done(gone === 0 ? back : `${back} ${counted(gone, "message")} had left already.`);
}

export type TimePlan = {
  hours: number;
  gives: readonly (Named & { clientName: string; was: Date; next: Date })[];
  stays: readonly (Omit<Named, "version"> & { why: string })[];
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
