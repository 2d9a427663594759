// A program that takes one event of Stripe, as the product's handler does, and ends. It is killed on the way.
import { createInterface } from "node:readline";
import { openStripe } from "../../../src/adapters/payments/stripe/index.ts";
import { readConfig } from "../../../src/config.ts";
import { writerDirectory } from "../../../src/modules/orders/index.server.ts";
import { paymentEventHandlers, providersPort, receiveEvent } from "../../../src/modules/payments/index.server.ts";
import { writerDirectoryOfRuntime } from "../../../src/modules/writing/index.server.ts";
import { asDatabase, openPool } from "../../../src/platform/database/open.ts";
import { hasHandlerAmong, openDispatcher } from "../../../src/platform/events.ts";
import type { Port, Runtime } from "../../../src/platform/runtime.ts";
import { openSettings } from "../../../src/platform/settings.ts";
import { quietLog } from "../../support/quiet-log.ts";

type Options = {
  connection: { host: string; port: number; user: string; password: string; database: string };
  stripe: string;
  now: string;
  letter: { raw: string; headers: Record<string, string> };
};
const options = JSON.parse(process.argv[2] ?? "{}") as Options;
const config = readConfig(process.cwd(), {});
if (!config.ok) throw new Error(config.errors.join("; "));
const clock = () => new Date(options.now);
const pool = openPool(options.connection, quietLog, 4);
const db = asDatabase(pool);
const stripe = openStripe({
  config: { secretKey: "sk_test_fake", webhookSecrets: ["whsec_fake"], apiBase: new URL(options.stripe) },
  installId: "test",
  baseUrl: new URL("http://localhost:3000"),
  clock,
});
const ports = new Map<string, unknown>([
  [providersPort.name, [stripe]],
  [writerDirectory.name, writerDirectoryOfRuntime],
]);
const dispatch = openDispatcher(paymentEventHandlers);
const runtime: Runtime = {
  config: config.config,
  mode: "real",
  installId: "test",
  db,
  clock,
  log: { ...quietLog, error: (...values) => console.error(...values) },
  settings: openSettings(db, clock),
  secret: "a secret for tests that is long enough",
  port: <T>(key: Port<T>): T => ports.get(key.name) as T,
  hasHandler: hasHandlerAmong(paymentEventHandlers, db),
  live: { publish: () => undefined, ephemeral: () => undefined },
  dispatchEvents: (own) => dispatch(runtime, own),
};
await pool.query("select 1");
console.log("ready");
for await (const _ of createInterface(process.stdin)) break;
const { raw, headers } = options.letter;
const received = await receiveEvent(runtime, "stripe", { raw, headers: new Headers(headers) });
if (received.ok) await received.processed;
console.log(received.ok ? "done" : `refused: ${received.reason}`);
await pool.end();
process.exit(0);
