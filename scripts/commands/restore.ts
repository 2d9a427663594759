// `npm run restore -- --from PATH`, or `--from s3:NAME`: a backup into an empty data folder, or with DATABASE_URL into an empty database.

import { restoreBackup } from "../../src/backup/restore-backup.ts";
import { sayRestore } from "../../src/backup/say-backup.ts";
import { wholeBackups } from "../../src/backup/targets/where.ts";
import { openLog } from "../../src/platform/log.ts";
import { configHere, optionsOf, stop, stopWith } from "../command-line.ts";

const usage = "npm run restore -- --from PATH";
const { from = stop(`Say which backup: ${usage}`) } = optionsOf({ from: { type: "string" } }, usage);
const config = configHere();
if (from === "s3") {
  const names = (await wholeBackups(config).catch(stopWith)).slice(0, 10);
  stop(`Say which backup of the bucket, with --from. The newest are: ${names.join(", ") || "none"}.`);
}
const began = performance.now();
const manifest = await restoreBackup(config, from, openLog("error")).catch(stopWith);
console.log(sayRestore(manifest, performance.now() - began));
