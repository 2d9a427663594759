// `npm run backup -- --to FOLDER`, or `--to s3`: a whole backup of the installation, also while it runs.
import { answerParent, factsOf, sayProgress } from "../../src/backup/run-command.ts";
import { sayBackup } from "../../src/backup/say-backup.ts";
import { newBackupKey } from "../../src/backup/seal.ts";
import { type NoteBackup, writeBackup } from "../../src/backup/write-backup.ts";
import { openLog } from "../../src/platform/log.ts";
import { configHere, optionsOf, stop, stopWith } from "../command-line.ts";

const usage = "npm run backup -- --to FOLDER";
const options = optionsOf({ to: { type: "string" }, "new-key": { type: "boolean" } }, usage);
if (options["new-key"]) {
  console.log(await newBackupKey());
  process.exit(0);
}
const { to = stop(`Say where the backup shall lie: ${usage}`) } = options;
const config = configHere();
const began = performance.now();
/** One by schedule has a record of its own, by the process that started this one. */
const note: NoteBackup | undefined = process.send
  ? undefined
  : async (db, backup) => {
      // Read when it is needed: backups by schedule stay small.
      const { noteBackup } = await import("../../src/modules/admin/index.server.ts");
      await noteBackup(db, new Date(), { bytes: factsOf(backup).bytes, damaged: backup.manifest.damaged.length });
    };
const made = await writeBackup(config, to, openLog("error"), sayProgress(), note).catch(stopWith);
const { damaged } = made.manifest;
await answerParent({ name: made.name, damaged: damaged.length, ...factsOf(made) });
console.log(sayBackup(made, performance.now() - began, config.secret === undefined));
if (damaged.length > 0) {
  console.error(`Missing or altered before this backup was made, a file each:\n${damaged.join("\n")}`);
  process.exit(2);
}
