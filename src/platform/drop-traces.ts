import { sql } from "drizzle-orm";
import { type Database, send } from "./database/database.ts";

/**
 * Removes what the platform keeps about these subjects (orders, people): events and who handled them, timers, counts of
 * limits, and mails, to whomever they went. The audit stays.
 */
export async function dropTraces(tx: Database, subjects: readonly string[]): Promise<void> {
  const any = sql`any(${sql.param([...subjects])})`;
  const events = sql`select id from platform.outbox where subject = ${any} or payload->>'orderId' = ${any}`;
  await send(tx, sql`delete from platform.handled_events where event_id in (${events})`);
  await send(tx, sql`delete from platform.outbox where id in (${events})`);
  await send(tx, sql`delete from platform.timers where subject = ${any}`);
  await send(tx, sql`delete from platform.limits where split_part(key, ':', -1) = ${any}`);
  await send(tx, sql`delete from platform.mails where split_part(once_key, ':', 2) = ${any}`);
}
