import fc from "fast-check";
import { expect, test } from "vitest";
import { sized } from "#tests/support/full-run.ts";
import { type Fate, fakeClock, fakeServer, rangeFile, settled } from "./fake-server.testing.ts";
import { afterCall, afterEvent, type Call, calls, isFinal, type State, states, uploadTask } from "./upload-task.ts";

const runs = sized(1_000, 10_000);
const endpoint = "http://shop.test/files";

const fates: readonly Fate[] = ["ok", "cut", "lost", "dead", "busy", "conflict", "gone", "signed-out", "too-large"];
type Move = { call: Call } | { fate: Fate } | { pass: number } | { hurry: true };
const often = (fate: Fate): number => (fate === "ok" ? 12 : fate === "signed-out" || fate === "too-large" ? 1 : 3);
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ call: fc.constantFrom(...calls) }) },
  {
    weight: 12,
    arbitrary: fc.record({ fate: fc.oneof(...fates.map((f) => ({ weight: often(f), arbitrary: fc.constant(f) }))) }),
  },
  { weight: 4, arbitrary: fc.record({ pass: fc.integer({ min: 0, max: 200_000 }) }) },
  { weight: 1, arbitrary: fc.constant<Move>({ hurry: true }) },
);
const life = fc.record({
  size: fc.oneof(fc.integer({ min: 0, max: 300_000 }), fc.integer({ min: 262_145, max: 150_000_000 })),
  part: fc.double({ min: 0, max: 0.99, noNaN: true }),
  luck: fc.double({ min: 0, max: 1, noNaN: true }),
  known: fc.constantFrom(null, `${endpoint}/u1`, `${endpoint}/never`),
  moves: fc.array(move, { minLength: 3, maxLength: 60 }),
});
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

/** Every edge that the two tables draw. */
const edges = new Set(
  states.flatMap((from) =>
    [...Object.values(afterCall[from]), ...Object.values(afterEvent[from])].map((to) => `${from}>${to}`),
  ),
);

/** Plays one life; every claim about an upload is checked after each move. Answers the state it ended in. */
async function play({ size, part, luck, known, moves }: Life): Promise<State> {
  const server = fakeServer(endpoint, () => part);
  const clock = fakeClock();
  const { transport } = server;
  let purpose: string | null = known;
  const onAddress = (url: string | null) => {
    purpose = url;
  };
  const options = { endpoint, metadata: {}, transport, clock, luck: () => luck, known, onAddress };
  const task = uploadTask(rangeFile(size), options);
  let last = task.snapshot();
  let ends = 0;
  void task.result.then(() => {
    ends += 1;
  });
  task.subscribe(() => {
    throw new Error("This observer always fails.");
  });
  task.subscribe((next) => {
    if (next.state !== last.state) expect(edges).toContain(`${last.state}>${next.state}`);
    expect(isFinal(last.state)).toBe(false);
    expect(next.bytesSent).toBeGreaterThanOrEqual(0);
    expect(next.bytesSent).toBeLessThanOrEqual(size);
    expect(next.problem !== null).toBe(next.state === "error");
    last = next;
  });

  for (const one of moves) {
    await settled();
    if ("call" in one) {
      const before = task.snapshot().state;
      const expected = afterCall[before][one.call];
      expect(task[one.call]()).toBe(expected !== undefined);
      expect(task.snapshot().state).toBe(expected ?? before);
    } else if ("fate" in one) {
      const [open] = server.open;
      if (open) open.end(one.fate);
      else clock.next();
    } else if ("pass" in one) clock.pass(one.pass);
    else task.hurry();
    await settled();

    const { state, bytesSent } = task.snapshot();
    expect(server.open.length + clock.naps.length).toBe(state === "running" || state === "canceling" ? 1 : 0);
    expect(state).not.toBe("pausing");
    expect(ends).toBe(isFinal(state) ? 1 : 0);
    for (const { sound, got, length } of server.uploads.values()) {
      expect(sound).toBe(true);
      expect(got).toBeLessThanOrEqual(length);
    }
    if (state === "success") {
      expect(bytesSent).toBe(size);
      const result = await task.result;
      expect(result.ok && server.uploads.get(result.url)).toMatchObject({ got: size, length: size });
      expect(result.ok && result.url).toBe(purpose);
    }
    if (state === "canceled") expect([await task.result, purpose]).toEqual([{ ok: false, problem: null }, null]);
    if (state === "error")
      expect(await task.result).toMatchObject({ ok: false, problem: { message: expect.any(String) } });
  }

  const patches = server.asked.flatMap(({ method, body }) => (method === "PATCH" && body ? [body.size] : []));
  for (const bytes of patches) expect(bytes).toBeLessThanOrEqual(33_554_432);
  return task.snapshot().state;
}

/** A connection that works in the end brings every upload home that nobody stopped. */
async function bringHome(end: Life): Promise<void> {
  const healed: Move[] = Array.from({ length: 30 }, (_, at) => (at === 0 ? { call: "resume" } : { fate: "ok" }));
  const state = await play({ ...end, moves: [...end.moves, ...healed, ...healed] });
  expect(isFinal(state)).toBe(true);
}

test("an upload does what the table says, whatever people and networks do", {
  timeout: sized(60_000, 600_000),
}, async () => {
  const ended = new Map<State, number>();
  await fc.assert(
    fc.asyncProperty(life, async (one) => {
      const state = await play(one);
      ended.set(state, (ended.get(state) ?? 0) + 1);
    }),
    { numRuns: runs },
  );
  for (const state of ["running", "paused", "canceled", "error", "success"] as const)
    expect(ended.get(state), state).toBeGreaterThan(0);
});

test("once the connection works every upload ends", async () => {
  await fc.assert(fc.asyncProperty(life, bringHome), { numRuns: runs / 10 });
});
