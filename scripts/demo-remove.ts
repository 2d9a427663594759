// `npm run demo:remove -- --yes`: takes the demo accounts and all that they did out of a demo, in one transaction.
import { parseArgs } from "node:util";
import { removeDemo } from "../src/composition/demo-data.ts";
import { openRuntime } from "../src/composition/open-runtime.ts";
import { readConfig } from "../src/config.ts";
import { inTransaction } from "../src/platform/command.ts";
import { systemCtx } from "../src/platform/runtime.ts";
import { done } from "../src/shared/outcome.ts";

const stop = (words: string): never => {
  console.error(words);
  process.exit(1);
};

const { values } = parseArgs({ options: { yes: { type: "boolean", default: false } } });
if (!values.yes)
  stop(
    "This removes the demo accounts and all that was done with them for good: orders, payments, chats, files. Run it again with: npm run demo:remove -- --yes",
  );
const read = readConfig(`${import.meta.dirname}/..`, { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? "error" });
if (!read.ok) stop(read.errors.join("\n"));
else {
  const { runtime, close } = await openRuntime(read.config, { only: "demo" }).catch((error: unknown) =>
    stop(error instanceof Error ? error.message : String(error)),
  );
  const outcome = await inTransaction(systemCtx(runtime, "demo-remove"), async (work) => {
    await removeDemo(work);
    work.audit({ action: "demo.removed", subject: runtime.installId });
    return done(null);
  });
  await close();
  if (!outcome.ok) stop(outcome.message);
  else
    console.log(
      "The demo accounts are gone with all that was done with them. Settings and the mode of this database stay.",
    );
}
