import type { Config } from "../config.ts";
import { checkDataFolder } from "../platform/database/embedded/check-folder.ts";
import { hasDatabase } from "../platform/database/embedded/folders.ts";
import { checkAddress, wantedMode } from "../platform/mode.ts";
import { checkPort } from "./listen.ts";

/** What refuses a start before anything is made or opened; throws one sentence. */
export async function checkStart(config: Config): Promise<void> {
  if (config.databaseUrl === undefined) checkDataFolder(config.dataDir);
  const isNew = config.databaseUrl !== undefined || !hasDatabase(config.dataDir);
  if (isNew && config.databaseUrl === undefined) checkAddress(wantedMode(config), config);
  await checkPort(config, isNew);
}
