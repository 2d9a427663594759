import { findPeople } from "#src/modules/accounts/index.server.ts";
import { unfrozenOrders } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { coveredBy, type Owed, obstacleFor, sumOf } from "../domain/payouts.ts";
import { unpaidBalances } from "../settling/kept-sums.ts";
import { methodsOf } from "./method-store.ts";

/** A writer with money that is not paid out, or who owes some. */
export type DuePayout = Awaited<ReturnType<typeof duePayouts>>[number];

type Balance = Owed & { writerId: string; demo: boolean };

/** What is unpaid or owed, by order and writer, with whether money of the order may move. */
async function balances(db: Database, ids: readonly string[] | undefined): Promise<readonly Balance[]> {
  const rows = await unpaidBalances(db, ids);
  const free = await unfrozenOrders(
    db,
    rows.map((row) => row.orderId),
  );
  return rows.map((row) => ({ ...row, frozen: !free.has(row.orderId) }));
}

type Here = Pick<Runtime, "secret" | "settings" | "clock">;

/** Everybody with money, or these writers, the largest sum first. */
export async function duePayouts(runtime: Here, db: Database, writerIds?: readonly string[]) {
  const all = await balances(db, writerIds);
  const ids = [...new Set(all.map(({ writerId }) => writerId))];
  const [people, methods] = [await findPeople(db, ids), await methodsOf(runtime, db, ids)];
  return [...Map.groupBy(all, ({ writerId }) => writerId)]
    .map(([writerId, owed]) => {
      const person = people.get(writerId);
      const method = methods.get(writerId) ?? null;
      const blocked = person === undefined || person.blocked;
      const payee = { blocked, hasMethod: method !== null, pausedUntil: method?.pausedUntil ?? null };
      const lines = coveredBy(owed);
      return {
        ...{ writerId, lines, method, name: person?.name ?? "Deleted account" },
        /** Demo orders and nothing else. */
        demo: owed.every(({ demo }) => demo),
        /** What a run pays now, or would without the obstacle. */
        cents: sumOf(lines),
        /** What waits for a dispute or a contested payment, and is not in `cents`. */
        frozenCents: sumOf(owed.filter(({ cents, frozen }) => frozen && cents > 0)),
        obstacle: obstacleFor(owed, payee),
      };
    })
    .toSorted((a, b) => b.cents - a.cents || a.name.localeCompare(b.name, "en"));
}

/** Those whom a run pays. */
export const payableOf = (due: readonly DuePayout[]): readonly DuePayout[] =>
  due.filter(({ obstacle }) => obstacle === null);
