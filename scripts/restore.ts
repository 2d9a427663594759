// `npm run restore -- --from PATH`: a backup into an empty data folder, or with DATABASE_URL into an empty database.
import { parseArgs } from "node:util";
import { restoreBackup } from "../src/backup/restore-backup.ts";
import { sayRestore } from "../src/backup/say-backup.ts";
import { readConfig } from "../src/config.ts";
import { openLog } from "../src/platform/log.ts";

const usage = "npm run restore -- --from PATH";

/** Ends with one sentence; the place is as it was. */
const stop = (words: string): never => {
  console.error(words);
  process.exit(1);
};
const inWords = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const readWish = () => {
  try {
    return parseArgs({ options: { from: { type: "string" } } }).values;
  } catch (error) {
    return stop(`${inWords(error).split("\n")[0]} Use: ${usage}`);
  }
};

const { from = stop(`Say which backup: ${usage}`) } = readWish();
const read = readConfig(`${import.meta.dirname}/..`);
if (!read.ok) stop(read.errors.join("\n"));
else {
  const began = performance.now();
  const manifest = await restoreBackup(read.config, from, openLog("error")).catch((error: unknown) =>
    stop(inWords(error)),
  );
  console.log(sayRestore(manifest, performance.now() - began));
}
