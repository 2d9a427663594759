import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { done } from "#src/shared/outcome.ts";
import { createPerson } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { confirmClock, heldJump, openClockWatch } from "./clock-watch.ts";
import { newId } from "./ids.ts";
import { audit, timers } from "./tables.ts";

const minute = 60_000;
const hour = 60 * minute;
let runtime: TestRuntime;
let steady: number;
/** What the installation was notified of: true for a hold, false for its end. */
let news: boolean[];

beforeEach(async () => {
  runtime = await createTestRuntime();
  steady = 5_000;
  news = [];
});
afterEach(() => runtime.drop());

const watch = () =>
  openClockWatch(runtime, { steady: () => steady, onNews: async (_work, { held }) => void news.push(held) });
/** Time passes, and the wall clock shows `wall` milliseconds more. */
const pass = (passed: number, wall = passed): void => {
  steady += passed;
  runtime.setNow(new Date(runtime.clock().getTime() + wall));
};

describe("while it runs", () => {
  test.each([
    ["time that passes, however long", 90 * 24 * hour, 90 * 24 * hour, true],
    ["a clock that is put right by less than an hour", minute, 59 * minute, true],
    ["a jump forward", minute, 2 * hour, false],
    ["a jump back", minute, -2 * hour, false],
  ])("%s: %i ms pass, the clock shows %i more; timers run: %s", async (_what, passed, wall, runs) => {
    const { mayRun } = watch();
    expect(await mayRun()).toBe(true);
    const expected = new Date(runtime.clock().getTime() + passed);
    pass(passed, wall);
    expect(await mayRun()).toBe(runs);
    expect(await heldJump(runtime.db)).toEqual(runs ? null : { from: expected, to: runtime.clock() });
  });

  test("several small jumps add up", async () => {
    const { mayRun } = watch();
    const ran: boolean[] = [];
    for (let n = 0; n < 3; n += 1) {
      ran.push(await mayRun());
      pass(minute, 40 * minute);
    }
    expect([...ran, await mayRun()]).toEqual([true, true, false, false]);
  });
});

describe("at start", () => {
  test.each([
    ["a night off", 10 * hour, true],
    ["a clock that went back", -2 * hour, false],
    ["a clock that went back a little", -30 * minute, true],
  ])("%s: the clock shows %i ms more; timers run: %s", async (_what, wall, runs) => {
    await watch().mayRun();
    const seen = runtime.clock();
    steady = 7; // the machine was started again
    runtime.setNow(new Date(seen.getTime() + wall));
    expect(await watch().mayRun()).toBe(runs);
    expect(await heldJump(runtime.db)).toEqual(runs ? null : { from: seen, to: runtime.clock() });
  });
});

test("a jump holds every process, also after a start, until an admin confirms it; the first one is remembered", async () => {
  const [one, other] = [watch(), watch()];
  await Promise.all([one.mayRun(), other.mayRun()]);
  const right = runtime.clock();
  pass(0, 5 * hour);
  expect([await one.mayRun(), await other.mayRun()]).toEqual([false, false]);
  pass(0, -3 * hour);
  expect([await one.mayRun(), await other.mayRun(), await watch().mayRun()]).toEqual([false, false, false]);
  expect(await heldJump(runtime.db)).toEqual({ from: right, to: runtime.clock() });
  expect(news).toEqual([true]);

  const admin = await createPerson(runtime, { role: 3 });
  expect(await confirmClock(ctxFor(runtime, admin), {})).toEqual(done(null));
  expect([await one.mayRun(), await other.mayRun(), await watch().mayRun()]).toEqual([true, true, true]);
  const rows = await runtime.db.select().from(audit);
  expect(rows).toMatchObject([{ action: "clock.confirmed", actor: admin.id }]);
});

test("only an admin with settings confirms it, by a fresh sign-in", async () => {
  const { mayRun } = watch();
  await mayRun();
  pass(0, 2 * hour);
  await mayRun();
  const admin = await createPerson(runtime, { role: 3 });
  const refusals = [
    await confirmClock(ctxFor(runtime), {}),
    await confirmClock(ctxFor(runtime, await createPerson(runtime)), {}),
    await confirmClock(ctxFor(runtime, { ...admin, capabilities: ["orders"] }), {}),
    await confirmClock(ctxFor(runtime, { ...admin, freshAt: null }), {}),
  ];
  expect(refusals).toMatchObject(
    ["not-found", "not-found", "not-found", "step-up"].map((code) => ({ ok: false, code })),
  );
  expect(await mayRun()).toBe(false);
});

describe("the hold ends by itself", () => {
  type Jump = { what: string; jumps: readonly number[]; timer?: number; ends: boolean };
  const timerAt = (due: Date) => runtime.db.insert(timers).values({ id: newId(), kind: "any", subject: newId(), due });

  test.each<Jump>([
    { what: "after a jump forward with nothing in it", jumps: [5 * hour], ends: true },
    { what: "with a timer that was due before it", jumps: [5 * hour], timer: -minute, ends: true },
    { what: "with a timer that is due later", jumps: [5 * hour], timer: 7 * hour, ends: true },
    { what: "not with a timer that the jump made due", jumps: [5 * hour], timer: 4 * hour, ends: false },
    { what: "not after more than a day: what is removed by its age", jumps: [25 * hour], ends: false },
    { what: "after a jump back", jumps: [-40 * 24 * hour], ends: true },
    { what: "after two that undo each other", jumps: [50 * hour, -50 * hour], timer: 30 * hour, ends: true },
    { what: "not after two that add up", jumps: [13 * hour, 13 * hour], ends: false },
  ])("$what: $ends", async ({ jumps, timer, ends }) => {
    const [one, other] = [watch(), watch()];
    const round = async () => [await one.mayRun(), await other.mayRun()];
    await round();
    if (timer) await timerAt(new Date(runtime.clock().getTime() + timer));
    for (const jump of jumps) {
      pass(minute, jump + minute);
      expect(await round()).toEqual([false, false]);
    }
    pass(hour - 1);
    expect(await round()).toEqual([false, false]);
    pass(1);
    expect(await round()).toEqual([ends, ends]);
    expect(news).toEqual(ends ? [true, false] : [true]);
    expect(await runtime.db.select().from(audit)).toMatchObject(
      ends ? [{ action: "clock.hold-ended", actor: "system:clock" }] : [],
    );
  });

  test("a process that starts meanwhile does not count the jump again", async () => {
    await watch().mayRun();
    pass(0, -5 * hour);
    expect(await watch().mayRun()).toBe(false);
    const jump = await heldJump(runtime.db);
    pass(2 * hour);
    const { mayRun } = watch();
    expect(await mayRun()).toBe(true);
    expect(jump).not.toBe(null);
    expect(await heldJump(runtime.db)).toBe(null);
  });

  test("a further jump within the hour begins a new hour", async () => {
    const { mayRun } = watch();
    await mayRun();
    pass(0, 5 * hour);
    await mayRun();
    pass(59 * minute);
    expect(await mayRun()).toBe(false);
    pass(minute, -2 * hour);
    expect(await mayRun()).toBe(false);
    pass(59 * minute);
    expect(await mayRun()).toBe(false);
    pass(minute);
    expect(await mayRun()).toBe(true);
  });
});
