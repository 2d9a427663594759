// `npm run writer:create -- --email A [--pseudonym P]`: turns an account into a writer, by the operator's hand.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRuntime } from "../src/composition/open-runtime.ts";
import { readConfig } from "../src/config.ts";
import { promoteWriter } from "../src/modules/writing/index.server.ts";
import { systemCtx } from "../src/platform/runtime.ts";

const usage = 'npm run writer:create -- --email address [--pseudonym "Writer name"]';

/** Ends with one sentence; nothing was changed. */
const stop = (words: string): never => {
  console.error(words);
  process.exit(1);
};

const readWish = () => {
  try {
    return parseArgs({ options: { email: { type: "string" }, pseudonym: { type: "string" } } }).values;
  } catch (error) {
    return stop(`${error instanceof Error ? error.message.split("\n")[0] : "Unknown option."} Use: ${usage}`);
  }
};

const { email = stop(`Give the address: --email. Use: ${usage}`), pseudonym } = readWish();
const read = readConfig(`${import.meta.dirname}/..`, { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? "error" });
if (!read.ok) stop(read.errors.join("\n"));
else if (!read.config.databaseUrl && !existsSync(join(read.config.dataDir, "database")))
  stop(`There is no installation in ${read.config.dataDir} yet: run npm start first.`);
else {
  const opened = await openRuntime(read.config).catch((error: unknown) =>
    stop(error instanceof Error ? error.message : String(error)),
  );
  const outcome = await promoteWriter(systemCtx(opened.runtime, "writer-create"), { email, pseudonym });
  await opened.close();
  if (!outcome.ok) stop(outcome.fields?.[0]?.message ?? outcome.message);
  else if (outcome.value.made)
    console.log(`${email} is a writer now and is known to clients as ${outcome.value.pseudonym}. Sign in again.`);
  else console.log(`${email} is a writer already, as ${outcome.value.pseudonym}. Nothing was changed.`);
}
