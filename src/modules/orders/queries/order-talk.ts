import { and, asc, eq, gte, inArray, max, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { isId } from "#src/shared/id.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { minuteMs } from "#src/shared/units.ts";
import { versionIn } from "../domain/actions/row.ts";
import type { EntryName } from "../domain/entries-and-events.ts";
import { clientPseudonym } from "../domain/pseudonym.ts";
import { historyColumns } from "../passages/passage-tables.ts";
import { loadOrder, type OrderRow } from "../storage/order-row.ts";
import { orderHistory, orders } from "../tables.ts";
import type { HistoryRow } from "./history.ts";

/** What the conversation of client and writer needs to know of its order. */
export type TalkOrder = Pick<OrderRow, "id" | "number" | "title" | "status" | "clientId" | "writerId" | "demo"> & {
  /** How each side calls the other. */
  client: string;
  writer: string | null;
  /** When it was finished, cancelled or refunded; null while it lives. */
  endedAt: Date | null;
};

const ended: readonly string[] = ["completed", "cancelled", "refunded"];

/** What a conversation knows of its order, in one statement: the policy of chats says from it who may read. */
export async function orderForTalk(db: Database, orderId: string): Promise<TalkOrder | null> {
  if (!isId(orderId)) return null;
  const { orderId: of, to, from, at } = orderHistory;
  const [row] = await db
    .select({
      id: orders.id,
      number: orders.number,
      title: orders.title,
      status: orders.status,
      clientId: orders.clientId,
      writerId: orders.writerId,
      writer: orders.writerName,
      demo: orders.demo,
      endedAt: max(at),
    })
    .from(orders)
    .leftJoin(orderHistory, and(eq(of, orders.id), eq(to, orders.status), ne(from, orders.status)))
    .where(eq(orders.id, orderId))
    .groupBy(orders.id);
  if (!row) return null;
  return { ...row, endedAt: ended.includes(row.status) ? row.endedAt : null, client: clientPseudonym(row.clientId) };
}

/** Whether the orders of these ids, a column, ended at an instant or before it, or are gone: a condition for a statement. */
export const isOverSince = (orderId: SQLWrapper, before: Date): SQL => sql`not exists (
  select 1 from ${orders} as own where own.id = ${orderId} and (own.status not in ('completed', 'cancelled', 'refunded')
    or coalesce((select max(step.at) from ${orderHistory} as step where step.order_id = own.id
      and step."to" = own.status and step."from" <> own.status), 'infinity') > ${before.toISOString()}::timestamptz))`;

type OrderPeople = { clientId: string; writerId: string | null };

/** Whose these orders are and who writes them, for the policies of other modules; unknown ones are missing. */
export async function peopleOfOrders(db: Database, ids: readonly string[]): Promise<Map<string, OrderPeople>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: orders.id, clientId: orders.clientId, writerId: orders.writerId })
    .from(orders)
    .where(inArray(orders.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** What the conversation of client and writer shows of a step: the words of one side, or a line that nobody wrote. */
export type ThreadLine = { id: string; at: Date; side: "client" | "writer" | "system"; personId: string; text: string };

const delivered = (row: HistoryRow, word: string): string =>
  typeof row.detail.delivery === "number" ? `${word} ${row.detail.delivery}` : word;

/** A line beside or instead of a message; `stood`: how long the clock had stopped, in ms. */
const lines: { readonly [Name in EntryName]?: (row: HistoryRow, stood: number) => string } = {
  hold: ({ actorKind }) =>
    actorKind === "A" ? "Support asked a question. The work is paused" : "The work is paused until the answer",
  answer: (_, stood) => runs(stood),
  "answer-for-client": (_, stood) => `Support entered the answer. ${runs(stood)}`,
  resume: (_, stood) => `No answer came. ${runs(stood)}`,
  "end-pause": (_, stood) => `Support ended the pause. ${runs(stood)}`,
  draft: (row) => `${delivered(row, "Draft")} was sent`,
  deliver: (row) => `${delivered(row, "Version")} was delivered`,
  report: (row) => `An originality report was added to${versionIn(row.detail)}`,
  "request-revision": () => "The client asked for a revision",
  "accept-change": () => "A change of the order was agreed",
  "open-dispute": () => "A dispute was opened. The money stays where it is until Support decides",
  complete: () => "The order is finished",
};

const runs = (stood: number): string =>
  stood < minuteMs ? "The work continues" : `The work continues. Deadlines moved by ${shortTime(stood)}`;

const shown = Object.keys(lines) as EntryName[];
/** Steps whose words one side says to the other. */
const spoken: readonly EntryName[] = ["hold", "answer"];

const speakerOf = ({ actorKind }: HistoryRow): ThreadLine["side"] =>
  actorKind === "C" ? "client" : actorKind === "W" ? "writer" : "system";

/** The id of the line beside somebody's words; the words themselves have the id of the step. */
const systemLineId = (id: string): string => id.replace(/^.{8}/, (head) => reversed(head));
const reversed = (text: string): string => [...text].reverse().join("");

/**
 * What a conversation shows of the steps of its order since this writer has it, oldest first. Ids are made of the steps',
 * so that a line is the same one however often it is asked for.
 */
export async function threadLines(db: Database, orderId: string): Promise<readonly ThreadLine[]> {
  const order = await loadOrder(db, orderId);
  if (!order?.assignedAt || order.writerId === null) return [];
  const rows = await db
    .select(historyColumns)
    .from(orderHistory)
    .where(
      and(
        eq(orderHistory.orderId, orderId),
        gte(orderHistory.at, order.assignedAt),
        inArray(orderHistory.action, shown),
      ),
    )
    .orderBy(asc(orderHistory.at), asc(orderHistory.id))
    .limit(200);
  let heldAt: Date | null = null;
  return rows.flatMap((row): ThreadLine[] => {
    const stood: number = heldAt ? row.at.getTime() - heldAt.getTime() : 0;
    heldAt = row.action === "hold" ? row.at : heldAt && stoppedStill.includes(row.action) ? heldAt : null;
    const side = speakerOf(row);
    const line = lines[row.action]?.(row, stood);
    const message = spoken.includes(row.action) && side !== "system" ? row.text : null;
    const all: ThreadLine[] = [];
    if (message) all.push({ id: row.id, at: row.at, side, personId: row.actorId, text: message });
    if (line) all.push({ id: systemLineId(row.id), at: row.at, side: "system", personId: orderId, text: line });
    return all;
  });
}

/** Steps that do not end a pause. */
const stoppedStill: readonly EntryName[] = ["draft", "report", "accept-change"];
