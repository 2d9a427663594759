import { and, eq, inArray, ne, sql, sum } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import {
  type Account,
  accounts,
  type Balances,
  balancesOf,
  brokenEquations,
  type TransactionKind,
} from "../domain/ledger.ts";
import { realPostings, unequalQuarters } from "../settling/ledger-sums.ts";
import { ledgerEntries, ledgerTransactions } from "../tables.ts";

export type LedgerBalances = { balances: Balances; broken: readonly string[] };

/**
 * The balance of every account in cents, of one order or of all, and the equations of the ledger that do not hold
 * (none, ever). `real` leaves demo and test orders out: what statistics and payouts count.
 */
export async function ledgerBalances(
  db: Database,
  { orderId, real = false }: { orderId?: string; real?: boolean } = {},
): Promise<LedgerBalances> {
  const heads = ledgerTransactions;
  const rows = await db
    .select({ account: ledgerEntries.account, cents: sum(ledgerEntries.cents) })
    .from(ledgerEntries)
    .innerJoin(heads, eq(heads.id, ledgerEntries.transactionId))
    .where(orderId ? eq(heads.orderId, orderId) : real ? eq(heads.test, false) : undefined)
    .groupBy(ledgerEntries.account);
  const postings = rows.map(({ account, cents }) => ({ account, cents: Number(cents) }));
  const balances = balancesOf([{ kind: "settle", paidBy: null, postings }]);
  return { balances, broken: brokenEquations(balances) };
}

/** As `ledgerBalances` of real money, by what the last night has summed: for pages. */
export async function keptBalances(db: Database): Promise<LedgerBalances> {
  const balances = balancesOf([{ kind: "settle", paidBy: null, postings: await realPostings(db) }]);
  return { balances, broken: brokenEquations(balances) };
}

/**
 * What was paid of the price of these orders and did not go back, in cents: discounts and payments that are still to
 * come are not in it, tips and test orders neither.
 */
export async function paidInAll(db: Database, orderIds: readonly string[]): Promise<number> {
  if (orderIds.length === 0) return 0;
  const heads = ledgerTransactions;
  const rows = await db
    .select({ kind: heads.kind, account: ledgerEntries.account, cents: sum(ledgerEntries.cents) })
    .from(ledgerEntries)
    .innerJoin(heads, eq(heads.id, ledgerEntries.transactionId))
    .where(and(inArray(heads.orderId, [...orderIds]), eq(heads.test, false)))
    .groupBy(heads.kind, ledgerEntries.account);
  const of = (kinds: readonly TransactionKind[], account: Account): number =>
    rows.reduce((all, row) => (row.account === account && kinds.includes(row.kind) ? all + Number(row.cents) : all), 0);
  const received = of(["settle", "surplus-settle"], "held");
  return (
    received - of(["refund", "refund-reversal"], "refunds") - of(["chargeback", "chargeback-reversal"], "chargebacks")
  );
}

/** Sentences about the ledger that do not hold: equations of all of it, kept sums, transactions that do not sum to zero. */
export async function ledgerProblems(db: Database): Promise<string[]> {
  const { broken } = await ledgerBalances(db);
  const [real, kept] = [await ledgerBalances(db, { real: true }), await keptBalances(db)];
  const other = accounts.filter((account) => real.balances[account] !== kept.balances[account]);
  const unequal = await unequalQuarters(db);
  const unbalanced = await db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .leftJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .groupBy(ledgerTransactions.id)
    .having(ne(sql`coalesce(${sum(ledgerEntries.cents)}, 1)`, 0));
  return [
    ...broken.map((text) => `The ledger does not add up: ${text}.`),
    ...other.map((account) => `The kept sum of the ledger's account ${account} is not the sum of its entries.`),
    ...(unequal > 0
      ? [`The ledger's kept sums of ${unequal} quarters of an hour are not the sums of its entries.`]
      : []),
    ...unbalanced.map(({ id }) => `The ledger's transaction ${id} does not sum to zero.`),
  ];
}
