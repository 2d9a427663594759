import { and, asc, eq, gt } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { done, refuse } from "#src/shared/outcome.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { chainHash, firstHash, sealAudit } from "./audit.ts";
import { command } from "./command.ts";
import type { DomainEvent } from "./events.ts";
import { newId } from "./ids.ts";
import { countUse, countUses } from "./limits.ts";
import { defineSetting, readSetting, type Setting } from "./settings.ts";
import { audit, limits, outbox, settings, timers } from "./tables.ts";
import { clearTimer, reportUnknownTimers, runDueTimers, setTimer } from "./timers.ts";

let runtime: TestRuntime;
const heard: DomainEvent[] = [];
let breakNext = false;
const breakOnce = async (): Promise<void> => {
  if (!breakNext) return;
  breakNext = false;
  throw new Error("cracked");
};

let slow = Promise.resolve();

beforeAll(async () => {
  runtime = await createTestRuntime({
    eventHandlers: [
      { on: "bell.rung", name: "test.hear", run: async (_work, event) => void heard.push(event) },
      {
        on: "bell.tuned",
        name: "test.loud-only",
        concerns: ({ about }) => about !== "quiet",
        run: async (_work, event) => void heard.push(event),
      },
      { on: "bell.slow", name: "test.slow", run: () => slow },
      { on: "bell.cracked", name: "test.breaks-once", run: breakOnce },
      { on: "bell.dropped", name: "test.hear-drop", run: async (_work, event) => void heard.push(event) },
      { on: "bell.dropped", name: "test.break-drop", run: breakOnce },
    ],
  });
});
afterAll(() => runtime.drop());

const ring = command("ring", {
  input: z.strictObject({
    name: z.string().max(5, "At most 5 letters."),
    refuse: z.boolean().default(false),
    event: z.string().default("bell.rung"),
  }),
  run: async (work, input) => {
    work.audit({ action: "bell.ring", subject: input.name, detail: { b: 1, a: { d: 2, c: 3 } } });
    work.emit({ name: input.event, subject: input.name, payload: { about: input.name } });
    return input.refuse ? refuse("conflict", "Not now.") : done(input.name);
  },
});
const auditOf = (subject: string) => runtime.db.select().from(audit).where(eq(audit.subject, subject));

test("a command writes audit and event with its own transaction and the handler has run when it answers", async () => {
  expect(await ring(ctxFor(runtime), { name: "one" })).toEqual(done("one"));
  expect(heard.map((f) => f.subject)).toEqual(["one"]);
  expect(await auditOf("one")).toMatchObject([{ action: "bell.ring", actor: "guest", seq: null }]);
});

test("a command waits for its own events, not for other people's", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  slow = promise;
  const ended: string[] = [];
  const ringing = (name: string, event: string) =>
    ring(ctxFor(runtime), { name, event }).then(() => void ended.push(name));
  const theirs = [ringing("slow1", "bell.slow"), ringing("slow2", "bell.slow")];
  const due = async () => runtime.db.$count(outbox, and(eq(outbox.name, "bell.slow"), gt(outbox.attempts, 0)));
  await expect.poll(due).toBe(2);
  await ringing("own", "bell.rung");
  expect(ended).toEqual(["own"]);
  expect(heard.map(({ subject }) => subject)).toContain("own");
  resolve();
  await Promise.all(theirs);
});

test("a refusal rolls everything back", async () => {
  expect(await ring(ctxFor(runtime), { name: "two", refuse: true })).toMatchObject({ ok: false, code: "conflict" });
  expect(await auditOf("two")).toEqual([]);
  expect(heard.some((f) => f.subject === "two")).toBe(false);
});

test("a refusal is a line of the log with its command and reason, without what was sent", async () => {
  const logged = vi.spyOn(runtime.log, "info");
  await ring(ctxFor(runtime), { name: "two", refuse: true });
  expect(logged.mock.calls).toEqual([[{ command: expect.any(String), refused: "conflict" }, "refused"]]);
  logged.mockRestore();
});

test("wrong and unknown fields are named", async () => {
  expect(await ring(ctxFor(runtime), { name: "too long", other: 1 })).toMatchObject({
    code: "invalid",
    fields: [{ path: "name", message: "At most 5 letters." }, { path: "other" }],
  });
});

test("a handler that fails leaves the event due, and it is run again later", async () => {
  breakNext = true;
  await ring(ctxFor(runtime), { name: "three", event: "bell.cracked" });
  const due = async () => (await runtime.db.select().from(outbox).where(eq(outbox.subject, "three")))[0];
  expect(await due()).toMatchObject({ attempts: 1, error: expect.stringContaining("cracked") });
  runtime.setNow(new Date(runtime.clock().getTime() + 60_000));
  await runtime.dispatchEvents();
  expect(await due()).toMatchObject({ nextTryAt: null, error: null });
});

