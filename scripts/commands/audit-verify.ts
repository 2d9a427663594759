// `npm run audit:verify`: computes the chain of the audit anew and names the first row that is not as it was sealed.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openRuntime } from "../../src/composition/open-runtime.ts";
import { checkAudit } from "../../src/platform/audit.ts";
import { counted } from "../../src/shared/counted.ts";
import { configHere, optionsOf, stop, stopWith } from "../command-line.ts";

optionsOf({}, "npm run audit:verify");
const config = configHere();
if (!config.databaseUrl && !existsSync(join(config.dataDir, "database")))
  stop(`There is no installation in ${config.dataDir}.`);

const opened = await openRuntime(config).catch(stopWith);
const { sealed, unsealed, broken } = await checkAudit(opened.runtime.db);
await opened.close();

const rows = (count: number): string => counted(count, "entry", "entries");
if (broken) {
  const { seq, row } = broken;
  const what = row ? `${row.action} of ${row.at.toISOString()} (${row.id}) was changed` : "an entry is missing";
  stop(`The audit's chain breaks at number ${seq}: ${what}. ${rows(sealed)} before it are as they were sealed.`);
}
console.log(`The audit is whole: ${rows(sealed)} sealed, ${rows(unsealed)} waiting for the seal.`);
