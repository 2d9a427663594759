import { eq, sum } from "drizzle-orm";
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
