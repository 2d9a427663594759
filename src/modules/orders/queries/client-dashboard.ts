import { and, count, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { askedCursor, cutPage, walk } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import { searchableText, searched } from "#src/platform/database/search.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { dueAt, priceStandsUntil } from "../domain/deadlines.ts";
import { netCents } from "../domain/discount.ts";
import { awaitsTransfer, nextFor } from "../domain/next-texts.ts";
import type { LifeSettings } from "../domain/order-rules.ts";
import { clientIdOf } from "../domain/policy.ts";
import { statusFor } from "../domain/status-labels.ts";
import { lifeSetting } from "../settings.ts";
import { type FactColumns, factsOf } from "../storage/order-row.ts";
import { orders } from "../tables.ts";
import { lightColumns } from "./order-brief.ts";

const pageSize = 50;
const mostTurns = 50;

/** An order as its client sees it in a list. */
export type ClientCard = ReturnType<typeof clientCard>;

const clientCard = (row: FactColumns, settings: LifeSettings) => {
  const facts = factsOf(row);
  const { id, number, title, service, serviceName, subject, pages, kind, status, paymentStatus } = row;
  const deadline = dueAt(row);
  const { createdAt, test } = row;
  return {
    id,
    number,
    title,
    service,
    serviceName,
    subject,
    pages,
    kind,
    status,
    paymentStatus,
    shown: statusFor(facts, "client"),
    next: nextFor(facts, "client"),
    /** What it costs the client: a promotion code is taken off. */
    priceCents: row.priceCents && netCents(row),
    deadline,
    /** Until when the price of an unpaid order stands, a transfer's wait too. */
    standsUntil: priceStandsUntil(row, settings),
    awaitsTransfer: awaitsTransfer(facts),
    createdAt,
    test,
  };
};

/** What a client can narrow the list to. */
export const clientTabs = ["all", "turn", "active", "finished", "cancelled"] as const;
type ClientTab = (typeof clientTabs)[number];

export type ClientDashboard = {
  /** On the first page of the whole list: what waits for the client. */
  yourTurn: readonly ClientCard[];
  /** The orders of the page, those that wait among them. */
  orders: readonly ClientCard[];
  counts: Readonly<Record<ClientTab, number>>;
  /** For `after`: the page of further ones; null at the end. */
  older: string | null;
};

const input = z.strictObject({
  after: askedCursor.optional(),
  tab: z.enum(clientTabs).default("all"),
  search: z.string().trim().max(200).default(""),
});

/** Counted are at most this many orders of one client, the newest. */
const mostCounted = 400;

/** An order whose transfer is announced, or has come in part, waits for the bank and not for its client. */
const theirTurn = sql`(${orders.status} = 'on_hold'
  or (${orders.status} = 'delivered' and ${orders.approvedAt} is null
    and not (${orders.unpaidCents} > 0 and ${orders.transferSince} is not null))
  or (${orders.paymentStatus} <> 'awaiting_confirmation' and (${orders.status} = 'quoted'
    or (${orders.status} = 'pending' and (${orders.kind} = 'priced' or ${orders.quoteEnded})))))`;
const rank = sql<number>`case when ${theirTurn} then 0 when ${orders.status} = 'completed' then 2
  when ${orders.status} in ('cancelled', 'refunded') then 3 else 1 end`;
const rankOf: Readonly<Record<Exclude<ClientTab, "all">, number>> = { turn: 0, active: 1, finished: 2, cancelled: 3 };

/** Searched in the rows of one client, so without an index: that of the column `search` knows the client's own name too. */
const found = (search: string) =>
  searched(searchableText(orders.number, orders.title), search.replace(/^no\.?\s+/i, ""));

async function countsOf(db: Database, clientId: string): Promise<ClientDashboard["counts"]> {
  const mine = db
    .select({ rank: rank.as("rank") })
    .from(orders)
    .where(eq(orders.clientId, clientId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(mostCounted)
    .as("mine");
  const rows = await db.select({ rank: mine.rank, count: count() }).from(mine).groupBy(mine.rank).limit(4);
  const of = (wanted: number) => rows.find((row) => row.rank === wanted)?.count ?? 0;
  const all = rows.reduce((sum, row) => sum + row.count, 0);
  return { all, turn: of(0), active: of(1), finished: of(2), cancelled: of(3) };
}

type Ranked = ClientCard & { rank: number };

/** The client's turn, then what continues by its deadline, then what has ended, newest first. */
const byNeed = (a: Ranked, b: Ranked): number => {
  const due = ({ deadline }: Ranked) => deadline?.getTime() ?? Number.MAX_SAFE_INTEGER;
  const within = a.rank >= rankOf.finished ? b.createdAt.getTime() - a.createdAt.getTime() : due(a) - due(b);
  return a.rank - b.rank || within;
};

/**
 * The viewer's orders, of a tab and with a search in title and number. Pages go from the newest orders to
 * the oldest, and each is sorted by what needs the client; what waits for the client is whole on the first page.
 * Three statements. Refuses signed-out.
 */
export const clientDashboard = query<z.input<typeof input>, ClientDashboard>("orders.client-dashboard", {
  input,
  run: async ({ db, ctx, viewer }, { after: asked, tab = "all", search = "" }) => {
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see your orders.");
    const clientId = clientIdOf(viewer);
    if (clientId === null) return notFound();
    const mine = eq(orders.clientId, clientId);
    const { direction, after, order } = walk({ older: asked }, { at: orders.createdAt, id: orders.id });
    const plain = direction !== "older" && tab === "all" && search === "";
    const list = db.select({ ...lightColumns, rank }).from(orders);
    const [turns, rows, counts] = await Promise.all([
      plain
        ? db
            .select({ ...lightColumns, rank })
            .from(orders)
            .where(and(mine, theirTurn))
            .orderBy(...order)
            .limit(mostTurns)
        : [],
      list
        .where(and(mine, tab === "all" ? undefined : sql`${rank} = ${rankOf[tab]}`, found(search), after))
        .orderBy(...order)
        .limit(pageSize + 1),
      countsOf(db, clientId),
    ]);
    const settings = await ctx.runtime.settings.get(lifeSetting);
    const page = cutPage(rows, pageSize, direction, ({ createdAt: at, id }) => ({ at, id }));
    const sorted = (some: readonly (typeof rows)[number][]) =>
      some.map((row) => ({ ...clientCard(row, settings), rank: row.rank })).sort(byNeed);
    return done({ yourTurn: sorted(turns), orders: sorted(page.rows), counts, older: page.older });
  },
});
