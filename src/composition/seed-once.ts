import type pg from "pg";
import { inTransaction } from "../platform/command.ts";
import { alone } from "../platform/database/alone.ts";
import { type Runtime, systemCtx } from "../platform/runtime.ts";
import { installation } from "../platform/tables.ts";
import { done } from "../shared/outcome.ts";
import { removeDemo } from "./demo-data.ts";
import { demoSeeds } from "./parts.ts";

const lock = 7_304;
const silence = (): void => undefined;
/** The steps of made-up people are no news. */
const silentLog: Runtime["log"] = { debug: silence, info: silence, warn: silence, error: silence, fatal: silence };

/** Makes the demo's data once, by one process. What a killed first start left half is removed and made anew. */
export async function seedOnce(runtime: Runtime, pool: pg.Pool): Promise<void> {
  await alone(pool, lock, async () => {
    const [installed] = await runtime.db.select().from(installation);
    if (installed?.seededAt) return;
    await inTransaction(systemCtx(runtime, "demo"), async (work) => done(await removeDemo(work)));
    const calm: Runtime = {
      ...runtime,
      log: { ...silentLog, error: (facts, message) => runtime.log.error(facts, message) },
    };
    for (const seed of demoSeeds) await seed(calm);
    await runtime.db.update(installation).set({ seededAt: runtime.clock() });
  });
}
