import { and, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { showFileName } from "#src/modules/files/index.server.ts";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import type { Work } from "#src/platform/work.ts";
import { maskContacts } from "#src/shared/contact-details.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { type Admin, isAdmin } from "#src/shared/viewer.ts";
import { canSeeAllOrders, isOwnPassage, isParty, ownOrderRefusal } from "../domain/policy.ts";
import { saveLocked } from "../steps/save-order.ts";
import { typedTextsOf } from "../storage/hidden-texts.ts";
import { loadOrder, type OrderRow } from "../storage/order-row.ts";
import { deliveries, orderHistory } from "../tables.ts";
import { type PassageRow, passagesShownIn, tellPassage } from "./note-passages.ts";
import { hiddenPassages, historyColumns, shownTexts } from "./passage-tables.ts";

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
    if (!isAdmin(viewer) || !canSeeAllOrders(viewer, "admin")) return notFound();
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
    if (state === "shown") await showAgain(work, viewer, found, show);
    else await show();
    work.audit({ action: `passage.${state}`, subject: order.id, detail: { kind: row.kind, place: row.place } });
    tellPassage(work, `passage.${state}`, row);
    return done({ orderId: order.id });
  },
});

type Replaced = ReadonlyMap<string, string>;

/** Every text in a stored value, changed where it is one of these. */
function changed<T>(value: T, texts: Replaced): T {
  if (typeof value === "string") return (texts.get(value) ?? value) as T;
  if (Array.isArray(value)) return value.map((one) => changed(one, texts)) as T;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, changed(one, texts)])) as T;
}

/**
 * Does `show`, which lets a passage of an order be read, and writes anew what was stored without it: title, checklist,
 * words of steps and deliveries. Messages follow by the event, the brief when it is read.
 */
async function showAgain(work: Work, by: Admin, { order, row }: Locked, show: () => Promise<unknown>) {
  const { runtime } = work.ctx;
  const texts = await typedTextsOf(runtime, work.tx, order.id);
  const people = await findPeople(work.tx, [order.writerId ?? ""].filter(Boolean));
  const writer = (order.writerId && people.get(order.writerId)?.name) || "";
  const nameOf = (side: "client" | "writer"): string => (side === "writer" ? writer : "");
  const before = await passagesShownIn(runtime, work.tx, order.id);
  await show();
  const after = await passagesShownIn(runtime, work.tx, order.id);
  const replaced = new Map(
    texts
      .map(({ text, side }) => [
        maskContacts(text, nameOf(side), before).text,
        maskContacts(text, nameOf(side), after).text,
      ])
      .filter(([old, fresh]) => old !== fresh) as [string, string][],
  );
  if (row.fileId) await showFileName(work.tx, by, row.fileId);
  if (replaced.size === 0) return;
  await saveLocked(work, order, {
    title: changed(order.title, replaced),
    checklist: changed(order.checklist, replaced),
  });
  const steps = await work.tx
    .select({ id: historyColumns.id, text: historyColumns.text })
    .from(orderHistory)
    .where(and(eq(orderHistory.orderId, order.id), isNotNull(orderHistory.text)));
  const fresh = steps.flatMap(({ id: historyId, text: old }) => {
    const text = old === null ? undefined : replaced.get(old);
    return text === undefined ? [] : [{ historyId, orderId: order.id, text }];
  });
  if (fresh.length > 0)
    await work.tx
      .insert(shownTexts)
      .values(fresh)
      .onConflictDoUpdate({ target: shownTexts.historyId, set: { text: sql`excluded.text` } });
  const versions = await work.tx.select().from(deliveries).where(eq(deliveries.orderId, order.id));
  for (const { id, note, pack, answers, declaration, counted } of versions)
    await work.tx
      .update(deliveries)
      .set(changed({ note, pack, answers, declaration, counted }, replaced))
      .where(eq(deliveries.id, id));
}
