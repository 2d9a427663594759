// The product's own event streams, from `publish` on: its handler, hub and streams on a server without the rest of the product.
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { readConfig } from "../../src/config.ts";
import { openLiveHandler } from "../../src/http/live.ts";
import type { Env } from "../../src/http/scope.ts";
import { openLive } from "../../src/platform/live/live.ts";
import { openLog } from "../../src/platform/log.ts";
import type { Runtime } from "../../src/platform/runtime.ts";
import type { Person } from "../../src/shared/viewer.ts";
import { fanTopic } from "../support/fan.ts";
import { serve } from "./serve.ts";
import { takeNumbers } from "./take-numbers.ts";

const read = readConfig(process.cwd(), { LOG_LEVEL: "error" });
if (!read.ok) throw new Error(read.errors.join("; "));
const log = openLog("error");
const kinds = [{ kind: "bench", maySee: async () => true, versions: async () => new Map() }];
const live = openLive({ connection: {}, log, id: "bench", kinds });
const runtime = { config: read.config, log } as Runtime;
const app = new Hono<Env>();
let people = 0;
app.use(async (c, next) => {
  people += 1;
  const viewer = { kind: "person", id: "p", sessionId: `session-${people}`, role: 1 } as Person;
  c.set("scope", { runtime, viewer, request: { id: `r${people}`, address: "" }, nonce: "", theme: "system" });
  await next();
});
openLiveHandler(runtime, live, async (_runtime, ids) => new Set(ids)).addRoutes(app);
const handle = getRequestListener(app.fetch, { overrideGlobalObjects: false });

await serve(({ numbers }) => {
  takeNumbers(numbers, (n) => live.publish(fanTopic, n));
  return handle;
});
