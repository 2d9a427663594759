import { and, desc, eq, ne } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { packParts, partLabels } from "../domain/handover.ts";
import { workDrafts } from "../storage/draft-tables.ts";
import type { OrderRow } from "../storage/order-row.ts";
import type { HistoryRow } from "./history.ts";

/** What a writer who no longer has the order had filled in and not delivered: for admins alone, 30 days. */
export type Undelivered = {
  /** The writer's pseudonym. */
  writer: string;
  savedAt: Date;
  texts: readonly { label: string; text: string }[];
};

const labels: readonly (readonly [string, string])[] = [
  ["text", "The work as text"],
  ...packParts.map((part) => [part, partLabels[part]] as const),
  ["note", "A note to the client"],
];

const nameIn = (history: readonly HistoryRow[], writerId: string): string => {
  const given = history.findLast(({ detail }) => detail.writerId === writerId)?.detail.writerName;
  return typeof given === "string" ? given : "An earlier writer";
};

/** The kept, undelivered work of an order's earlier writers, newest first. Who may see it is the caller's rule. */
export async function undeliveredOf(
  db: Database,
  { id, writerId }: Pick<OrderRow, "id" | "writerId">,
  history: readonly HistoryRow[],
): Promise<readonly Undelivered[]> {
  const rows = await db
    .select()
    .from(workDrafts)
    .where(and(eq(workDrafts.orderId, id), writerId === null ? undefined : ne(workDrafts.writerId, writerId)))
    .orderBy(desc(workDrafts.savedAt));
  return rows.flatMap(({ writerId: by, savedAt, fields }) => {
    const texts = labels.flatMap(([name, label]) => {
      const text = fields[name]?.trim();
      return text ? [{ label, text }] : [];
    });
    return texts.length > 0 ? [{ writer: nameIn(history, by), savedAt, texts }] : [];
  });
}
