import { and, asc, eq, gt, gte, inArray, lt, lte, sql, sum } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { payoutOrders } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { csvOf, dollars } from "#src/platform/documents/csv.ts";
import type { AdminWith, Viewer } from "#src/shared/viewer.ts";
import { isCalendarDate, localOf, shiftedDay, startOfDay } from "#src/shared/zone.ts";
import { documents } from "../documents/document-tables.ts";
import { documentLabels, documentNumber } from "../domain/document.ts";
import { accountLabels, ledgerLabels } from "../domain/ledger-labels.ts";
import { payoutNumber } from "../domain/payouts.ts";
import { payoutLines, payouts } from "../payouts/payout-tables.ts";
import { ledgerEntries, ledgerTransactions, settlements } from "../tables.ts";

const batch = 500;

/** Days of the operator's zone, both included; an end that is no day is open. */
export type Period = { from: string; to: string; timeZone: string };

const dayIn = (text: string): string | null => (isCalendarDate(text) ? text : null);

const instantsOf = ({ from, to, timeZone }: Period): { begin: Date | null; end: Date | null } => {
  const [first, last] = [dayIn(from), dayIn(to)];
  return {
    begin: first === null ? null : startOfDay(first, timeZone),
    end: last === null ? null : startOfDay(shiftedDay(last, 1), timeZone),
  };
};

/** These files name no client and no title, so nobody is asked who reads them. */
const bookkeeping: Viewer = { kind: "system", job: "bookkeeping" };

const ordersIn = (db: Database, rows: readonly { orderId: string }[]) =>
  payoutOrders(
    db,
    bookkeeping,
    rows.map(({ orderId }) => orderId),
  );

const registerHead = [
  ...["number", "date", "kind", "order", "country", "net", "tax", "tax rate in percent", "gross", "method"],
  ...["provider fee", "currency"],
];

