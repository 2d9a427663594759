import { and, eq, isNotNull, sql } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { showFileName } from "#src/modules/files/index.server.ts";
import type { Work } from "#src/platform/work.ts";
import { maskContacts } from "#src/shared/contact-details.ts";
import { saveLocked } from "../steps/save-order.ts";
import { typedTextsOf } from "../storage/hidden-texts.ts";
import type { OrderRow } from "../storage/order-row.ts";
import { deliveries, orderHistory } from "../tables.ts";
import { historyColumns } from "./history-columns.ts";
import { type PassageRow, passagesShownIn } from "./note-passages.ts";
import { shownTexts } from "./passage-tables.ts";

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
export async function showAgain(work: Work, order: OrderRow, row: PassageRow, show: () => Promise<unknown>) {
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
  if (row.fileId) await showFileName(work.tx, row.fileId);
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
