import type { Database } from "../../src/platform/database/database.ts";
import type { Runtime } from "../../src/platform/runtime.ts";
import { openSettings } from "../../src/platform/settings.ts";
import { sweeps } from "../../src/platform/sweeps.ts";

/** Runs one of the platform's jobs that delete by age as if it were that moment, on a database alone. */
export async function runSweep(name: string, db: Database, now: Date): Promise<void> {
  const clock = () => now;
  const job = sweeps.find((one) => one.name === name);
  if (!job) throw new Error(`There is no job ${name}.`);
  await job.run({ db, clock, settings: openSettings(db, clock) } as unknown as Runtime);
}
