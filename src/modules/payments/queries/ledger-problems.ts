import { eq, ne, sql, sum } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { ledgerEntries, ledgerTransactions } from "../tables.ts";
import { ledgerBalances } from "./ledger-balances.ts";

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
