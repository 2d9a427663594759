import { and, asc, eq, isNotNull, lt, sql } from "drizzle-orm";
import { inTransaction } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { JobKind } from "#src/platform/jobs.ts";
import { changedTopic } from "#src/platform/live/topics.ts";
import { mayLeave } from "#src/platform/outgoing-hold.ts";
import { agedRows, retentionJob } from "#src/platform/retention.ts";
import { type Runtime, systemCtx } from "#src/platform/runtime.ts";
import { claimDue, isDue, leaseFor, type WorkQueue } from "#src/platform/work-queue.ts";
import { done } from "#src/shared/outcome.ts";
import { dayMs, hourMs, minuteMs } from "#src/shared/units.ts";
import { deliveries, endpoints, keys } from "../tables.ts";
import { findTarget, type Posted, postMessage, type Resolve } from "./post-message.ts";
import { secretsOf, webhookHeaders } from "./secrets.ts";
import { lookForEndpoints } from "./state-events.ts";

/** Waits after each failed try: ten tries in about three days. */
const waits = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  dayMs,
];

/** When the next try is after `attempts` failed ones; null: there is none. */
export const nextTry = (attempts: number, now: Date): Date | null => {
  const wait = waits[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait);
};

/** An endpoint that only failed for so long is switched off. */
const offAfterMs = 5 * dayMs;

export const isGivenUp = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= offAfterMs;

type Delivery = typeof deliveries.$inferSelect;
type Endpoint = typeof endpoints.$inferSelect;

/** Longer than one try can take, so that no second process sends a message that is on its way. */
const leaseMs = minuteMs;
/** Endpoints that are sent to side by side, messages to one in a round, and messages to one at the same time. */
const mostLanes = 20;
const mostInALane = 20;
const mostAtOnce = 4;
/** No message is begun later in a round, so that a slow endpoint delays the others by this and one answer at most. */
const roundMs = 5_000;

export const webhookQueue: WorkQueue<typeof deliveries> = {
  name: "webhooks",
  table: deliveries,
  due: deliveries.nextTryAt,
  where: eq(deliveries.state, "waiting"),
};

async function claim(db: Database, endpointId: string, now: Date): Promise<Delivery | undefined> {
  const [mine] = await claimDue(db, webhookQueue, {
    now,
    which: and(mayLeave, eq(deliveries.endpointId, endpointId)),
    most: 1,
    order: [asc(deliveries.nextTryAt), asc(deliveries.id)],
    lease: { ...leaseFor(deliveries, now, leaseMs), claim: sql`${deliveries.claim} + 1` },
  });
  return mine;
}

async function post(runtime: Runtime, endpoint: Endpoint, { id, body }: Delivery, resolve?: Resolve): Promise<Posted> {
  const target = await findTarget(endpoint.url, runtime.mode === "demo", resolve);
  if (!target.ok) return { status: null, answer: target.fields?.[0]?.message ?? target.message };
  const at = runtime.clock();
  const signed = webhookHeaders(secretsOf(runtime, endpoint, at), { id, at, body });
  // Receivers know whose message it is by the address of the shop.
  const agent = `Webhooks/1 (+${runtime.config.baseUrl.origin})`;
  return postMessage(target.value, body, { ...signed, "user-agent": agent });
}

const isTaken = ({ status }: Posted): boolean => status !== null && status >= 200 && status < 300;

/** What a message is after a try. */
const after = (delivery: Delivery, posted: Posted, now: Date): Partial<Delivery> => {
  const known = { triedAt: now, status: posted.status, answer: posted.answer };
  if (isTaken(posted)) return { ...known, state: "delivered", nextTryAt: null };
  const next = nextTry(delivery.attempts, now);
  return next ? { ...known, nextTryAt: next } : { ...known, state: "failed", nextTryAt: null };
};

