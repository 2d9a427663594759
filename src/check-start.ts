import type { Config } from "./config.ts";
import { checkPort } from "./listen.ts";
import { hasDatabase } from "./platform/database/embedded/folders.ts";
import { checkAddress, wantedMode } from "./platform/mode.ts";

/** What refuses a start before anything is made or opened; throws one sentence. */
export async function checkStart(config: Config): Promise<void> {
  const isNew = config.databaseUrl !== undefined || !hasDatabase(config.dataDir);
  if (isNew && config.databaseUrl === undefined) checkAddress(wantedMode(config), config);
  await checkPort(config, isNew);
}
