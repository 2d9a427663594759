import { createHash } from "node:crypto";
import { isNull } from "drizzle-orm";
import { expect } from "vitest";
import { fetchMissedEvents, processDueEvents } from "#src/modules/payments/provider-events/inbox.ts";
import { reconcile } from "#src/modules/payments/reconciling/reconcile.ts";
import { sendDueRefunds } from "#src/modules/payments/refunds/send-refunds.ts";
import { providerEvents } from "#src/modules/payments/tables.ts";
import { later } from "#tests/support/payments.ts";
import { auditAll, checkOrder } from "./audit.ts";
import { type Fixture, openFixture } from "./fixture.ts";
import { type Action, type Life, newLife } from "./life.ts";
import { enterAgain, moneyActions, sendByHand } from "./money.ts";
import { jobs, orderActions } from "./steps.ts";
import { sendRest, talk } from "./talk.ts";

const stepsInAHistory = 20;
/** How many of the newest histories a step is mostly about: those before are rarely heard of again. */
const young = 6;
/** Of a thousand statements before which the process dies. */
const deaths = 6;

const actions: Readonly<Record<string, Action>> = { ...moneyActions, ...orderActions, talk };
/** How often an action is chosen beside the others; once, unless it stands here. */
const often: Readonly<Record<string, number>> = {
  ...{ checkout: 2, pay: 2, deliver: 4, dispute: 1, talk: 3 },
  ...{ step: 8, work: 4, handOver: 3, approve: 2 },
};
/** How three of four histories begin: the order is paid, mostly, or in part. */
const paidSoon = ["checkout", "pay", "returnToShop"] as const;
const drawn = Object.keys(actions).flatMap((name) => Array<string>(often[name] ?? 1).fill(name));

/** What a step answered, in a word: the same in every run of a seed. */
function wordFor(answer: unknown): string {
  if (typeof answer === "string" || typeof answer === "number") return String(answer);
  if (typeof answer !== "object" || answer === null || !("ok" in answer)) return "done";
  return answer.ok ? "ok" : "code" in answer ? String(answer.code) : "refused";
}

/** Everything that still waits is done, without trouble; what providers sent meanwhile never arrives. */
async function settleDown(fixture: Fixture, lives: readonly Life[]): Promise<void> {
  const { runtime, events } = fixture;
  events.length = 0;
  await fetchMissedEvents(runtime);
  for (const life of lives) await enterAgain(fixture, life);
  for (const life of lives) await sendRest(fixture, life);
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

/** What happened in the histories of a seed. `lines`: each step and all that was left, in words; `digest`: their SHA-256. */
export type HistoryRun = { seed: number; digest: string; lines: readonly string[]; met: Record<string, number> };

/**
 * Lets histories of orders happen in an installation of their own, one begun after the other, and audits what is left.
 * A seed repeats every choice, every death of the process, and the order of what runs side by side. `onLine` receives each
 * line when it is known: of a run that fails, all that happened before.
 */
export async function runHistories(
  seed: number,
  histories: number,
  onLine: (line: string) => void = () => {},
): Promise<HistoryRun> {
  const fixture = await openFixture(seed);
  try {
    return await runSeed(fixture, { seed, histories, onLine });
  } finally {
    await fixture.close();
  }
}

type Asked = { seed: number; histories: number; onLine: (line: string) => void };

async function runSeed(fixture: Fixture, { seed, histories, onLine }: Asked): Promise<HistoryRun> {
  const { dice, runtime, lane } = fixture;
  const lines: string[] = [];
  const note = (line: string): void => {
    lines.push(line);
    onLine(line);
  };
  const met: Record<string, number> = { deaths: 0 };
  const lives: Life[] = [];
  for (let step = 0; step < histories * stepsInAHistory; step += 1) {
    if (step % stepsInAHistory === 0) {
      const life = await newLife(fixture);
      lives.push(life);
      if (dice.upTo(4) > 0) for (const name of paidSoon) await actions[name]?.(fixture, life);
    }
    const number =
      dice.upTo(10) === 0 ? dice.upTo(lives.length) : lives.length - 1 - dice.upTo(Math.min(young, lives.length));
    const life = lives[number] as Life;
    const isJob = dice.upTo(7) === 0;
    const name = dice.oneOf(isJob ? Object.keys(jobs) : drawn);
    const answer = await lane.risk(
      deaths,
      () => (isJob ? jobs[name]?.(fixture) : actions[name]?.(fixture, life)) ?? Promise.reject(name),
    );
    const word = wordFor(answer);
    if (lane.hasDied(answer)) met.deaths = (met.deaths ?? 0) + 1;
    else if (word === "ok" || word === "done") met[name] = (met[name] ?? 0) + 1;
    note(`${runtime.clock().toISOString()} ${isJob ? "" : `order ${number} `}${name}: ${word}`);
    await checkOrder(fixture, life, `seed ${seed}, step ${step}, order ${number}`);
  }
  await settleDown(fixture, lives);
  const left = await runtime.db
    .select({ type: providerEvents.type, error: providerEvents.error })
    .from(providerEvents)
    .where(isNull(providerEvents.processedAt));
  expect(left, `seed ${seed}: news that was not followed`).toEqual([]);
  for (const line of await auditAll(fixture, lives, `seed ${seed}`)) note(line);
  return { seed, digest: createHash("sha256").update(lines.join("\n")).digest("hex"), lines, met };
}
