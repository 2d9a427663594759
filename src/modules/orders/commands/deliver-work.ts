import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { attachFiles } from "#src/modules/files/index.server.ts";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { done, invalid, type Outcome, refuse } from "#src/shared/outcome.ts";
import { actionTable, everMay, stepFor } from "../domain/lifecycle.ts";
import { stageSaid } from "../domain/stage-said.ts";
import { fileIds } from "../file-ids.ts";
import { type Locked, lockForAction } from "../lock-for-action.ts";
import { factsOf, type OrderRow } from "../order-row.ts";
import { saveOrder } from "../save-order.ts";
import { deliveries } from "../tables.ts";
import { somebodyWasFirst, takeStep, writeHistory } from "../take-step.ts";
import { type Acted, actedOf } from "./act.ts";

const longestDelivery = 200_000;

const input = z.strictObject({
  orderId: z.string().max(100),
  seenVersion: z.coerce.number().int().optional(),
  text: z.string().max(longestDelivery, "Use at most 200,000 characters.").default(""),
  /** Complete uploads of the person who hands over; the work is a text, files, or both. */
  files: fileIds,
  /** True: the final version, which hands the work over. False: a draft that the client may read. */
  final: z.boolean(),
  note: z.string().max(2_000).optional(),
});
type Input = z.infer<typeof input>;

/**
 * The writer, or the admins in its place, hands over a text, files, or both: a draft beside the running work, or the final version
 * that delivers it. Refusals as `act`.
 */
export const deliverWork = command<Input, Acted>("orders.deliver", {
  input,
  run: async (work, asked) => {
    const locked = await lockForAction(work, { ...asked, action: "deliver" });
    if (!locked.ok) return locked;
    const { order, actor } = locked.value;
    if (asked.text.trim() === "" && asked.files.length === 0)
      return invalid([{ path: "text", message: "Write or paste the work, or add a file." }]);
    if (!asked.final) return addDraft(work, asked, locked.value);
    const number = await nextNumber(work, order);
    const taken = await takeStep(work, {
      order: { ...order, finalAt: work.now },
      action: "deliver",
      actor,
      also: { finalAt: work.now },
      detail: { delivery: number },
    });
    if (!taken.ok) return taken;
    const kept = await keepDelivery(work, asked, locked.value, number);
    return kept.ok ? done(actedOf(taken.value.order, taken.value.money)) : kept;
  },
});

/** A draft changes no state; it may be added wherever a final version may. */
async function addDraft(work: Work, asked: Input, locked: Locked): Promise<Outcome<Acted>> {
  const { order, actor } = locked;
  if (!everMay("deliver", actor.kind)) return refuse("forbidden", "Only the writer or an admin adds a draft.");
  if (!stepFor(factsOf(order).status, "deliver"))
    return refuse("conflict", `The order is ${stageSaid(order)}, so ${actionTable.deliver.cannot}.`, {
      data: { status: order.status },
    });
  const number = await nextNumber(work, order);
  const after = await saveOrder(work, order, {});
  if (!after) return somebodyWasFirst(work, order.id);
  const kept = await keepDelivery(work, asked, locked, number);
  if (!kept.ok) return kept;
  await writeHistory(work, { order, action: "draft", to: order.status, actor, detail: { delivery: number } });
  work.audit({ action: "order.draft", subject: order.id, detail: { delivery: number } });
  work.emit({
    name: "order.draft-added",
    subject: order.id,
    payload: { number: order.number, clientId: order.clientId, delivery: number },
  });
  return done(actedOf(after, { kind: "held" }));
}

async function nextNumber(work: Work, order: OrderRow): Promise<number> {
  const [last] = await work.tx
    .select({ number: sql<number>`coalesce(max(${deliveries.number}), 0)::int` })
    .from(deliveries)
    .where(eq(deliveries.orderId, order.id));
  return (last?.number ?? 0) + 1;
}

const wordsIn = (text: string): number => text.match(/\S+/gu)?.length ?? 0;

async function keepDelivery(work: Work, asked: Input, locked: Locked, number: number): Promise<Outcome<unknown>> {
  const { order, actor } = locked;
  const id = newId();
  const attached = await attachFiles(work, { ids: asked.files, purpose: "delivery", subject: id });
  if (!attached.ok) return attached;
  await work.tx.insert(deliveries).values({
    id,
    orderId: order.id,
    number,
    text: asked.text,
    words: wordsIn(asked.text),
    final: asked.final,
    note: asked.note?.trim() || null,
    byKind: actor.kind === "A" ? "A" : "W",
    byId: actor.id,
    createdAt: work.now,
  });
  return attached;
}
