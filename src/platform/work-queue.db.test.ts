import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { eventQueue } from "./events.ts";
import { newId } from "./ids.ts";
import { outbox } from "./tables.ts";
import { claimDue, leaseFor, retryTime } from "./work-queue.ts";

const fixture = await createTestDatabase(8);
const { db } = fixture;
afterAll(() => fixture.drop());

const now = new Date("2026-03-10T12:00:00Z");
const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const add = (times: readonly (Date | null)[]) =>
  db
    .insert(outbox)
    .values(
      times.map((nextTryAt) => ({ id: newId(), name: "made", subject: newId(), payload: {}, at: now, nextTryAt })),
    );
const claim = (most: number, time = now) =>
  claimDue(db, eventQueue, { now: time, most, lease: leaseFor(outbox, time, 30_000) });

beforeEach(async () => {
  await db.delete(outbox);
});

describe("a claim", () => {
  test("takes what is due, the longest due first, and no more than asked for", async () => {
    await add([at(-5), at(-20), at(1), null, at(-10)]);
    const first = await claim(1);
    expect(first.map(({ nextTryAt, attempts }) => [nextTryAt, attempts])).toEqual([[at(30), 1]]);
    expect(await claim(10)).toHaveLength(2);
    expect(await claim(10)).toEqual([]);
  });

  test("is taken by others when its lease is over", async () => {
    await add([now]);
    await claim(1);
    expect(await claim(1, at(29))).toEqual([]);
    expect((await claim(1, at(30))).map(({ attempts }) => attempts)).toEqual([2]);
  });

  test("gives each row to one of many that ask at once", async () => {
    await add(Array.from({ length: 60 }, (_, n) => at(-n)));
    const taken = (await Promise.all(Array.from({ length: 8 }, () => claim(20)))).flat().map(({ id }) => id);
    expect(new Set(taken).size).toBe(taken.length);
    while (taken.length < 60) {
      const more = await claim(20);
      if (more.length === 0) break;
      taken.push(...more.map(({ id }) => id));
    }
    expect(new Set(taken).size).toBe(60);
  });

  test("passes over a row that another transaction holds", async () => {
    await add([at(-2), at(-1)]);
    await db.transaction(async (tx) => {
      const lease = leaseFor(outbox, now, 30_000);
      const held = await claimDue(tx, eventQueue, { now, most: 1, lease });
      const others = await claim(5);
      expect(others).toHaveLength(1);
      expect(others[0]?.id).not.toBe(held[0]?.id);
    });
  });
});

test("waits are doubled after each failed try, up to an hour", () => {
  const seconds = (tries: number) => (retryTime(now, tries, 15_000).getTime() - now.getTime()) / 1000;
  expect([1, 2, 3, 4, 8, 9, 30, 2_000].map(seconds)).toEqual([15, 30, 60, 120, 1920, 3600, 3600, 3600]);
});
