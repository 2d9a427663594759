// `npm run demo:large`: adds a busy month to a demo that is stopped: about 300 orders, 48 clients, 12 writers, 60 chats.
import { seedLargeDemo } from "../../src/composition/demo-data.ts";
import { openRuntime } from "../../src/composition/open-runtime.ts";
import { configHere, stopWith } from "../command-line.ts";

const { runtime, close } = await openRuntime(configHere(), { only: "demo" }).catch(stopWith);
const orders = await seedLargeDemo(runtime).catch(stopWith);
await close();
console.log(
  `${orders} orders were added to the demo. \`npm run demo:remove -- --yes\` takes them out with the rest of it.`,
);
