// `npm run doctor`: the list of the set-up guide in a terminal, with its checks of providers and address made now.

import { scheduledTarget, tryBackupTarget } from "../../src/backup/targets/where.ts";
import { openRuntime } from "../../src/composition/open-runtime.ts";
import { gatherSetup, tryAddress, tryProvider, tryStorage } from "../../src/modules/admin/index.server.ts";
import { siteSetting } from "../../src/modules/operator/index.server.ts";
import { configHere, optionsOf, stop, stopWith } from "../command-line.ts";

optionsOf({}, "npm run doctor");
const config = configHere();
const opened = await openRuntime(config, { only: "real" }).catch(stopWith);
const { runtime } = opened;
const { timeZone } = await runtime.settings.get(siteSetting);
const { groups, progress, shop } = await gatherSetup(runtime, runtime.db, timeZone);
const checks = [
  ...(config.stripe ? [["Card by Stripe", await tryProvider(runtime, "stripe")] as const] : []),
  ...(config.paypal ? [["PayPal", await tryProvider(runtime, "paypal")] as const] : []),
  ...(config.s3 ? [["Storage of files", await tryStorage(runtime)] as const] : []),
  ["Address", await tryAddress(runtime)] as const,
  ...(scheduledTarget(config) ? [["Backups", await tryBackupTarget(config)] as const] : []),
];
await opened.close();

const states = { done: "done", todo: "TO DO", optional: "optional" } as const;
for (const { title, steps } of groups) {
  console.log(`\n${title}`);
  for (const { title: name, state, fact, needed } of steps)
    console.log(`  ${states[state].padEnd(9)}${name}${needed ? " (needed to open)" : ""}\n           ${fact}`);
}
console.log("\nChecked now");
for (const [name, { ok, message }] of checks) console.log(`  ${(ok ? "works" : "FAILS").padEnd(9)}${name}: ${message}`);
console.log(
  `\n${progress.done} of ${progress.all} steps done. The shop is ${shop.open ? "open" : "closed for orders"}.`,
);
const missing = progress.toDo.filter(({ needed }) => needed).map(({ title }) => title);
if (missing.length > 0) stop(`Needed and not done: ${missing.join(", ")}.`);
