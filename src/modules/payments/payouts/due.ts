import { openAccountsAmong } from "#src/modules/accounts/index.server.ts";
import { frozenOrders, unfrozenOrders } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { coveredBy, frozenOf, type Owed, obstacleFor, sumOf } from "../domain/payouts.ts";
import { type UnpaidSums, unpaidBalances, unpaidSums } from "../settling/kept-sums.ts";
import { methodsOf } from "./method-store.ts";

/** A writer with money that is not paid out, or who owes some. */
export type DuePayout = Awaited<ReturnType<typeof duePayouts>>[number];
/** The same without the single orders behind the sum. */
export type DueSums = Awaited<ReturnType<typeof dueSums>>[number];

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

/** Where the money of each goes and what stands against it, the largest sum first. */
async function judged<S extends Pick<UnpaidSums, "writerId" | "cents" | "frozenCents">>(
  runtime: Here,
  db: Database,
  sums: readonly S[],
) {
  const ids = sums.map(({ writerId }) => writerId);
  const [open, methods] = [await openAccountsAmong(db, ids), await methodsOf(runtime, db, ids)];
  return sums
    .map((one) => {
      const method = methods.get(one.writerId) ?? null;
      const payee = {
        blocked: !open.has(one.writerId),
        hasMethod: method !== null,
        pausedUntil: method?.pausedUntil ?? null,
      };
      return { ...one, method, obstacle: obstacleFor(one, payee) };
    })
    .toSorted((a, b) => b.cents - a.cents || (a.writerId < b.writerId ? -1 : 1));
}

/** Everybody with money, or these writers, with the orders behind each sum, the largest sum first. */
export async function duePayouts(runtime: Here, db: Database, writerIds?: readonly string[]) {
  const all = await balances(db, writerIds);
  const sums = [...Map.groupBy(all, ({ writerId }) => writerId)].map(([writerId, owed]) => {
    const lines = coveredBy(owed);
    return {
      ...{ writerId, lines },
      /** Demo orders and nothing else. */
      demo: owed.every(({ demo }) => demo),
      /** What a run pays now, or would without the obstacle. */
      cents: sumOf(lines),
      /** What waits for a dispute or a contested payment, and is not in `cents`. */
      frozenCents: frozenOf(owed),
    };
  });
  return judged(runtime, db, sums);
}

/** Everybody with money, summed by the database: for a page of all of them. */
export const dueSums = async (runtime: Here, db: Database) => judged(runtime, db, await unpaidSums(db, frozenOrders));

/** So many writers are paid by one run: its page shows each of them. */
export const mostInARun = 500;

/** Whom runs can pay, the largest sum first. */
export const payableOf = <Due extends Pick<DuePayout, "obstacle">>(due: readonly Due[]): readonly Due[] =>
  due.filter(({ obstacle }) => obstacle === null);

/** Whom the next run pays. */
export const nextRunOf = <Due extends Pick<DuePayout, "obstacle">>(due: readonly Due[]): readonly Due[] =>
  payableOf(due).slice(0, mostInARun);
