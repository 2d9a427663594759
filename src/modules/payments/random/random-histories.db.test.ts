import { and, gte, isNull } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { timers } from "#src/platform/tables.ts";
import { sized } from "#tests/support/full-run.ts";
import { later } from "#tests/support/payments.ts";
import { customerFigures, heldOrdersKept, writerBalancesKept } from "../payments-fixture.testing.ts";
import { processDueEvents } from "../provider-events/inbox.ts";
import { fetchMissedEvents } from "../provider-events/sweep-events.ts";
import { reconcile } from "../reconciling/reconcile.ts";
import { sendDueRefunds } from "../refunds/send-refunds.ts";
import { providerEvents } from "../tables.ts";
import { actions, enterAgain, jobs, type Life, newLife, sendByHand } from "./random-actions.testing.ts";
import { compareOrder, theirBooks } from "./random-books.testing.ts";
import { type Fixture, openFixture } from "./random-fixture.testing.ts";

const plain = process.env.DATABASE_PIPELINE === "off";
const histories = Number(process.env.HISTORIES ?? (plain ? 60 : sized(20, 10_000)));
const together = 20;
const stepsInAHistory = 20;
const betweenFigures = 500;
const seed = Number(process.env.SEED ?? 20260311);
/** Of a thousand statements before which the process dies. */
const deaths = 6;

/** Everything that still waits is done, without trouble; what providers sent meanwhile never arrives. */
async function settleDown(fixture: Fixture, lives: readonly Life[]): Promise<void> {
  const { runtime, letters } = fixture;
  letters.length = 0;
  await fetchMissedEvents(runtime);
  for (const life of lives) await enterAgain(fixture, life);
  for (let round = 0; round < 3; round += 1) {
    later(runtime, 3_700);
    await reconcile(runtime);
    await runtime.dispatchEvents();
    while ((await processDueEvents(runtime)) > 0);
    for (const life of lives) await sendByHand(fixture, life);
    while ((await sendDueRefunds(runtime)) > 0);
  }
  for (const life of lives) await sendByHand(fixture, life);
}

/** News of providers that came since then and is still to be followed, and why. */
const leftEvents = ({ runtime }: Fixture, since: Date) =>
  runtime.db
    .select({ type: providerEvents.type, attempts: providerEvents.attempts, error: providerEvents.error })
    .from(providerEvents)
    .where(and(isNull(providerEvents.processedAt), gte(providerEvents.receivedAt, since)));

/**
 * Ends lives that were compared: their timers and the providers' books go. A later batch would otherwise cancel their
 * orders and ask for refunds that no provider knows, again and again: a run would cost the square of its histories.
 */
async function forget({ runtime, stripe, paypal, statement, letters }: Fixture): Promise<void> {
  await runtime.db.delete(timers);
  letters.length = 0;
  for (const { books } of [stripe.bank, paypal.bank]) {
    books.events.length = 0;
    for (const part of Object.values(books)) if (part instanceof Map) part.clear();
  }
  statement.clear();
}

/** Reads all orders and the whole ledger, so not after each batch. */
async function compareFigures({ runtime }: Fixture, at: string): Promise<void> {
  for (const figures of [customerFigures, writerBalancesKept, heldOrdersKept]) {
    const { kept, due } = await figures(runtime);
    expect(kept, `${at}, or up to ${betweenFigures} before it: ${figures.name}`).toEqual(due);
  }
}

const fixture = await openFixture(seed);
afterAll(fixture.close);

test(`${histories} random histories: our ledger is the providers' books (seed ${seed})`, {
  timeout: 4 * 3_600_000,
}, async () => {
  const { dice, runtime, mortal } = fixture;
  const met = { deaths: 0, payments: 0 };
  for (let number = 0; number < histories; number += together) {
    const at = `seed ${seed}, history ${number}`;
    const began = runtime.clock();
    const lives: Life[] = [];
    for (let one = 0; one < together; one += 1) lives.push(await newLife(fixture));
    for (let step = 0; step < together * stepsInAHistory; step += 1) {
      const life = dice.oneOf(lives);
      const choice = dice.upTo(7) === 0 ? dice.oneOf(jobs) : dice.oneOf(actions);
      if (!(await mortal.risk(deaths, () => choice(fixture, life)))) met.deaths += 1;
    }
    await settleDown(fixture, lives);
    expect(await leftEvents(fixture, began), `${at}: news that was not followed`).toEqual([]);
    const known = new Set<string>();
    for (const { orderId } of lives) for (const one of await compareOrder(fixture, orderId, at)) known.add(one);
    const strangers = [...theirBooks(fixture).keys()].filter((one) => !known.has(one));
    expect(strangers, `${at}: paid there, and not in our books`).toEqual([]);
    met.payments += known.size;
    await forget(fixture);
    if (number % betweenFigures === 0 || number + together >= histories) await compareFigures(fixture, at);
    later(runtime, 5 * 86_400);
  }
  // Twenty histories that continue together bring from 4 to 16 payments.
  expect(met.payments).toBeGreaterThan(histories / 10);
  expect(met.deaths).toBeGreaterThan(histories / 10);
});
