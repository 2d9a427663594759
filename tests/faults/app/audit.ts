import { expect } from "vitest";
import { openVisitor } from "#tests/support/driver.ts";
import { lookAgain, type Witness } from "#tests/support/driver-people.ts";
import { eventually } from "../database/fixture.ts";
import { type Books, brokenChain, brokenMoney, doubledOrHalf, endLeases, unfinished, withBooks } from "./books.ts";
import type { App } from "./fixture.ts";

type Kept = { id: string; key: string; status: string; settled: number };

/**
 * What must hold after any fault, when the product runs again: every acknowledged write is there once, others whole or
 * not at all, money adds up and is what was acknowledged, what was begun comes to its end, the audit's chain is whole.
 */
export async function audit(
  app: App,
  { dataDir, witness, email, expired = [] }: { dataDir: string; witness: Witness; email: string; expired?: string[] },
): Promise<void> {
  const client = openVisitor(() => app.url);
  await client.signIn(email);
  for (const id of witness.paying) if (!witness.paid.has(id)) await lookAgain(client, witness, id);
  await withBooks(dataDir, async (books) => {
    await endLeases(books);
    await eventually(async () => Object.keys(await unfinished(books)).length === 0);
    expect(await doubledOrHalf(books)).toEqual([]);
    expect(await brokenMoney(books)).toEqual([]);
    expect(await brokenChain(books)).toEqual([]);
    const kept = await keptOrders(books);
    compare(kept, witness);
    const ended = kept.filter(({ id, status }) => status === "cancelled" && !witness.lives.has(id)).map(({ id }) => id);
    expect(ended.sort()).toEqual([...expired].sort());
  });
}

const keptOrders = ({ rows }: Books): Promise<Kept[]> =>
  rows<Kept>(`select o.id, o.idempotency_key as key, o.status,
    (select count(*)::int from payments.settlements s where s.order_id = o.id and s.verdict = 'settle') as settled
    from orders.orders o where not o.demo`);

/** The books beside the witness, both ways. */
function compare(kept: Kept[], witness: Witness): void {
  const byId = new Map(kept.map((order) => [order.id, order]));
  const lost = [...witness.placed].filter(([key, id]) => byId.get(id)?.key !== key);
  const unknown = kept.filter(({ key }) => !witness.asked.has(key));
  const unpaid = [...witness.paid].filter((id) => byId.get(id)?.settled !== 1);
  const unasked = kept.filter(({ id, settled }) => settled > 0 && !witness.paying.has(id));
  const undone = [...witness.lives].filter(([id, { done = "confirmed", asked }]) => {
    const status = byId.get(id)?.status;
    return status !== done && status !== asked;
  });
  expect({ lost, unknown, unpaid, unasked, undone }).toEqual({
    lost: [],
    unknown: [],
    unpaid: [],
    unasked: [],
    undone: [],
  });
}
