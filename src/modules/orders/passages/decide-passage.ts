import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import type { Work } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { canSeeAllOrders, isOwnPassage, isParty, ownOrderRefusal } from "../domain/policy.ts";
import { loadOrder, type OrderRow } from "../storage/order-row.ts";
import { type PassageRow, tellPassage } from "./note-passages.ts";
import { hiddenPassages } from "./passage-tables.ts";
import { showAgain } from "./show-again.ts";

type Locked = { row: PassageRow; order: OrderRow };

/** First the order, then its passage: as everything that writes to an order does. */
async function lockPassage(work: Work, id: string): Promise<Locked | null> {
  if (!isId(id)) return null;
  const [seen] = await work.tx.select().from(hiddenPassages).where(eq(hiddenPassages.id, id));
  const order = seen && (await loadOrder(work.tx, seen.orderId, true));
  const [row] = await work.tx.select().from(hiddenPassages).where(eq(hiddenPassages.id, id)).for("update");
  return row && order ? { row, order } : null;
}

/** Who typed a passage asks Support to show it, once. Refusals: not-found, conflict (Support has answered). */
export const askPassage = command<{ passageId: string }, { orderId: string }>("orders.ask-passage", {
  input: z.strictObject({ passageId: askedId }),
  run: async (work, { passageId }): Promise<Outcome<{ orderId: string }>> => {
    const found = await lockPassage(work, passageId);
    if (!found || !isOwnPassage(found.row, found.order, work.viewer)) return notFound();
    const { row } = found;
    const { orderId } = row;
    if (row.state === "waiting") return done({ orderId });
    if (row.state !== "hidden")
      return refuse("conflict", row.state === "shown" ? "Support shows this already." : "Support keeps this hidden.");
    const [asked] = await work.tx
      .update(hiddenPassages)
      .set({ state: "waiting", asked: "person", askedAt: work.now })
      .where(eq(hiddenPassages.id, row.id))
      .returning();
    work.audit({ action: "passage.asked", subject: orderId, detail: { kind: row.kind, place: row.place } });
    if (asked) tellPassage(work, "passage.waits", asked);
    return done({ orderId });
  },
});

const input = z.strictObject({ passageId: askedId, verdict: z.enum(["show", "keep"]) });
type Input = z.infer<typeof input>;

/**
 * An admin lets the other side of an order read a passage, wherever it stands in it, or keeps it hidden. Refusals:
 * not-found, forbidden (the own order), conflict (somebody decided otherwise, or nobody asked).
 */
export const decidePassage = command<Input, { orderId: string }>("orders.decide-passage", {
  input,
  run: async (work, { passageId, verdict }): Promise<Outcome<{ orderId: string }>> => {
    const { viewer } = work;
    if (viewer.kind !== "person" || !canSeeAllOrders(viewer, "admin")) return notFound();
    const found = await lockPassage(work, passageId);
    if (!found) return notFound();
    const { row, order } = found;
    if (isParty(order, viewer)) return ownOrderRefusal();
    const state = verdict === "show" ? ("shown" as const) : ("kept" as const);
    if (row.state === state) return done({ orderId: order.id });
    if (row.state !== "waiting") return refuse("conflict", "Nothing was changed. This passage does not wait any more.");
    const show = () =>
      work.tx
        .update(hiddenPassages)
        .set({ state, decidedBy: viewer.id, decidedAt: work.now })
        .where(eq(hiddenPassages.id, row.id));
    if (state === "shown") await showAgain(work, order, row, show);
    else await show();
    work.audit({ action: `passage.${state}`, subject: order.id, detail: { kind: row.kind, place: row.place } });
    tellPassage(work, `passage.${state}`, row);
    return done({ orderId: order.id });
  },
});
