// `npm run restore -- --from PATH`: a backup into an empty data folder, or with DATABASE_URL into an empty database.
import { restoreBackup } from "../src/backup/restore-backup.ts";
import { sayRestore } from "../src/backup/say-backup.ts";
import { openLog } from "../src/platform/log.ts";
import { configHere, optionsOf, stop, stopWith } from "./command-line.ts";

const usage = "npm run restore -- --from PATH";
const { from = stop(`Say which backup: ${usage}`) } = optionsOf({ from: { type: "string" } }, usage);
const began = performance.now();
const manifest = await restoreBackup(configHere(), from, openLog("error")).catch(stopWith);
console.log(sayRestore(manifest, performance.now() - began));
