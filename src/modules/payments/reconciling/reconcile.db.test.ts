import { eq, inArray } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { dayMs, minuteMs } from "#src/shared/units.ts";
import { begin, later, newOrder } from "#tests/support/payments.ts";
import { many, paymentsFixture } from "../payments-fixture.testing.ts";
import type { AttemptRow } from "../settling/books.ts";
import { attempts } from "../tables.ts";
import { mostEnded, reconcile } from "./reconcile.ts";

const runtime = await paymentsFixture();
const { provider } = runtime.sandbox;
const { state } = provider;
afterEach(() => {
  provider.state = state;
});

const opened = async () => begin(runtime, await newOrder(runtime));
const rowOf = async (id: string): Promise<AttemptRow> => {
  const [row] = await runtime.db.select().from(attempts).where(eq(attempts.id, id));
  if (!row) throw new Error("The attempt is gone.");
  return row;
};
/** Attempts like this one that were left an hour ago and never asked about. */
const abandon = async (like: string, count: number) => {
  const now = runtime.clock().getTime();
  const { ...row } = await rowOf(like);
  const over = { state: "closed", endedAt: new Date(now - 60 * minuteMs), askedAt: null } as const;
  const rows = Array.from({ length: count }, () => ({ ...row, ...over, id: newId() }));
  await runtime.db.insert(attempts).values(rows);
  return rows.map(({ id }) => id);
};

test("open attempts are asked about first, whatever was left behind; several at once", async () => {
  const open = [await opened(), await opened(), await opened()];
  const left = await abandon(open[0] ?? "", mostEnded + 40);
  await runtime.db
    .update(attempts)
    .set({ startedAt: new Date(runtime.clock().getTime() - dayMs / 2) })
    .where(inArray(attempts.id, left));
  later(runtime, 120);
  const order: string[] = [];
  const eightAsked = Promise.withResolvers<void>();
  // No answer arrives before eight questions are open: which of them overtakes another then decides nothing.
  provider.state = async (attempt) => {
    order.push(attempt.id);
    if (order.length === 8) eightAsked.resolve();
    await eightAsked.promise;
    return state(attempt);
  };
  const count = await reconcile(runtime);
  await runtime.db.delete(attempts).where(inArray(attempts.id, [...open, ...left]));
  expect(count).toBe(open.length + mostEnded);
  expect(order.slice(0, 8)).toEqual(expect.arrayContaining(open));
});

test("an abandoned attempt is asked about ever more seldom, so that a day's 5,000 of them are kept up with", async () => {
  const id = await opened();
  let asked = 0;
  provider.state = async (attempt) => {
    if ((await rowOf(attempt.id)).endedAt) asked += 1;
    return state(attempt);
  };
  const every = 5 * minuteMs;
  for (let at = 0; at < dayMs + 120 * minuteMs; at += every) {
    later(runtime, every / 1000);
    await reconcile(runtime);
  }
  expect((await rowOf(id)).state).toBe("closed");
  expect(asked).toBeGreaterThanOrEqual(5);
  expect((mostEnded * dayMs) / every).toBeGreaterThanOrEqual(5_000 * asked);
});

test("money for an attempt that was left is found", async () => {
  const mine = await newOrder(runtime);
  const id = await begin(runtime, mine);
  await runtime.sandbox.controls.act(id, "pay", { quiet: true });
  await runtime.db.update(attempts).set({ state: "closed", endedAt: runtime.clock() }).where(eq(attempts.id, id));
  later(runtime, 300);
  await reconcile(runtime);
  expect((await rowOf(id)).state).toBe("succeeded");
});

test("one that cannot be asked about waits its turn like the others", async () => {
  const id = await opened();
  later(runtime, 120);
  provider.state = async () => {
    throw new Error("An amount that is none.");
  };
  await reconcile(runtime);
  expect((await rowOf(id)).askedAt).toEqual(runtime.clock());
});

test("a provider that does not answer is left for the next run, and does not keep the others", async () => {
  const mine = await newOrder(runtime);
  const other = await begin(runtime, mine, "other");
  await many(40, async () => opened());
  later(runtime, 120);
  runtime.sandbox.knobs.down = true;
  expect(await reconcile(runtime)).toBeLessThan(30);
  expect((await rowOf(other)).askedAt).toEqual(runtime.clock());
});
