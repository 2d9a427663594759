// `npm run drill`: restores a backup (the newest one by schedule) into a temporary place, compares it, removes the place.
import { drillBackup } from "../../src/backup/drill-backup.ts";
import { answerParent, factsOf } from "../../src/backup/run-command.ts";
import { sayDrill } from "../../src/backup/say-backup.ts";
import { wholeBackups } from "../../src/backup/targets/where.ts";
import { openLog } from "../../src/platform/log.ts";
import { configHere, optionsOf, stop, stopWith } from "../command-line.ts";

const given = optionsOf({ from: { type: "string" } }, "npm run drill -- --from PATH");
const config = configHere();
const newest = async () => (await wholeBackups(config).catch(stopWith))[0];
const from = given.from ?? (await newest()) ?? stop("There is no backup to restore yet: npm run backup makes one.");
const began = performance.now();
const drilled = await drillBackup(config, from, openLog("error")).catch(stopWith);
await answerParent({ name: drilled.label, differs: drilled.differs, ...factsOf(drilled) });
console.log(sayDrill(drilled, performance.now() - began));
if (drilled.differs) process.exit(2);
