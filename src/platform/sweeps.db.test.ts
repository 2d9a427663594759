import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { runSweep } from "#tests/support/sweep.ts";
import { newId } from "./ids.ts";
import { handledEvents, outbox } from "./tables.ts";

const fixture = await createTestDatabase(2);
const { db } = fixture;
afterAll(() => fixture.drop());

test("answered events go after 30 days with their marks; young and unanswered ones stay", async () => {
  const now = new Date("2026-03-31T12:00:00Z");
  const at = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const events = [
    { name: "old answered", at: at(31), nextTryAt: null },
    { name: "young answered", at: at(29), nextTryAt: null },
    { name: "old unanswered", at: at(31), nextTryAt: now },
  ].map((event) => ({ ...event, id: newId(), subject: "x", payload: {} }));
  await db.insert(outbox).values(events);
  await db.insert(handledEvents).values(events.map((event) => ({ eventId: event.id, handler: "r", at: event.at })));
  await runSweep("sweep-events", db, now);
  const kept = events.slice(1).map((event) => event.id);
  expect((await db.select({ id: outbox.id }).from(outbox)).map((row) => row.id).sort()).toEqual([...kept].sort());
  expect((await db.select({ id: handledEvents.eventId }).from(handledEvents)).map((row) => row.id).sort()).toEqual(
    [...kept].sort(),
  );
});
