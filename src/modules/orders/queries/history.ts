import { asc, eq } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { deliveries, orderHistory } from "../tables.ts";

export type HistoryRow = typeof orderHistory.$inferSelect;

/** A step as the people of an order may read it: who in which part, never by name. */
export type Told = {
  at: Date;
  action: HistoryRow["action"];
  to: HistoryRow["to"];
  by: HistoryRow["actorKind"];
  text: string | null;
  detail: Readonly<Record<string, unknown>>;
};

/** What is said between client and writer; reasons of the office stay in the office. */
const openTexts: readonly string[] = ["hold", "answer", "request-revision", "open-dispute", "quote"];
/** Who was asked and who declined is the office's business. */
const officeOnly: readonly string[] = [
  "decline",
  "lapse-offer",
  "withdraw-offer",
  "assign",
  "claim",
  "accept-for-writer",
];
const toWriter: readonly string[] = ["hold", "answer", "resume", "deliver", "draft", "request-revision", "accept"];
const forClient: readonly string[] = ["refundCents", "rule", "delivery", "quoteCents", "quoteDeadline", "from", "to"];

export async function historyOf(db: Database, orderId: string): Promise<HistoryRow[]> {
  return db
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, orderId))
    .orderBy(asc(orderHistory.at), asc(orderHistory.id))
    .limit(500);
}

const told = (row: HistoryRow, detail: Told["detail"], text: string | null): Told => ({
  at: row.at,
  action: row.action,
  to: row.to,
  by: row.actorKind,
  text,
  detail,
});

const textFor = (row: HistoryRow): string | null => (openTexts.includes(row.action) ? row.text : null);

/** The client's view: money and what was said to each other; not who was asked and declined. */
export const toldToClient = (rows: readonly HistoryRow[]): readonly Told[] =>
  rows
    .filter(({ action }) => !officeOnly.includes(action))
    .map((row) => {
      const detail = Object.fromEntries(Object.entries(row.detail).filter(([key]) => forClient.includes(key)));
      return told(row, detail, textFor(row));
    });

/** The writer's view: what was said about the work, without money. */
export const toldToWriter = (rows: readonly HistoryRow[]): readonly Told[] =>
  rows.filter(({ action }) => toWriter.includes(action)).map((row) => told(row, {}, textFor(row)));

/** A draft or a delivery without its text, which `openDelivery` gives. */
export type DeliveryLine = {
  id: string;
  number: number;
  words: number;
  final: boolean;
  note: string | null;
  by: "W" | "A";
  at: Date;
  openedAt: Date | null;
};

export async function deliveriesOf(db: Database, orderId: string): Promise<DeliveryLine[]> {
  const { id, number, words, final, note, byKind: by, createdAt: at, openedAt } = deliveries;
  return db
    .select({ id, number, words, final, note, by, at, openedAt })
    .from(deliveries)
    .where(eq(deliveries.orderId, orderId))
    .orderBy(asc(deliveries.number));
}
