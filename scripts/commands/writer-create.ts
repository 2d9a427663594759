// `npm run writer:create -- --email A [--pseudonym P]`: turns an account into a writer, by the operator's hand.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openRuntime } from "../../src/composition/open-runtime.ts";
import { promoteWriter } from "../../src/modules/writing/index.server.ts";
import { systemCtx } from "../../src/platform/runtime.ts";
import { configHere, optionsOf, stop, stopWith } from "../command-line.ts";

const usage = 'npm run writer:create -- --email address [--pseudonym "Writer name"]';
const options = { email: { type: "string" }, pseudonym: { type: "string" } } as const;
const { email = stop(`Give the address: --email. Use: ${usage}`), pseudonym } = optionsOf(options, usage);
const config = configHere();
if (!config.databaseUrl && !existsSync(join(config.dataDir, "database")))
  stop(`There is no installation in ${config.dataDir} yet: run npm start first.`);

const opened = await openRuntime(config).catch(stopWith);
const outcome = await promoteWriter(systemCtx(opened.runtime, "writer-create"), { email, pseudonym });
await opened.close();
if (!outcome.ok) stop(outcome.fields?.[0]?.message ?? outcome.message);
else if (outcome.value.made)
  console.log(`${email} is a writer now and is known to clients as ${outcome.value.pseudonym}. Sign in again.`);
else console.log(`${email} is a writer already, as ${outcome.value.pseudonym}. Nothing was changed.`);