/** What the provider kept of each charge. */
async function feesOf(db: Database, chargeIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (chargeIds.length === 0) return new Map();
  const rows = await db
    .select({ id: settlements.chargeId, cents: sum(settlements.feeCents).mapWith(Number) })
    .from(settlements)
    .where(and(inArray(settlements.chargeId, [...chargeIds]), inArray(settlements.verdict, ["settle", "tip"])))
    .groupBy(settlements.chargeId);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

/**
 * Receipts and credit notes of a period by their numbers, credit notes below zero; documents of demo and test orders
 * are not in it. Read in batches.
 */
export async function* registerCsv(
  db: Database,
  _viewer: AdminWith<"money">,
  { from, to }: Period,
): AsyncGenerator<string> {
  yield csvOf([registerHead]);
  const [first, last] = [dayIn(from), dayIn(to)];
  const { kind, test, year, number: inSeries, issuedOn } = documents;
  const yearOf = (day: string) => sql`extract(year from ${day}::date)::int`;
  const inPeriod = [
    ...(first === null ? [] : [gte(year, yearOf(first)), gte(issuedOn, first)]),
    ...(last === null ? [] : [lte(year, yearOf(last)), lte(issuedOn, last)]),
  ];
  for (let after: Pick<typeof documents.$inferSelect, "kind" | "year" | "number"> | undefined; ; ) {
    const rows = await db
      .select()
      .from(documents)
      // In the words of the index of numbers, so that each batch begins where the last one ended.
      .where(
        and(
          eq(test, false),
          ...inPeriod,
          after &&
            sql`(${kind}, ${test}, ${year}, ${inSeries}) > (${after.kind}, false, ${after.year}, ${after.number})`,
        ),
      )
      .orderBy(asc(kind), asc(test), asc(year), asc(inSeries))
      .limit(batch);
    after = rows.at(-1);
    if (!after) return;
    const orders = await ordersIn(db, rows);
    const fees = await feesOf(
      db,
      rows.flatMap(({ chargeId }) => chargeId ?? []),
    );
    yield csvOf(
      rows.map((row) => {
        const sign = row.kind === "credit-note" ? -1 : 1;
        const { number, country } = orders.get(row.orderId) ?? { number: row.orderId, country: "" };
        const signed = (cents: number) => dollars(sign * cents);
        return [
          ...[documentNumber(row), row.issuedOn, documentLabels[row.kind], number, country],
          ...[signed(row.cents - row.taxCents), signed(row.taxCents), row.taxRate / 100, signed(row.cents)],
          ...[row.method, dollars(fees.get(row.chargeId ?? "") ?? 0), row.currency],
        ];
      }),
    );
  }
}

const payoutHead = ["number", "date", "writer", "amount", "currency", "state", "ended", "bank reference", "orders"];

/** Payouts that were started in a period, oldest first, those of the demo left out. Read in batches; as above. */
export async function* payoutsCsv(db: Database, _viewer: AdminWith<"money">, period: Period): AsyncGenerator<string> {
  yield csvOf([payoutHead]);
  const { begin, end } = instantsOf(period);
  const day = (at: Date | null) => at && localOf(at, period.timeZone).date;
  const inPeriod = [begin && gte(payouts.createdAt, begin), end && lt(payouts.createdAt, end)];
  for (let after = 0; ; ) {
    const rows = await db
      .select()
      .from(payouts)
      .where(and(eq(payouts.demo, false), gt(payouts.number, after), ...inPeriod.filter((part) => part !== null)))
      .orderBy(asc(payouts.number))
      .limit(batch);
    const last = rows.at(-1);
    if (!last) return;
    const people = await findPeople(
      db,
      rows.map(({ writerId }) => writerId),
    );
    const ids = rows.map(({ id }) => id);
    const lines = await db.select().from(payoutLines).where(inArray(payoutLines.payoutId, ids));
    const orders = await ordersIn(db, lines);
    const numbersOf = (id: string) =>
      lines.filter(({ payoutId }) => payoutId === id).map(({ orderId }) => orders.get(orderId)?.number ?? orderId);
    yield csvOf(
      rows.map(({ id, number, createdAt, writerId, cents, currency, state, endedAt, reference }) => [
        ...[payoutNumber(number), day(createdAt), people.get(writerId)?.name ?? "Deleted account", dollars(cents)],
        ...[currency, state, day(endedAt), reference, numbersOf(id).join(" ")],
      ]),
    );
    after = last.number;
  }
}

const ledgerHead = ["number", "time", "order", "entry", "paid by", "cause", "test", "account", "amount", "currency"];

/** The ledger of a period as CSV (RFC 4180), oldest first, a line for each entry. Read in batches; as above. */
export async function* ledgerCsv(db: Database, _viewer: AdminWith<"money">, period: Period): AsyncGenerator<string> {
  yield csvOf([ledgerHead]);
  const { begin, end } = instantsOf(period);
  const { at, seq } = ledgerTransactions;
  const inPeriod = [begin && gte(at, begin), end && lt(at, end)].filter((part) => part !== null);
  for (let after = 0; ; ) {
    const heads = await db
      .select()
      .from(ledgerTransactions)
      .where(and(gt(seq, after), ...inPeriod))
      .orderBy(asc(seq))
      .limit(batch);
    const last = heads.at(-1);
    if (!last) return;
    const ids = heads.map(({ id }) => id);
    const rows = await db.select().from(ledgerEntries).where(inArray(ledgerEntries.transactionId, ids));
    const entries = Map.groupBy(rows, ({ transactionId }) => transactionId);
    const orders = await ordersIn(db, heads);
    yield csvOf(
      heads.flatMap((head) =>
        (entries.get(head.id) ?? []).map(({ account, cents }) => [
          ...[head.seq, head.at.toISOString(), orders.get(head.orderId)?.number ?? head.orderId],
          ...[ledgerLabels[head.kind], head.paidBy, head.cause, head.test ? "test" : null],
          ...[accountLabels[account], dollars(cents), "USD"],
        ]),
      ),
    );
    after = last.seq;
  }
}
