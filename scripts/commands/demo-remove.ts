// `npm run demo:remove -- --yes`: takes the demo accounts and all that they did out of a demo, in one transaction.
import { removeDemo } from "../../src/composition/demo-data.ts";
import { openRuntime } from "../../src/composition/open-runtime.ts";
import { inTransaction } from "../../src/platform/command.ts";
import { systemCtx } from "../../src/platform/runtime.ts";
import { done } from "../../src/shared/outcome.ts";
import { configHere, optionsOf, stop, stopWith } from "../command-line.ts";

const usage = "npm run demo:remove -- --yes";
if (!optionsOf({ yes: { type: "boolean", default: false } }, usage).yes)
  stop(
    `This removes the demo accounts and all that was done with them for good: orders, payments, chats, files. Run it again with: ${usage}`,
  );
const { runtime, close } = await openRuntime(configHere(), { only: "demo" }).catch(stopWith);
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
