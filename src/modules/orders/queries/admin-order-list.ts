import { and, asc, eq, gte, inArray, isNull, lt, lte, ne, notInArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { offers } from "#src/modules/pricing/index.server.ts";
import { askedCursor, type Page } from "#src/platform/database/cursor.ts";
import { searchColumn, searched, searchMatch } from "#src/platform/database/search.ts";
import { type Ask, everyPage, query } from "#src/platform/query.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { cursorText } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { plainCode } from "#src/shared/typed-values.ts";
import { nameFor, sealedIds, textFor, type Viewer, withoutOpenings } from "#src/shared/viewer.ts";
import { isReadInstant } from "#src/shared/zone.ts";
import { briefNames, briefValuesOf } from "../domain/brief-fields.ts";
import { dueAt, handedOverAt, isLate } from "../domain/deadlines.ts";
import { canSeeAllOrders } from "../domain/policy.ts";
import { orderStatuses, paymentStatuses } from "../domain/states.ts";
import { statusFor } from "../domain/status-labels.ts";
import { canBePaidNow } from "../ports.ts";
import { lifeSetting } from "../settings.ts";
import { type FactColumns, factsOf } from "../storage/order-row.ts";
import { openState, orders } from "../tables.ts";
import { adminWatches, dueConditions, dueFilters, watchConditions } from "./admin-watches.ts";
import { lightColumns } from "./order-brief.ts";
import { adminSorts, placeIn, sortedPage } from "./sorted-orders.ts";

/** Two and a half screens of rows: what is further down is reached by a page, a filter or the search. */
const adminPageSize = 30;

/**
 * The groups in which an admin looks at orders; each is a condition on the state. That such a state is an open one, the
 * planner knows: said beside it, it would count for a second condition, and the group for much smaller than it is.
 */
export const orderGroups = {
  open: openState,
  "needs-quote": sql`${orders.status} = 'pending' and ${orders.kind} = 'custom'`,
  unpaid: sql`${orders.status} in ('pending', 'quoted')`,
  "no-writer": sql`${orders.status} = 'confirmed'`,
  working: sql`${orders.status} in ('assigned', 'in_progress', 'on_hold', 'revision_requested')`,
  delivered: sql`${orders.status} = 'delivered'`,
  trouble: sql`${openState} and (${orders.status} = 'disputed' or ${orders.frozen})`,
  finished: sql`${orders.status} = 'completed'`,
  ended: sql`${orders.status} in ('cancelled', 'refunded')`,
  all: sql`true`,
} as const satisfies Record<string, SQL>;
type OrderGroup = keyof typeof orderGroups;

/** The same as parts that share no order, each of which an index has in the order of the list. */
export const groupParts: Readonly<Record<OrderGroup, readonly SQL[]>> = {
  open: [orderGroups.open],
  "needs-quote": [orderGroups["needs-quote"]],
  "no-writer": [orderGroups["no-writer"]],
  delivered: [orderGroups.delivered],
  finished: [orderGroups.finished],
  all: [orderGroups.all],
  unpaid: [sql`${orders.status} = 'pending'`, sql`${orders.status} = 'quoted'`],
  working: [
    sql`${orders.status} = 'assigned'`,
    sql`${orders.status} = 'in_progress'`,
    sql`${orders.status} = 'on_hold'`,
    sql`${orders.status} = 'revision_requested'`,
  ],
  trouble: [
    sql`${orders.status} = 'disputed'`,
    sql`${openState} and ${orders.frozen} and ${orders.status} <> 'disputed'`,
  ],
  ended: [sql`${orders.status} = 'cancelled'`, sql`${orders.status} = 'refunded'`],
};
/** A search finds few rows, once. */
const partsFor = ({ group, search }: Pick<Input, "group" | "search">): readonly SQL[] =>
  search === "" ? groupParts[group] : [orderGroups[group]];
const groupNames = Object.keys(orderGroups) as [OrderGroup, ...OrderGroup[]];

export type AdminOrderRow = ReturnType<typeof adminOrderRow>;

/** A row as this admin may have it: of a sealed client neither name nor text. */
export const adminOrderRow = (row: FactColumns, { viewer, now }: Pick<Ask, "viewer" | "now">) => ({
  id: row.id,
  number: row.number,
  title: textFor(viewer, row.clientId, "work", row.title),
  service: row.service,
  serviceName: row.serviceName && textFor(viewer, row.clientId, "work", row.serviceName),
  subject: row.subject && textFor(viewer, row.clientId, "work", row.subject),
  kind: row.kind,
  status: row.status,
  paymentStatus: row.paymentStatus,
  shown: statusFor(factsOf(row), "admin"),
  late: isLate(row, now),
  clientId: row.clientId,
  clientName: nameFor(viewer, row.clientId, row.clientName),
  clientEmail: textFor(viewer, row.clientId, "contact", row.clientEmail),
  writerId: row.writerId,
  writerName: row.writerName,
  priceCents: row.priceCents,
  discount: row.discount,
  shortfallCents: row.shortfallCents,
  currency: row.currency,
  deadline: dueAt(row),
  writerDeadline: row.writerDeadline,
  /** Since when the clock stands; null while it runs. */
  heldSince: row.heldSince,
  deliveredAt: row.deliveredAt,
  handedOverAt: handedOverAt(row),
  createdAt: row.createdAt,
  /** What a form about this row sends back as `seenVersion`. */
  version: row.stepVersion,
  frozen: row.frozen,
  test: row.test,
  demo: row.demo,
  ...briefValuesOf(briefNames.inFile(), (name) => row[name]),
});

const day = z.coerce.date().refine(isReadInstant).optional().catch(undefined);
const cents = z.number().int().min(0).max(1e12).optional().catch(undefined);

const input = z.strictObject({
  group: z.enum(groupNames).catch("open").default("open"),
  status: z.enum(orderStatuses).optional().catch(undefined),
  payment: z.enum(paymentStatuses).optional().catch(undefined),
  service: z.enum(offers).optional().catch(undefined),
  /** Only what waits for a person for this reason, or is due on these days. */
  watch: z
    .enum([...adminWatches, ...dueFilters])
    .optional()
    .catch(undefined),
  /** Only the orders of this client, or of this writer; "none": without a writer. */
  client: z.uuid().optional().catch(undefined),
  writer: z
    .union([z.uuid(), z.literal("none")])
    .optional()
    .catch(undefined),
  /** Made at `from` or later, and before `until`. */
  from: day,
  until: day,
  /** Bounds of the price, in cents. */
  least: cents,
  most: cents,
  /** Only these orders, chosen in the list. */
  chosen: z.array(z.uuid()).max(200).optional(),
  /** Words of the number, the title, the name or address of the client, and the pseudonym. */
  search: z.string().trim().max(200).default(""),
  match: searchMatch,
  sort: z.enum(adminSorts).catch("newest").default("newest"),
  /** Places of the list: rows after (`older`) or before (`newer`) them. */
  older: askedCursor.optional(),
  newer: askedCursor.optional(),
});
type Input = z.infer<typeof input>;

export type AdminOrderList = { rows: readonly AdminOrderRow[]; older: string | null; newer: string | null };

/** Seven letters and digits may be the number of an order, which is found at once however many orders there are. */
const maybeNumber = (text: string): boolean => /^[a-z0-9]{7}$/i.test(text);

const writerIs = (writer: Input["writer"]): SQL | undefined => {
  if (!writer) return undefined;
  return writer === "none" ? isNull(orders.writerId) : eq(orders.writerId, writer);
};

/** The exact number of an order is looked up at once, however many orders there are; null: it is not one. */
async function byNumber({ db, viewer }: Ask, asked: Input, watch: SQL | undefined): Promise<Page<FactColumns> | null> {
  if (!maybeNumber(plainCode(asked.search))) return null;
  const number = eq(orders.number, plainCode(asked.search));
  const [row] = await db
    .select(lightColumns)
    .from(orders)
    .where(and(number, orderGroups[asked.group], filtersOf({ ...asked, search: "" }, viewer), watch))
    .limit(1);
  return row ? { rows: [row], older: null, newer: null } : null;
}

/** What is sealed cannot be found by a search either, unless by the number of the order. */
const findable = (search: string, viewer: Viewer): SQL | undefined => {
  const sealed = search === "" ? [] : [...sealedIds(viewer, "contact"), ...sealedIds(viewer, "work")];
  return sealed.length > 0 ? notInArray(orders.clientId, sealed) : undefined;
};

/** All filters but the group. */
const filtersOf = (asked: Input, viewer: Viewer): SQL | undefined =>
  and(
    findable(asked.search, viewer),
    asked.status ? eq(orders.status, asked.status) : undefined,
    asked.payment ? eq(orders.paymentStatus, asked.payment) : undefined,
    asked.service ? eq(orders.service, asked.service) : undefined,
    asked.client ? eq(orders.clientId, asked.client) : undefined,
    writerIs(asked.writer),
    asked.from ? gte(orders.createdAt, asked.from) : undefined,
    asked.until ? lt(orders.createdAt, asked.until) : undefined,
    asked.least === undefined ? undefined : gte(orders.priceCents, asked.least),
    asked.most === undefined ? undefined : lte(orders.priceCents, asked.most),
    asked.chosen ? inArray(orders.id, asked.chosen) : undefined,
    searched(searchColumn(orders), asked.search, asked.match),
  );

/** The condition of what is watched for; days are those of the operator. */
async function watchedFor(ctx: Ctx, now: Date, watch: Input["watch"]): Promise<SQL | undefined> {
  if (!watch) return undefined;
  if (watch === "due-today" || watch === "due-next")
    return dueConditions(now, (await ctx.runtime.settings.get(siteSetting)).timeZone)[watch];
  const payable = await canBePaidNow(ctx.runtime);
  return watchConditions(now, await ctx.runtime.settings.get(lifeSetting), payable)[watch];
}

/** One page of the matching rows. Refuses not-found for who may not see all orders. */
const listOf = async (ask: Ask, asked: Input, size: number) => {
  const { db, ctx, viewer, now } = ask;
  if (!canSeeAllOrders(viewer, "admin")) return notFound();
  const watch = await watchedFor(ctx, now, asked.watch);
  const exact = await byNumber(ask, asked, watch);
  const page =
    exact ??
    (await sortedPage(db, asked, { parts: partsFor(asked), where: and(filtersOf(asked, viewer), watch) }, size));
  return done<AdminOrderList>({ ...page, rows: page.rows.map((row) => adminOrderRow(row, ask)) });
};

/** One page of orders for the admin area, 30 a page, in one statement and without counting. Refuses not-found for others. */
export const adminOrderList = query<Input, AdminOrderList>("orders.admin-order-list", {
  input,
  run: (at, asked) => listOf(at, asked, adminPageSize),
});

const neighboursInput = z.strictObject({ orderId: z.uuid(), list: input });
export type Neighbours = { previous: string | null; next: string | null };

/**
 * The orders before and after one order in a list: ids, or null at its ends. An order that has left the list since is
 * judged by where it stood. Refuses not-found for who may not see all orders, and for an unknown order.
 */
export const orderNeighbours = query<z.infer<typeof neighboursInput>, Neighbours>("orders.neighbours", {
  input: neighboursInput,
  run: async ({ db, ctx, viewer, now }, { orderId, list }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const [row] = await db.select(lightColumns).from(orders).where(eq(orders.id, orderId));
    if (!row) return notFound();
    const where = and(filtersOf(list, viewer), await watchedFor(ctx, now, list.watch), ne(orders.id, orderId));
    const here = cursorText(placeIn(list)(row));
    const [before, after] = await Promise.all([
      sortedPage(db, { ...list, older: undefined, newer: here }, { parts: partsFor(list), where }, 1),
      sortedPage(db, { ...list, older: here, newer: undefined }, { parts: partsFor(list), where }, 1),
    ]);
    return done({ previous: before.rows[0]?.id ?? null, next: after.rows[0]?.id ?? null });
  },
});

const exportSize = 500;

const exportPage = query<Input, AdminOrderList>("orders.admin-order-export", {
  input,
  run: (at, asked) => listOf({ ...at, viewer: withoutOpenings(at.viewer) }, asked, exportSize),
});

/** Every order that fits, page by page, each page read for the viewer anew. Ends at once for who may not see orders. */
export const adminOrderPages = (ctx: Ctx, asked: object): AsyncGenerator<readonly AdminOrderRow[]> =>
  everyPage((older) => exportPage(ctx, { ...asked, older, newer: undefined }));

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
  run: async ({ db, viewer, now }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const rows = await db
      .select({ ...lightColumns, instructions: orders.instructions })
      .from(orders)
      .where(and(eq(orders.kind, "custom"), inArray(orders.status, ["pending", "quoted"])))
      .orderBy(asc(orders.status), asc(orders.quoteEnded), asc(orders.waitingSince), asc(orders.id))
      .limit(200);
    return done(
      rows.map((row) => ({
        ...adminOrderRow(row, { viewer, now }),
        instructions: textFor(viewer, row.clientId, "work", row.instructions),
        pages: row.pages,
        quoteEnded: row.quoteEnded,
        waitingSince: row.waitingSince,
      })),
    );
  },
});
