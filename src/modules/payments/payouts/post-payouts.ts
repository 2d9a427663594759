import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { balancesOf, type Transaction } from "../domain/ledger.ts";
import { addToBalances } from "../settling/kept-sums.ts";
import { ledgerEntries, ledgerTransactions } from "../tables.ts";

type Payout = { id: string; writerId: string };
type Line = { orderId: string; cents: number; demo: boolean };

const atOnce = 500;

/** Writes what a payout moves, a transaction for each order behind it; the same payout posts the same kind once. */
export async function postPayout(
  work: Work,
  { id: payoutId, writerId }: Payout,
  lines: readonly Line[],
  move: (cents: number) => Transaction,
): Promise<void> {
  for (let at = 0; at < lines.length; at += atOnce) {
    const made = lines
      .slice(at, at + atOnce)
      .map(({ orderId, cents, demo }) => ({ id: newId(), orderId, demo, ...move(cents) }));
    const shared = { cause: `payout:${payoutId}`, paidBy: null, writerId, test: false, at: work.now };
    await work.tx
      .insert(ledgerTransactions)
      .values(made.map(({ id, orderId, kind, demo }) => ({ id, orderId, kind, demo, ...shared })));
    await work.tx
      .insert(ledgerEntries)
      .values(made.flatMap(({ id, postings, demo }) => postings.map((one) => ({ transactionId: id, ...one, demo }))));
    const moved = made.map(({ orderId, demo, ...one }) => ({
      writerId,
      orderId,
      demo,
      cents: balancesOf([one]).writer,
    }));
    await addToBalances(work.tx, moved);
  }
}
