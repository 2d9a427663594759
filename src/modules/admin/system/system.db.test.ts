import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storagePort } from "#src/modules/files/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { mailer } from "#src/platform/mail/port.ts";
import { audit, mails, outbox, timers } from "#src/platform/tables.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import type { Person } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { readHealth } from "./read-health.ts";
import { tryWorkAgain, waitingWork } from "./waiting-work.ts";

let runtime: TestRuntime;
let admin: Person;
let probe: () => Promise<void>;

beforeAll(async () => {
  probe = async () => undefined;
  runtime = await createTestRuntime({
    ports: [
      [storagePort, { probe: () => probe() }],
      [mailer, { kind: "smtp" }],
    ],
  });
  admin = await createPerson(runtime, { role: 3 });
});
afterAll(() => runtime.drop());

const at = (minutes: number) => new Date(runtime.clock().getTime() + minutes * minuteMs);
const health = async () => {
  const answer = await readHealth(ctxFor(runtime, admin), { zone: "UTC" });
  if (!answer.ok) throw new Error(answer.message);
  return answer.value;
};

test("the health of an installation is measured: database, files, e-mail, clock", async () => {
  const mail = { kind: "any", to: "a@example.test", subject: "s", content: null };
  await runtime.db.insert(mails).values([
    { id: newId(), ...mail, createdAt: at(-9), state: "sent", sentAt: at(-8) },
    { id: newId(), ...mail, createdAt: at(-7), nextTryAt: at(-6) },
    { id: newId(), ...mail, createdAt: at(-5), nextTryAt: at(30) },
  ]);
  const { database, disk, files, mail: shown, providers } = await health();
  expect(database).toMatchObject({ version: expect.stringMatching(/^\d+(\.\d+)+$/), most: 100 });
  expect(database.connections).toBeGreaterThan(0);
  expect(database.bytes).toBeGreaterThan(1_000_000);
  expect(disk === null || disk.whole > disk.free).toBe(true);
  expect(files).toEqual({ place: "A folder of the server", ms: expect.any(Number) });
  expect(shown).toMatchObject({ kind: "smtp", sentAt: at(-8), waiting: 1, dueSince: at(-6) });
  expect(providers, "none is set up").toEqual([]);
  probe = () => Promise.reject(new Error("away"));
  expect((await health()).files.ms).toBe(null);
});

test("waiting work is counted by queue; what failed is listed and can be tried again, by admins with settings alone", async () => {
  const timer = (due: Date, attempts = 0) => ({ id: newId(), kind: "any.kind", subject: newId(), due, attempts });
  const failed = timer(at(40), 3);
  const handled = { name: "any.event", subject: "x", payload: {}, at: at(-3) };
  const event = { id: newId(), ...handled, nextTryAt: at(20), attempts: 2, error: "handler: no" };
  await runtime.db.insert(timers).values([timer(at(-2)), timer(at(-1)), timer(at(600)), failed, timer(at(90), 1)]);
  await runtime.db.insert(outbox).values([event, { id: newId(), ...handled, nextTryAt: null, error: "over" }]);
  const read = async () => {
    const answer = await waitingWork(ctxFor(runtime, admin), {});
    if (!answer.ok) throw new Error(answer.message);
    return answer.value;
  };
  const { queues, later, failing } = await read();
  expect(queues.find(({ name }) => name === "timers")).toEqual({ name: "timers", depth: 2, ageMs: 2 * minuteMs });
  expect(later).toBe(3);
  expect(failing).toEqual([
    { queue: "timers", id: failed.id, kind: "any.kind", attempts: 3, nextTry: at(40) },
    { queue: "events", id: event.id, kind: "any.event", attempts: 2, nextTry: at(20) },
  ]);

  const other = await createPerson(runtime, { role: 3 });
  for (const viewer of [undefined, { ...other, capabilities: ["orders" as const] }]) {
    expect(await waitingWork(ctxFor(runtime, viewer), {})).toEqual(notFound());
    expect(await readHealth(ctxFor(runtime, viewer), { zone: "UTC" })).toEqual(notFound());
    expect(await tryWorkAgain(ctxFor(runtime, viewer), { queue: "timers", id: failed.id })).toEqual(notFound());
  }
  for (const [queue, { id }] of [
    ["timers", failed],
    ["events", event],
  ] as const)
    expect(await tryWorkAgain(ctxFor(runtime, admin), { queue, id })).toEqual(done(null));
  expect((await runtime.db.select().from(timers).where(eq(timers.id, failed.id)))[0]?.due).toEqual(runtime.clock());
  expect((await runtime.db.select().from(outbox).where(eq(outbox.id, event.id)))[0]?.nextTryAt).toEqual(
    runtime.clock(),
  );
  expect(await tryWorkAgain(ctxFor(runtime, admin), { queue: "timers", id: newId() }), "it has run").toEqual(
    done(null),
  );
  expect(await runtime.db.select().from(audit)).toMatchObject([
    { action: "system.tried-again", subject: failed.id },
    { action: "system.tried-again", subject: event.id },
  ]);
});
