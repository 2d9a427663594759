import { eq, ne, sql, sum } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { type Balances, balancesOf, brokenEquations } from "../domain/ledger.ts";
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

/** Sentences about the ledger that do not hold: equations of all of it, and transactions that do not sum to zero. */
export async function ledgerProblems(db: Database): Promise<string[]> {
  const { broken } = await ledgerBalances(db);
  const unbalanced = await db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .leftJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .groupBy(ledgerTransactions.id)
    .having(ne(sql`coalesce(${sum(ledgerEntries.cents)}, 1)`, 0));
  return [
    ...broken.map((text) => `The ledger does not add up: ${text}.`),
    ...unbalanced.map(({ id }) => `The ledger's transaction ${id} does not sum to zero.`),
  ];
}
