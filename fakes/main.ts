// Fakes of payment providers as one process: node fakes/main.ts --port 4780 --app http://localhost:3000
import { parseArgs } from "node:util";
import { startPayPal } from "./paypal/start.ts";
import { startStripe } from "./stripe/start.ts";

const { values } = parseArgs({
  options: { port: { type: "string", default: "4780" }, app: { type: "string", default: "http://localhost:3000" } },
});
const port = Number(values.port);
const stripe = await startStripe({ port, webhooks: `${values.app}/webhooks/stripe` });
const paypal = await startPayPal({ port: port + 1, webhooks: `${values.app}/webhooks/paypal` });
const fakes = [stripe, paypal];

console.log(`Fake for Stripe at ${stripe.url}, for PayPal at ${paypal.url}, for the app at ${values.app}.`);
console.log("Real orders are paid there: start the product on a new data folder with");
console.log("  export DEMO='off' DATA_DIR='./data-trial'");
for (const fake of fakes)
  for (const [name, value] of Object.entries(fake.env)) console.log(`  export ${name}='${value}'`);

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => void Promise.all(fakes.map(({ close }) => close())).then(() => process.exit(0)));
