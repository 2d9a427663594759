import type { JobKind } from "#src/platform/jobs.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { dayMs, hourMs } from "#src/shared/units.ts";
import { providersPort } from "../ports.ts";
import { storeEvents } from "./event-rows.ts";

/** Longer than the time between two runs, so that some without an answer are made up for by the next ones. */
const hourlyLookBackMs = 6 * hourMs;
const dailyLookBackMs = 3 * dayMs;
const batch = 200;

/**
 * Asks each provider which events of the last three days, or of `lookBackMs`, it has kept, and stores those that never
 * reached us; they are followed like any other. A provider that does not answer is asked again at the next run.
 * Returns how many were new.
 */
export async function fetchMissedEvents(runtime: Runtime, lookBackMs = dailyLookBackMs): Promise<number> {
  const since = new Date(runtime.clock().getTime() - lookBackMs);
  let missed = 0;
  for (const provider of runtime.port(providersPort)) {
    try {
      const kept = (await provider.eventsSince?.(since)) ?? [];
      for (let at = 0; at < kept.length; at += batch)
        missed += await storeEvents(runtime, provider.key, kept.slice(at, at + batch));
    } catch (err) {
      runtime.log.error({ err, provider: provider.key }, "a provider's events could not be listed");
    }
  }
  if (missed > 0) runtime.log.warn({ missed }, "events of payment providers had not reached us");
  return missed;
}

/** Refunds and disputes that only a provider knows are in our books before a payout can leave. */
export const missedEventsJobs: readonly JobKind[] = [
  {
    name: "payments.missed-events",
    cron: "23 * * * *",
    run: async (runtime) => {
      await fetchMissedEvents(runtime, hourlyLookBackMs);
    },
  },
  {
    name: "payments.missed-events-of-days",
    cron: "43 4 * * *",
    run: async (runtime) => {
      await fetchMissedEvents(runtime);
    },
  },
];
