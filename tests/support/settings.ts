import { sql } from "drizzle-orm";
import { shopSetting } from "../../src/modules/pricing/index.server.ts";
import type { Runtime } from "../../src/platform/runtime.ts";
import type { Setting } from "../../src/platform/settings.ts";
import { settings } from "../../src/platform/tables.ts";

/** Stores a value of a setting, one version after the stored one. */
export async function storeSetting<T>(runtime: Runtime, { key }: Setting<T>, value: T): Promise<void> {
  const row = { value, updatedAt: runtime.clock(), updatedBy: "test" };
  await runtime.db
    .insert(settings)
    .values({ key, version: 1, ...row })
    .onConflictDoUpdate({ target: settings.key, set: { ...row, version: sql`${settings.version} + 1` } });
  runtime.settings.forget();
}

/** A new real installation takes no orders: what its owner does in the guide, for those who test something else. */
export const openForOrders = (runtime: Runtime): Promise<void> =>
  storeSetting(runtime, shopSetting, shopSetting.default);
