// `npm run backup -- --to FOLDER`: a whole backup of the installation, also while it runs.
import { parseArgs } from "node:util";
import { sayBackup } from "../src/backup/say-backup.ts";
import { writeBackup } from "../src/backup/write-backup.ts";
import { readConfig } from "../src/config.ts";
import { openLog } from "../src/platform/log.ts";

const usage = "npm run backup -- --to FOLDER";

/** Ends with one sentence; nothing was kept. */
const stop = (words: string): never => {
  console.error(words);
  process.exit(1);
};
const inWords = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const readWish = () => {
  try {
    return parseArgs({ options: { to: { type: "string" } } }).values;
  } catch (error) {
    return stop(`${inWords(error).split("\n")[0]} Use: ${usage}`);
  }
};

const { to = stop(`Say where the backup shall lie: ${usage}`) } = readWish();
const read = readConfig(`${import.meta.dirname}/..`);
if (!read.ok) stop(read.errors.join("\n"));
else {
  const began = performance.now();
  const { folder, manifest } = await writeBackup(read.config, to, openLog("error")).catch((error: unknown) =>
    stop(inWords(error)),
  );
  console.log(sayBackup(manifest, folder, performance.now() - began, read.config.secret === undefined));
  if (manifest.damaged.length > 0) {
    console.error(`Missing or altered before this backup was made, a file each:\n${manifest.damaged.join("\n")}`);
    process.exit(2);
  }
}