test("a handler that has run does not run again: neither after another one failed nor when the event is retried", async () => {
  heard.length = 0;
  breakNext = true;
  await ring(ctxFor(runtime), { name: "four", event: "bell.dropped" });
  expect(heard.map(({ subject }) => subject)).toEqual(["four"]);
  runtime.setNow(new Date(runtime.clock().getTime() + 60_000));
  await runtime.dispatchEvents();
  const back = { nextTryAt: runtime.clock() };
  await runtime.db.update(outbox).set(back).where(eq(outbox.subject, "four"));
  await runtime.dispatchEvents();
  expect(heard.map(({ subject }) => subject)).toEqual(["four"]);
  const [ended] = await runtime.db.select().from(outbox).where(eq(outbox.subject, "four"));
  expect(ended).toMatchObject({ nextTryAt: null, error: null, attempts: 3 });
});

test("an event that nothing handles to is kept, is never due and wakes nobody", async () => {
  const dispatchEvents = vi.spyOn(runtime, "dispatchEvents");
  await ring(ctxFor(runtime), { name: "lone", event: "bell.lone" });
  expect(dispatchEvents).not.toHaveBeenCalled();
  await ring(ctxFor(runtime), { name: "loud" });
  expect(dispatchEvents).toHaveBeenCalledOnce();
  dispatchEvents.mockRestore();
  const [kept] = await runtime.db.select().from(outbox).where(eq(outbox.subject, "lone"));
  expect(kept).toMatchObject({ name: "bell.lone", nextTryAt: null, attempts: 0 });
});

test("an event that concerns no handler is not due, and does not run it when it is due all the same", async () => {
  const dispatchEvents = vi.spyOn(runtime, "dispatchEvents");
  await ring(ctxFor(runtime), { name: "quiet", event: "bell.tuned" });
  expect(dispatchEvents).not.toHaveBeenCalled();
  dispatchEvents.mockRestore();
  await ring(ctxFor(runtime), { name: "high", event: "bell.tuned" });
  await runtime.db.update(outbox).set({ nextTryAt: runtime.clock() }).where(eq(outbox.subject, "quiet"));
  await runtime.dispatchEvents();
  const [kept] = await runtime.db.select().from(outbox).where(eq(outbox.subject, "quiet"));
  expect(kept).toMatchObject({ nextTryAt: null, error: null });
  expect(heard.filter(({ name }) => name === "bell.tuned").map(({ subject }) => subject)).toEqual(["high"]);
});

test("two dispatchers at once run a handler once", async () => {
  heard.length = 0;
  const twenty = Array.from({ length: 20 }, (_, i) => ring(ctxFor(runtime), { name: `p${i}` }));
  await Promise.all([...twenty, runtime.dispatchEvents(), runtime.dispatchEvents()]);
  expect(heard.map((f) => f.subject).sort()).toEqual(Array.from({ length: 20 }, (_, i) => `p${i}`).sort());
});

test("the audit is numbered without gaps, chained, and cannot be changed", async () => {
  await Promise.all([sealAudit(runtime.db), sealAudit(runtime.db)]);
  await sealAudit(runtime.db);
  const rows = await runtime.db.select().from(audit).orderBy(asc(audit.seq));
  let previous = firstHash;
  for (const [i, row] of rows.entries()) {
    expect(row.seq).toBe(i + 1);
    previous = chainHash(previous, { ...row, seq: i + 1 });
    expect(row.hash).toBe(previous);
  }
  await expect(runtime.db.update(audit).set({ actor: "x" })).rejects.toThrow();
  await expect(runtime.db.delete(audit)).rejects.toThrow();
});

test("a timer runs once however many tick, can be moved and cleared, and comes again after a failure", async () => {
  const ran: string[] = [];
  let fail = true;
  const kinds = [
    { kind: "t.ok", run: async (_w: unknown, subject: string) => void ran.push(subject) },
    {
      kind: "t.fails",
      run: async () => {
        if (fail) throw new Error("no");
        ran.push("late");
      },
    },
  ];
  const at = (seconds: number) => new Date(runtime.clock().getTime() + seconds * 1000);
  const set = command("set", {
    input: z.array(z.strictObject({ kind: z.string(), subject: z.string(), due: z.date() })),
    run: async (work, list) => {
      for (const one of list) await setTimer(work, one);
      return done(null);
    },
  });
  await set(ctxFor(runtime), [
    { kind: "t.ok", subject: "a", due: at(-1) },
    { kind: "t.ok", subject: "a", due: at(-1) },
    { kind: "t.ok", subject: "b", due: at(50) },
    { kind: "t.fails", subject: "f", due: at(-1) },
    { kind: "t.ok", subject: "gone", due: at(-1) },
  ]);
  await command("clear", {
    input: z.any(),
    run: async (work) => done(await clearTimer(work, { kind: "t.ok", subject: "gone" })),
  })(ctxFor(runtime), null);
  await Promise.all([runDueTimers(runtime, kinds), runDueTimers(runtime, kinds), runDueTimers(runtime, kinds)]);
  expect(ran).toEqual(["a"]);
  fail = false;
  runtime.setNow(at(3600));
  await runDueTimers(runtime, kinds);
  expect(ran.sort()).toEqual(["a", "b", "late"]);
  expect(await runtime.db.select().from(timers)).toEqual([]);
});

