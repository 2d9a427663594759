import type { JobKind } from "#src/platform/jobs.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { dayMs } from "#src/shared/units.ts";
import { storeEvents } from "./event-rows.ts";
import { providersPort } from "./ports.ts";

/** Longer than a day, so that a night without an answer is made up for by the next one. */
const lookBackMs = 3 * dayMs;
const batch = 200;

/**
 * Asks each provider which events of the last three days it has kept, and stores those that never reached us; they are
 * followed like any other. A provider that does not answer is asked again the next night. Returns how many were new.
 */
export async function fetchMissedEvents(runtime: Runtime): Promise<number> {
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

export const missedEventsJob: JobKind = {
  name: "payments.missed-events",
  cron: "23 4 * * *",
  run: async (runtime) => {
    await fetchMissedEvents(runtime);
  },
};
