// `npm run admin:create -- --email A --name N [--password-stdin] [--yes]`: the first admin, by the operator's hand.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { openRuntime } from "../../src/composition/open-runtime.ts";
import { createAdmin } from "../../src/modules/accounts/index.server.ts";
import { configHere, optionsOf, stop, stopWith } from "../command-line.ts";

const usage = 'npm run admin:create -- --email address --name "Name" [--password-stdin] [--yes]';
const options = {
  email: { type: "string" },
  name: { type: "string" },
  "password-stdin": { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
} as const;

const wish = optionsOf(options, usage);
const email = wish.email ?? stop(`Give the address: --email. Use: ${usage}`);
const config = configHere();
if (!config.databaseUrl && config.demo === undefined && !existsSync(join(config.dataDir, "database")))
  stop(`There is no installation in ${config.dataDir} yet: run npm start -- --empty first, or say DEMO=off.`);

const password = wish["password-stdin"] ? (await text(process.stdin)).replace(/\r?\n$/, "") : undefined;
const opened = await openRuntime(config).catch(stopWith);
const outcome = await createAdmin(opened.runtime, { email, name: wish.name, password, promote: wish.yes });
await opened.close();
if (!outcome.ok) stop(outcome.message);
else console.log(outcome.value);