/** Stores a try. An endpoint that only failed for days, or answers 410, is switched off, with a notice for admins. */
async function note(runtime: Runtime, endpointId: string, delivery: Delivery, posted: Posted): Promise<void> {
  const outcome = await inTransaction(systemCtx(runtime, "webhooks"), async (work) => {
    const [endpoint] = await work.tx.select().from(endpoints).where(eq(endpoints.id, endpointId)).for("update");
    const held = and(eq(deliveries.id, delivery.id), eq(deliveries.claim, delivery.claim));
    const mine = await work.tx
      .update(deliveries)
      .set(after(delivery, posted, work.now))
      .where(held)
      .returning({ id: deliveries.id });
    if (!endpoint || mine.length === 0) return done(null);
    work.publish(changedTopic("api"), work.now.getTime());
    const taken = isTaken(posted);
    const since = taken ? null : (endpoint.failingSince ?? work.now);
    const off = since !== null && endpoint.on && (posted.status === 410 || isGivenUp(since, work.now));
    const changes = { failingSince: since, ...(off && { on: false, offBecause: "failures" as const }) };
    await work.tx.update(endpoints).set(changes).where(eq(endpoints.id, endpointId));
    if (off) {
      work.audit({ action: "api.endpoint-given-up", subject: endpointId, detail: { url: hostOf(endpoint.url) } });
      work.emit({ name: "api.endpoint-given-up", subject: endpointId, payload: { host: hostOf(endpoint.url) } });
    }
    return done(null);
  });
  if (!outcome.ok) throw new Error(outcome.message);
}

const hostOf = (url: string): string => new URL(url).host;

/** No answer, or one that asks for a pause: the other messages wait for the next round. */
const isAway = ({ status }: Posted): boolean => status === null || [410, 429, 503].includes(status);

/**
 * Sends messages of one endpoint, several at once; one that is refused holds up none of the others.
 * @returns how many were delivered
 */
async function sendTo(runtime: Runtime, endpoint: Endpoint, resolve?: Resolve): Promise<number> {
  const until = performance.now() + roundMs;
  let [begun, delivered, away] = [0, 0, false];
  const sendOneByOne = async (): Promise<void> => {
    while (!away && begun < mostInALane && performance.now() < until) {
      begun += 1;
      const delivery = await claim(runtime.db, endpoint.id, runtime.clock());
      if (!delivery) return;
      const posted = await post(runtime, endpoint, delivery, resolve);
      await note(runtime, endpoint.id, delivery, posted);
      away ||= isAway(posted);
      if (isTaken(posted)) delivered += 1;
      else
        runtime.log.warn(
          { endpoint: endpoint.id, tries: delivery.attempts, status: posted.status },
          "a webhook was not taken",
        );
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, sendOneByOne));
  return delivered;
}

/** Sends what is due, endpoints side by side. @returns how many messages were delivered */
export async function sendDueWebhooks(runtime: Runtime, resolve?: Resolve): Promise<number> {
  await lookForEndpoints(runtime.db);
  const due = and(isDue(webhookQueue, runtime.clock()), mayLeave);
  const waiting = runtime.db.selectDistinct({ id: deliveries.endpointId }).from(deliveries).where(due);
  const asked = await runtime.db
    .select()
    .from(endpoints)
    .where(and(eq(endpoints.on, true), sql`${endpoints.id} in (${waiting})`))
    .limit(mostLanes);
  const sent = await Promise.all(asked.map((endpoint) => sendTo(runtime, endpoint, resolve)));
  return sent.reduce((sum, one) => sum + one, 0);
}

/** Looks for due messages every two seconds. */
export const webhookJob: JobKind = {
  name: "webhooks",
  everySeconds: 2,
  run: async (runtime) => {
    await sendDueWebhooks(runtime);
  },
};

/** Messages to programs, those of an endpoint that is off too, and keys that open nothing any more. */
export const sweepDeliveries = retentionJob("sweep-deliveries", "51 3 * * *", [
  agedRows({
    key: "api.deliveries",
    holds: "Messages to programs of the shop: state of an order, the answer",
    why: "A message can be sent again, and a fault can be found.",
    ...{ table: deliveries, days: "webhookDays", past: (before) => lt(deliveries.createdAt, before) },
  }),
  agedRows({
    key: "api.revoked-keys",
    holds: "Keys of programs that were taken back: name, who made it",
    why: "Shows who had access until when.",
    ...{ table: keys, days: "keyDays" },
    past: (before) => and(isNotNull(keys.revokedAt), lt(keys.revokedAt, before)),
  }),
]);
