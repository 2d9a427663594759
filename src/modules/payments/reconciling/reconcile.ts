import { and, asc, eq, gte, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import type { JobKind } from "#src/platform/jobs.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { dayMs, minuteMs } from "#src/shared/units.ts";
import { localOf, shiftedDay, startOfDay } from "#src/shared/zone.ts";
import { syncAttempt, toPay } from "../attempts/sync-attempt.ts";
import { type Booked, compareDay } from "../domain/compare-day.ts";
import { canManageMoney } from "../domain/policy.ts";
import { type PaymentProvider, type ProviderPayment, providersPort } from "../ports.ts";
import type { AttemptRow } from "../settling/books.ts";
import { attempts, settlements } from "../tables.ts";
import { receiptNamed } from "../transfer/transfer-books.ts";
import { dayComparisons } from "./reconcile-tables.ts";

/** Of one run, every five minutes. An attempt without money is asked about ten times in its last day at most. */
const mostOpen = 500;
export const mostEnded = 300;
const together = 8;
/** A provider that did not answer so often in a row is left for the next run. */
const mostSilence = 16;

/**
 * Does a step for each row, several rows at once, in the order of the rows. A step must not reject.
 */
async function eachOf<T>(rows: readonly T[], step: (row: T) => Promise<void>): Promise<void> {
  const rest = rows.values();
  const line = async () => {
    for (const row of rest) await step(row);
  };
  await Promise.all(Array.from({ length: together }, line));
}

const asked = sql`coalesce(${attempts.askedAt}, ${attempts.startedAt})`;

const openOnes = ({ db }: Runtime, now: number) =>
  db
    .select({ id: attempts.id, provider: attempts.provider })
    .from(attempts)
    .where(and(inArray(attempts.state, ["started", "reviewing"]), lt(attempts.startedAt, new Date(now - minuteMs))))
    .orderBy(asc(asked))
    .limit(mostOpen);

/** Each time it has been over for twice as long as the last time. */
const dueAgain = (now: number) =>
  or(
    sql`${attempts.askedAt} is null`,
    and(
      lt(attempts.askedAt, new Date(now - 4 * minuteMs)),
      sql`${new Date(now).toISOString()}::timestamptz - ${attempts.endedAt} >= 2 * (${attempts.askedAt} - ${attempts.endedAt})`,
    ),
  );

const endedOnes = ({ db }: Runtime, now: number) =>
  db
    .select({ id: attempts.id, provider: attempts.provider })
    .from(attempts)
    .where(
      and(inArray(attempts.state, ["closed", "failed"]), gte(attempts.endedAt, new Date(now - dayMs)), dueAgain(now)),
    )
    .orderBy(asc(asked))
    .limit(mostEnded);

/**
 * Asks providers about attempts that are open, and after those about the ones that ended without money, for a day and
 * ever more seldom: what neither a return page nor an event reported is found here. Returns how many it asked about.
 */
export async function reconcile(runtime: Runtime): Promise<number> {
  const now = runtime.clock().getTime();
  const silent = new Map<string, number>();
  let count = 0;
  await eachOf([...(await openOnes(runtime, now)), ...(await endedOnes(runtime, now))], async ({ id, provider }) => {
    const silence = () => silent.get(provider) ?? 0;
    if (silence() >= mostSilence) return;
    count += 1;
    try {
      await syncAttempt(runtime, id);
      silent.set(provider, 0);
    } catch (err) {
      silent.set(provider, silence() + 1);
      runtime.log.error({ err, attempt: id }, "a provider could not be asked");
    }
  });
  return count;
}

/** Money may come so long after the start of an attempt, where a provider holds it back. */
const longestMs = 40 * dayMs;

type Span = { from: Date; to: Date };

/** The day before now in the operator's zone. */
export async function dayBefore(runtime: Runtime): Promise<string> {
  const { timeZone } = await runtime.settings.get(siteSetting);
  return shiftedDay(localOf(runtime.clock(), timeZone).date, -1);
}

async function spanOf(runtime: Runtime, day: string): Promise<Span> {
  const { timeZone } = await runtime.settings.get(siteSetting);
  const from = startOfDay(day, timeZone) ?? new Date(`${day}T00:00:00Z`);
  return { from, to: startOfDay(shiftedDay(day, 1), timeZone) ?? new Date(from.getTime() + dayMs) };
}

/** What the provider says it has for an attempt. */
async function theirPayments(provider: PaymentProvider, attempt: AttemptRow): Promise<readonly ProviderPayment[]> {
  if (provider.received) return provider.received(toPay(attempt));
  const answer = await provider.state(toPay(attempt));
  return answer.state === "paid" ? answer.payments : [];
}

/**
 * Attempts that may have brought money in this span: begun before its end and not over before its beginning, or in our
 * books then.
 */
async function attemptsIn({ db }: Runtime, key: string, { from, to }: Span): Promise<readonly AttemptRow[]> {
  const booked = db
    .select({ id: settlements.attemptId })
    .from(settlements)
    .where(and(eq(settlements.provider, key), gte(settlements.at, from), lt(settlements.at, to)));
  const notOver = or(gte(attempts.endsAt, from), isNull(attempts.endedAt), gte(attempts.endedAt, from));
  const begun = and(gte(attempts.startedAt, new Date(from.getTime() - longestMs)), lt(attempts.startedAt, to), notOver);
  return db
    .select()
    .from(attempts)
    .where(and(eq(attempts.provider, key), or(begun, inArray(attempts.id, booked))));
}

async function ourPayments({ db }: Runtime, key: string, { from, to }: Span): Promise<readonly Booked[]> {
  const rows = await db
    .select()
    .from(settlements)
    .where(and(eq(settlements.provider, key), gte(settlements.at, from), lt(settlements.at, to)));
  return rows.map(({ transaction, cents, currency }) => ({ transaction: receiptNamed(transaction), cents, currency }));
}

async function compareProvider(runtime: Runtime, provider: PaymentProvider, day: string): Promise<void> {
  const span = await spanOf(runtime, day);
  const theirs: Booked[] = [];
  let unanswered = 0;
  await eachOf(await attemptsIn(runtime, provider.key, span), async (attempt) => {
    try {
      const reported = await theirPayments(provider, attempt);
      theirs.push(...reported.filter(({ at }) => at >= span.from && at < span.to));
    } catch (err) {
      unanswered += 1;
      runtime.log.warn({ err, attempt: attempt.id }, "a provider could not be asked about a payment of the day");
    }
  });
  const found = compareDay(theirs, await ourPayments(runtime, provider.key, span));
  const row = { ...found, unanswered, at: runtime.clock() };
  await runtime.db
    .insert(dayComparisons)
    .values({ day, provider: provider.key, ...row })
    .onConflictDoUpdate({ target: [dayComparisons.day, dayComparisons.provider], set: row });
}

/** Lays each provider's books of a day beside ours and keeps what differs. Counted again, the newest count stands. */
export async function compareBooks(runtime: Runtime, day: string): Promise<void> {
  for (const provider of runtime.port(providersPort)) await compareProvider(runtime, provider, day);
}

export const compareJob: JobKind = {
  name: "payments.compare",
  cron: "0 4 * * *",
  run: async (runtime) => compareBooks(runtime, await dayBefore(runtime)),
};

/** Compares the day before now at once, for an admin who has repaired something. Refuses not-found. */
export async function compareNow(ctx: Ctx): Promise<Outcome<null>> {
  if (!canManageMoney(ctx.viewer)) return notFound();
  await compareBooks(ctx.runtime, await dayBefore(ctx.runtime));
  return done(null);
}
