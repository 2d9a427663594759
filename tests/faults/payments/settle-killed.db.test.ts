import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";
import { pay } from "#fakes/stripe/actions.ts";
import { signed } from "#fakes/stripe/start.ts";
import { startAttempt } from "#src/modules/payments/index.server.ts";
import { balancesOf } from "#src/modules/payments/payments-fixture.testing.ts";
import { processDueEvents, receiveEvent } from "#src/modules/payments/provider-events/inbox.ts";
import { reconcile } from "#src/modules/payments/reconciling/reconcile.ts";
import { readBooks } from "#src/modules/payments/settling/books.ts";
import { openFixture } from "#tests/histories/fixture.ts";
import { essayCents, later, must, newOrder, rowOf } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { isFullRun } from "../../support/full-run.ts";
import { type Counter, type Cut, callGate, statementGate } from "./statements.ts";
import { openProxy } from "./tcp-proxy.ts";

const fixture = await openFixture(1);
const { runtime, stripe } = fixture;
const { host, port, user, password, database } = runtime.database.connection;
const counter: Counter = { armed: false, count: 0, cut: null, over: false, strike: () => undefined };
const server = host?.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host: host ?? "", port: port ?? 0 };
const toDatabase = await openProxy(server, () => statementGate(counter));
const toStripe = await openProxy({ host: "127.0.0.1", port: Number(new URL(stripe.url).port) }, () =>
  callGate(counter),
);
afterAll(async () => {
  await toDatabase.close();
  await toStripe.close();
  await fixture.close();
});

const program = new URL("./settle-app.ts", import.meta.url).pathname;

async function launch(letter: { body: string; headers: Record<string, string> }): Promise<ChildProcess> {
  const options = {
    connection: { host: "127.0.0.1", port: toDatabase.port, user, password, database },
    stripe: `http://127.0.0.1:${toStripe.port}`,
    now: runtime.clock().toISOString(),
    letter: { raw: letter.body, headers: letter.headers },
  };
  return spawn(process.execPath, [program, JSON.stringify(options)], { stdio: ["pipe", "pipe", "inherit"] });
}

/** An order that is paid at Stripe, and the event that says so: a process takes it and is killed at the cut. */
async function settleAndDie(cut: Cut | null) {
  const mine = await newOrder(runtime);
  must(
    await startAttempt(ctxFor(runtime, mine.client), {
      orderId: mine.orderId,
      method: "stripe",
      seenCents: essayCents,
    }),
  );
  const [attempt] = (await readBooks(runtime.db, mine.orderId)).attempts;
  fixture.events.length = 0;
  pay(stripe.bank, attempt?.reference ?? "");
  const [event] = stripe.bank.books.events;
  if (!event) throw new Error("Stripe told nothing.");
  Object.assign(counter, { armed: false, count: 0, cut, over: false });
  const child = await launch(signed(event, runtime.clock()));
  counter.strike = () => void child.kill("SIGKILL");
  const ended = once(child, "close");
  let lastLine = "";
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    lastLine = line;
    if (line === "ready") {
      counter.armed = true;
      child.stdin?.write("go\n");
    }
  }
  const [, signal] = await ended;
  return { ...mine, lastLine, signal, steps: counter.count };
}

/** Another process finds what was left: the event comes again, the jobs run, time passes. */
async function recover(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    later(runtime, 120);
    for (const { provider, sign } of fixture.events.splice(0)) {
      const received = await receiveEvent(runtime, provider, sign());
      if (received.ok) await received.processed;
    }
    await reconcile(runtime);
    while ((await processDueEvents(runtime)) > 0);
    await runtime.dispatchEvents();
  }
}

async function expectPaidOnce(orderId: string, at: string): Promise<void> {
  expect(await rowOf(runtime, orderId), at).toMatchObject({ status: "confirmed", paymentStatus: "paid" });
  const { settlements, charges, refunds, attempts } = await readBooks(runtime.db, orderId);
  expect(settlements, at).toMatchObject([{ verdict: "settle", cents: essayCents }]);
  expect(charges, at).toMatchObject([{ state: "settled" }]);
  expect(attempts, at).toMatchObject([{ state: "succeeded" }]);
  expect(refunds, at).toEqual([]);
  const { held, client } = await balancesOf(runtime, orderId);
  expect([held, client], at).toEqual([essayCents, -essayCents]);
  const { rows } = await runtime.database.pool.query(
    "select kind, number from payments.documents where order_id = $1",
    [orderId],
  );
  expect(rows, at).toHaveLength(1);
}

/** Of the cuts, one in so many in every run, others each time; all of them in the full run, once. */
const oneIn = isFullRun && process.env.DATABASE_PIPELINE !== "off" ? 1 : 96;

test.runIf(isFullRun)(
  "kill -9 before and after every statement and call while a payment is settled: it is paid once",
  async () => {
    const whole = await settleAndDie(null);
    expect(whole).toMatchObject({ lastLine: "done", signal: null });
    await expectPaidOnce(whole.orderId, "not killed");
    const all = Array.from({ length: whole.steps }, (_, at) => at + 1).flatMap((at) =>
      (["before", "after"] as const).map((when) => ({ at, when })),
    );
    expect(whole.steps).toBeGreaterThan(15);
    const offset = Number(process.env.SEED ?? 0) % oneIn;
    const cuts = all.filter((_, at) => at % oneIn === offset);
    for (const cut of cuts) {
      const at = `killed ${cut.when} step ${cut.at} of ${whole.steps}`;
      const one = await settleAndDie(cut);
      expect(one.signal, at).toBe("SIGKILL");
      await recover();
      await expectPaidOnce(one.orderId, at);
    }
    console.log(`${cuts.length} of ${all.length} cuts, each paid once`);
  },
);
