import { and, eq, not, or, sql } from "drizzle-orm";
import { z } from "zod";
import { cutPage, walk } from "#src/platform/database/cursor.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { nextFor } from "../domain/next-words.ts";
import { clientIdOf } from "../domain/policy.ts";
import { type StatusWord, statusFor } from "../domain/words.ts";
import { type FactColumns, factsOf } from "../order-row.ts";
import { orders } from "../tables.ts";
import { lightColumns } from "./shown-columns.ts";

const pageSize = 25;
const mostTurns = 50;

/** An order as its client sees it in a list. */
export type ClientCard = {
  id: string;
  number: string;
  title: string;
  service: FactColumns["service"];
  subject: string | null;
  pages: number | null;
  kind: FactColumns["kind"];
  status: FactColumns["status"];
  paymentStatus: FactColumns["paymentStatus"];
  shown: StatusWord;
  next: string;
  priceCents: number | null;
  currency: string;
  deadline: Date | null;
  deadlineZone: string | null;
  quoteEndsAt: Date | null;
  lockEndsAt: Date | null;
  deliveredAt: Date | null;
  createdAt: Date;
  test: boolean;
  demo: boolean;
};

const clientCard = (row: FactColumns): ClientCard => {
  const facts = factsOf(row);
  const { id, number, title, service, subject, pages, kind, status, paymentStatus, priceCents, currency, deadline } =
    row;
  const { deadlineZone, quoteEndsAt, lockEndsAt, deliveredAt, createdAt, test, demo } = row;
  return {
    id,
    number,
    title,
    service,
    subject,
    pages,
    kind,
    status,
    paymentStatus,
    shown: statusFor(facts, "client"),
    next: nextFor(facts, "client"),
    priceCents,
    currency,
    deadline,
    deadlineZone,
    quoteEndsAt,
    lockEndsAt,
    deliveredAt,
    createdAt,
    test,
    demo,
  };
};

export type ClientDashboard = {
  /** On the first page: what waits for the client, newest first. */
  yourTurn: readonly ClientCard[];
  /** All others, newest first. */
  orders: readonly ClientCard[];
  /** For `after`: the page of older ones; null at the end. */
  older: string | null;
};

const input = z.strictObject({ after: z.string().max(100).optional() });

const theirTurn = or(
  sql`${orders.status} in ('quoted', 'on_hold', 'delivered')`,
  and(eq(orders.status, "pending"), or(eq(orders.kind, "priced"), eq(orders.quoteEnded, true))),
);

/** The orders of the person who asks, in two statements. Refuses signed-out. */
export const clientDashboard = query<z.infer<typeof input>, ClientDashboard>("orders.client-dashboard", {
  input,
  run: async ({ db, viewer }, { after: asked }) => {
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see your orders.");
    const clientId = clientIdOf(viewer);
    if (clientId === null) return notFound();
    const mine = eq(orders.clientId, clientId);
    const { way, after, order } = walk({ older: asked }, { at: orders.createdAt, id: orders.id });
    const turns =
      way === "older"
        ? []
        : await db
            .select(lightColumns)
            .from(orders)
            .where(and(mine, theirTurn))
            .orderBy(...order)
            .limit(mostTurns);
    const rows = await db
      .select(lightColumns)
      .from(orders)
      .where(and(mine, theirTurn && not(theirTurn), after))
      .orderBy(...order)
      .limit(pageSize + 1);
    const page = cutPage(rows, pageSize, way, ({ createdAt: at, id }) => ({ at, id }));
    return done({ yourTurn: turns.map(clientCard), orders: page.rows.map(clientCard), older: page.older });
  },
});
