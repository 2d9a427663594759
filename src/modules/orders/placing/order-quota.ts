import { sql } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { send } from "#src/platform/database/database.ts";
import type { Work } from "#src/platform/work.ts";
import { counted } from "#src/shared/counted.ts";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import { hourMs, hourSeconds } from "#src/shared/units.ts";
import { canBuyAs } from "../domain/policy.ts";
import { orderLimitsSetting } from "../settings.ts";

export type OrderQuota = {
  placedBefore: { id: string; number: string } | null;
  /** The request that this form left with a person before. */
  requestId: string | null;
};

/**
 * Lets one order of an account be placed at a time, and says whether there is room for one more: the limits count in
 * the database, so that parallel requests meet exactly the same bound. The form's key finds what it placed before.
 */
export async function orderQuota(work: Work, clientId: string, idempotencyKey: string): Promise<Outcome<OrderQuota>> {
  const limits = await work.ctx.runtime.settings.get(orderLimitsSetting);
  const factor = work.ctx.runtime.config.limitsFactor;
  const [, found, people] = await Promise.all([
    lockPlacing(work, clientId),
    countOrders(work, clientId, idempotencyKey),
    findPeople(work.tx, [clientId]),
  ]);
  const { requestId } = found;
  if (found.id && found.number) return done({ placedBefore: { id: found.id, number: found.number }, requestId });
  if (requestId) return done({ placedBefore: null, requestId });
  // Somebody became a writer while this form was on its way.
  const role = people.get(clientId)?.role;
  if (role !== undefined && !canBuyAs(role)) return refuse("forbidden", writersPlaceNothing);
  if (found.unpaid >= limits.unpaid * factor)
    return refuse(
      "too-many",
      `You have ${counted(limits.unpaid, "order that waits", "orders that wait")} for payment. Pay or cancel one first.`,
    );
  if (found.inHour >= limits.perHour * factor)
    return refuse("too-many", "You placed many orders in the last hour. Wait a while before the next one.", {
      retryAfter: hourSeconds,
    });
  return done({ placedBefore: null, requestId });
}

export const writersPlaceNothing = "Writers cannot place orders. Use another account, or write to support.";

/** Nobody else places an order for this account, or makes a writer of it, until the transaction ends. */
export const lockPlacing = (work: Work, clientId: string): Promise<unknown> =>
  send(work.tx, sql`select pg_advisory_xact_lock(hashtextextended(${`orders:${clientId}`}, 0))`);

type Counted = { inHour: number; unpaid: number; id: string | null; number: string | null; requestId: string | null };

/** In plain words of the database: it is asked at each placing, and building it costs more than asking. */
async function countOrders(work: Work, clientId: string, key: string): Promise<Counted> {
  const since = new Date(work.now.getTime() - hourMs).toISOString();
  const asked = sql`
    select count(*) filter (where created_at > ${since}::timestamptz)::int as "inHour",
      count(*) filter (where status in ('pending', 'quoted'))::int
        + (select count(*) from orders.screened_requests where client_id = ${clientId} and state = 'waiting')::int as unpaid,
      (select id::text from orders.screened_requests where client_id = ${clientId} and idempotency_key = ${key})
        as "requestId",
      max(id::text) filter (where idempotency_key = ${key}) as id,
      max(number) filter (where idempotency_key = ${key}) as number
    from orders.orders where client_id = ${clientId}
      and (created_at > ${since}::timestamptz or status in ('pending', 'quoted') or idempotency_key = ${key})`;
  const [found] = (await send<Counted>(work.tx, asked)).rows;
  if (!found) throw new Error("The orders of a client were not counted.");
  return found;
}