test("due timers of a kind that this version does not know wait, are reported, and hold nobody up", async () => {
  const ran: string[] = [];
  const kinds = [{ kind: "t.known", run: async (_w: unknown, subject: string) => void ran.push(subject) }];
  const now = runtime.clock().getTime();
  const some = (kind: string, most: number, due: Date) =>
    Array.from({ length: most }, (_, at) => ({ id: newId(), kind, subject: String(at), due }));
  await runtime.db.insert(timers).values(some("t.unknown", 300, new Date(now - 60_000)));
  await runtime.db.insert(timers).values(some("t.known", 450, new Date(now - 1_000)));
  expect(await runDueTimers(runtime, kinds)).toBe(450);
  expect(new Set(ran).size).toBe(450);
  const logged: unknown[] = [];
  const log = { ...runtime.log, error: (facts: unknown) => void logged.push(facts) };
  await reportUnknownTimers(kinds).run({ ...runtime, log });
  expect(logged).toEqual([{ waiting: [{ kind: "t.unknown", count: 300, since: new Date(now - 60_000) }] }]);
  await runtime.db.delete(timers);
  await reportUnknownTimers(kinds).run({ ...runtime, log });
  expect(logged).toHaveLength(1);
});

test("a setting is its default, then what was stored; a stored value that does not fit is a fault", async () => {
  const colour = defineSetting({ key: "colour", meaning: "test", schema: z.enum(["blue", "green"]), default: "blue" });
  const before = await runtime.settings.version();
  expect(await runtime.settings.get(colour)).toBe("blue");
  expect(await readSetting(runtime.db, colour)).toEqual({ value: "blue", version: 0 });
  await storeSetting(runtime, colour, "green");
  expect(await runtime.settings.get(colour)).toBe("green");
  expect(await runtime.settings.version()).toBe(before + 1);
  expect(await readSetting(runtime.db, colour)).toEqual({ value: "green", version: 1 });
  await storeSetting(runtime, { ...colour, schema: z.string() } as Setting<string>, "red");
  await expect(runtime.settings.get(colour)).rejects.toThrow();
  await runtime.db.delete(settings);
});

test("a stored setting is parsed once for each time that it is read from the database", async () => {
  const schema = z.object({ name: z.string() });
  const parse = vi.spyOn(schema, "parse");
  const shape = defineSetting({ key: "shape", meaning: "test", schema, default: { name: "none" } });
  await storeSetting(runtime, shape, { name: "round" });
  const [first, second] = [await runtime.settings.get(shape), await runtime.settings.get(shape)];
  expect([first, second === first, parse.mock.calls.length]).toEqual([{ name: "round" }, true, 1]);
  await storeSetting(runtime, shape, { name: "square" });
  expect([await runtime.settings.get(shape), parse.mock.calls.length]).toEqual([{ name: "square" }, 2]);
  await runtime.db.delete(settings);
});

test("a limit lets exactly its number through, also in parallel, and says how long to wait", async () => {
  const use = { key: "k", most: 20, seconds: 60 };
  const count = (time: string) => countUse(runtime.db, use, new Date(`2026-03-10T${time}Z`));
  const answers = await Promise.all(Array.from({ length: 30 }, () => count("12:00:10")));
  expect(answers.filter((wait) => wait === null)).toHaveLength(20);
  expect(answers.filter((wait) => wait === 53)).toHaveLength(10);
  expect(await count("12:01:00")).toBe(3);
  expect(await count("12:01:03")).toBeNull();
  expect(await count("12:02:59")).toBeNull();
  expect(await runtime.db.select().from(limits)).toHaveLength(3);
});

test("limits of several windows are counted by one statement; each reads the window before it", async () => {
  const uses = [
    { key: "short", most: 2, seconds: 10 },
    { key: "long", most: 3, seconds: 60 },
  ];
  const count = (time: string) => countUses(runtime.db, uses, new Date(`2026-03-10T${time}Z`));
  const met = [];
  for (const time of ["12:00:09", "12:00:09", "12:00:10", "12:00:16", "12:01:30"]) met.push(await count(time));
  expect(met).toEqual([null, null, 5, null, null]);
});
