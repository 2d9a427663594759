import { and, asc, eq, ilike, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { offers } from "#src/modules/pricing/index.server.ts";
import { cutPage, walk } from "#src/platform/database/cursor.ts";
import { likeText } from "#src/platform/database/like.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { openOrderGroups } from "../domain/order-groups.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
import { orderStatuses, paymentStatuses } from "../domain/states.ts";
import { type StatusLabel, statusFor } from "../domain/status-labels.ts";
import { type FactColumns, factsOf } from "../order-row.ts";
import { lifeSetting } from "../settings.ts";
import { orders } from "../tables.ts";
import { adminWatches, watchConditions } from "./admin-watches.ts";
import { lightColumns } from "./shown-columns.ts";

const adminPageSize = 50;

// The words of the partial indexes of orders (tables.ts): the planner then needs no proof.
const openState = sql`${orders.status} not in ('completed', 'cancelled', 'refunded')`;

/** The groups in which an admin looks at orders; each is a condition on the state. */
export const orderGroups = {
  open: openState,
  "needs-quote": sql`${openState} and ${orders.status} = 'pending' and ${orders.kind} = 'custom'`,
  unpaid: sql`${openState} and ${orders.status} in ('pending', 'quoted')`,
  "no-writer": sql`${openState} and ${orders.status} = 'confirmed'`,
  working: sql`${openState} and ${orders.status} in ('assigned', 'in_progress', 'on_hold', 'revision_requested')`,
  delivered: sql`${openState} and ${orders.status} = 'delivered'`,
  trouble: sql`${openState} and (${orders.status} = 'disputed' or ${orders.frozen})`,
  finished: sql`${orders.status} = 'completed'`,
  ended: sql`${orders.status} in ('cancelled', 'refunded')`,
  all: sql`true`,
} as const satisfies Record<string, SQL>;
type OrderGroup = keyof typeof orderGroups;
const groupNames = Object.keys(orderGroups) as [OrderGroup, ...OrderGroup[]];

const openGroups: readonly OrderGroup[] = openOrderGroups;

export type AdminOrderRow = {
  id: string;
  number: string;
  title: string;
  service: string;
  subject: string | null;
  kind: FactColumns["kind"];
  status: FactColumns["status"];
  paymentStatus: FactColumns["paymentStatus"];
  shown: StatusLabel;
  clientId: string;
  clientName: string;
  clientEmail: string;
  writerId: string | null;
  writerName: string | null;
  priceCents: number | null;
  currency: string;
  deadline: Date | null;
  writerDeadline: Date | null;
  createdAt: Date;
  frozen: boolean;
  test: boolean;
  demo: boolean;
};

export const adminOrderRow = (row: FactColumns): AdminOrderRow => ({
  id: row.id,
  number: row.number,
  title: row.title,
  service: row.service,
  subject: row.subject,
  kind: row.kind,
  status: row.status,
  paymentStatus: row.paymentStatus,
  shown: statusFor(factsOf(row), "admin"),
  clientId: row.clientId,
  clientName: row.clientName,
  clientEmail: row.clientEmail,
  writerId: row.writerId,
  writerName: row.writerName,
  priceCents: row.priceCents,
  currency: row.currency,
  deadline: row.deadline,
  writerDeadline: row.writerDeadline,
  createdAt: row.createdAt,
  frozen: row.frozen,
  test: row.test,
  demo: row.demo,
});

const input = z.strictObject({
  group: z.enum(groupNames).catch("open").default("open"),
  status: z.enum(orderStatuses).optional().catch(undefined),
  payment: z.enum(paymentStatuses).optional().catch(undefined),
  service: z.enum(offers).optional().catch(undefined),
  /** Only what waits for a person for this reason. */
  watch: z.enum(adminWatches).optional().catch(undefined),
  /** Only the orders of this client, or of this writer. */
  client: z.uuid().optional().catch(undefined),
  writer: z.uuid().optional().catch(undefined),
  /** Number, words of the title or the client's address; three characters or more look inside words. */
  search: z.string().trim().max(200).default(""),
  /** `due` sorts by deadline, the nearest first, and exists for open orders. */
  sort: z.enum(["newest", "oldest", "due"]).catch("newest").default("newest"),
  /** Places of the list: rows after (`older`) or before (`newer`) them. */
  older: z.string().max(100).optional(),
  newer: z.string().max(100).optional(),
});
type Input = z.infer<typeof input>;

export type AdminOrderList = { rows: readonly AdminOrderRow[]; older: string | null; newer: string | null };

const searchFor = (text: string): SQL | undefined => {
  if (text === "") return undefined;
  return text.length < 3
    ? ilike(orders.number, `${likeText(text)}%`)
    : sql`${orders.search} like ${`%${likeText(text.toLowerCase())}%`}`;
};

/** One page of orders for the admin area, 50 a page, in one statement and without counting. Refuses not-found for others. */
export const adminOrderList = query<Input, AdminOrderList>("orders.admin-order-list", {
  input,
  run: async ({ db, ctx, viewer, now }, asked) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const watch = asked.watch && watchConditions(now, await ctx.runtime.settings.get(lifeSetting))[asked.watch];
    const due = asked.sort === "due" && openGroups.includes(asked.group);
    const at = due ? orders.deadline : orders.createdAt;
    const { direction, after, order } = walk(asked, { at, id: orders.id }, due || asked.sort === "oldest");
    const conditions = and(
      orderGroups[asked.group],
      asked.status ? eq(orders.status, asked.status) : undefined,
      asked.payment ? eq(orders.paymentStatus, asked.payment) : undefined,
      asked.service ? eq(orders.service, asked.service) : undefined,
      asked.client ? eq(orders.clientId, asked.client) : undefined,
      asked.writer ? eq(orders.writerId, asked.writer) : undefined,
      watch,
      searchFor(asked.search),
      due ? sql`${orders.deadline} is not null` : undefined,
      after,
    );
    const found = await db
      .select(lightColumns)
      .from(orders)
      .where(conditions)
      .orderBy(...order)
      .limit(adminPageSize + 1);
    const page = cutPage(found, adminPageSize, direction, (row) => ({
      at: (due ? row.deadline : null) ?? row.createdAt,
      id: row.id,
    }));
    return done({ ...page, rows: page.rows.map(adminOrderRow) });
  },
});

const queueInput = z.strictObject({});
export type QueuedRequest = AdminOrderRow & {
  instructions: string;
  pages: number | null;
  quoteEnded: boolean;
  waitingSince: Date | null;
};

/** Custom work that waits for a price, the longest waiting first. One statement. */
export const customOrdersQueue = query<Record<string, never>, readonly QueuedRequest[]>("orders.custom-queue", {
  input: queueInput,
  run: async ({ db, viewer }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const rows = await db
      .select({ ...lightColumns, instructions: orders.instructions })
      .from(orders)
      .where(and(eq(orders.kind, "custom"), inArray(orders.status, ["pending", "quoted"])))
      .orderBy(asc(orders.status), asc(orders.quoteEnded), asc(orders.waitingSince), asc(orders.id))
      .limit(200);
    return done(
      rows.map((row) => ({
        ...adminOrderRow(row),
        instructions: row.instructions,
        pages: row.pages,
        quoteEnded: row.quoteEnded,
        waitingSince: row.waitingSince,
      })),
    );
  },
});
