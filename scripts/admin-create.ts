// `npm run admin:create -- --email A --name N [--password-stdin] [--yes]`: the first admin, by the operator's hand.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRuntime } from "../src/composition/open-runtime.ts";
import { readConfig } from "../src/config.ts";
import { createAdmin } from "../src/modules/accounts/index.server.ts";

const usage = 'npm run admin:create -- --email address --name "Name" [--password-stdin] [--yes]';

/** Ends with one sentence; nothing was changed. */
const stop = (words: string): never => {
  console.error(words);
  process.exit(1);
};

const readWish = () => {
  try {
    const { values } = parseArgs({
      options: {
        email: { type: "string" },
        name: { type: "string" },
        "password-stdin": { type: "boolean", default: false },
        yes: { type: "boolean", default: false },
      },
    });
    return values;
  } catch (error) {
    return stop(`${error instanceof Error ? error.message.split("\n")[0] : "Unknown option."} Use: ${usage}`);
  }
};

async function readLine(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(Buffer.from(part));
  return Buffer.concat(parts)
    .toString("utf8")
    .replace(/\r?\n$/, "");
}

const wish = readWish();
const email = wish.email ?? stop(`Give the address: --email. Use: ${usage}`);
const read = readConfig(`${import.meta.dirname}/..`, { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? "error" });
if (!read.ok) stop(read.errors.join("\n"));
else if (
  !read.config.databaseUrl &&
  read.config.demo === undefined &&
  !existsSync(join(read.config.dataDir, "database"))
)
  stop(`There is no installation in ${read.config.dataDir} yet: run npm start -- --empty first, or say DEMO=off.`);
else {
  const password = wish["password-stdin"] ? await readLine() : undefined;
  const opened = await openRuntime(read.config).catch((error: unknown) =>
    stop(error instanceof Error ? error.message : String(error)),
  );
  const outcome = await createAdmin(opened.runtime, { email, name: wish.name, password, promote: wish.yes });
  await opened.close();
  if (!outcome.ok) stop(outcome.message);
  else console.log(outcome.value);
}
