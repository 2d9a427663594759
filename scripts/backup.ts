// `npm run backup -- --to FOLDER`: a whole backup of the installation, also while it runs.
import { sayBackup } from "../src/backup/say-backup.ts";
import { writeBackup } from "../src/backup/write-backup.ts";
import { openLog } from "../src/platform/log.ts";
import { configHere, optionsOf, stop, stopWith } from "./command-line.ts";

const usage = "npm run backup -- --to FOLDER";
const { to = stop(`Say where the backup shall lie: ${usage}`) } = optionsOf({ to: { type: "string" } }, usage);
const config = configHere();
const began = performance.now();
const { folder, manifest } = await writeBackup(config, to, openLog("error")).catch(stopWith);
console.log(sayBackup(manifest, folder, performance.now() - began, config.secret === undefined));
if (manifest.damaged.length > 0) {
  console.error(`Missing or altered before this backup was made, a file each:\n${manifest.damaged.join("\n")}`);
  process.exit(2);
}
