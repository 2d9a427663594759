import { and, asc, eq, inArray, lte } from "drizzle-orm";
import { mayLeave } from "#src/platform/outgoing-hold.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { minuteMs } from "#src/shared/units.ts";
import { movesMoney, providerOf } from "../ports.ts";
import { attempts } from "../tables.ts";
import { toPay } from "./sync-attempt.ts";

const leaseMs = minuteMs;
const batch = 20;

/**
 * Asks providers to end the pages of attempts that are over (another way was paid, the charge changed), so that nobody
 * pays there by mistake. A provider that does not answer is asked again a minute later, until the page's own end.
 */
export async function closeDuePages(runtime: Runtime): Promise<number> {
  const now = runtime.clock();
  const ids = runtime.db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(lte(attempts.closeAt, now), movesMoney(runtime) ? mayLeave : undefined))
    .orderBy(asc(attempts.closeAt))
    .limit(batch)
    .for("update", { skipLocked: true });
  const due = await runtime.db
    .update(attempts)
    .set({ closeAt: new Date(now.getTime() + leaseMs) })
    .where(and(inArray(attempts.id, ids), lte(attempts.closeAt, now)))
    .returning();
  for (const attempt of due) {
    try {
      if (attempt.endsAt > now) await providerOf(runtime, attempt.provider)?.close(toPay(attempt));
      await runtime.db.update(attempts).set({ closeAt: null }).where(eq(attempts.id, attempt.id));
    } catch (err) {
      runtime.log.warn({ err, attempt: attempt.id }, "a payment page could not be ended");
    }
  }
  return due.length;
}
