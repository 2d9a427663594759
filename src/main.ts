import { enableCompileCache, flushCompileCache } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";

type Built = typeof import("./composition/build-app.ts");

// From build/server/main.js, which is this file without its types.
const home = resolve(import.meta.dirname, "../..");

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}

// Garbage may be one and a half times what lives, not three times: the process stays small after a rush.
setFlagsFromString("--heap-growing-percent=150");
// Before the server's code is read: places in the log name lines of src/, and the next start need not compile again.
process.setSourceMapsEnabled(true);
enableCompileCache(resolve(home, "build/compiled"));

const entry = pathToFileURL(resolve(home, "build/server/index.js"));
const { buildApp, checkStart, onSignals, leave, listen, readConfig, readRole } = (await import(entry.href)) as Built;
const read = readConfig(home);
if (!read.ok) stop(`Paperwright cannot start:\n${read.errors.map((e) => `  ${e}`).join("\n")}`);
const { config } = read;
const refuse = (error: unknown): never =>
  stop(`Paperwright cannot start: ${error instanceof Error ? error.message : String(error)}`);
const role = await (async () => readRole(process.argv))().catch(refuse);
await checkStart(config).catch(refuse);
const signals = onSignals(config);
const app = await buildApp(config, {
  acceptCopy: process.argv.includes("--accept-copy"),
  release: process.argv.includes("--release"),
  role,
}).catch(refuse);
const { runtime } = app;
if (signals.heard()) await app.close().finally(() => process.exit(0));
const servers = await listen(app, config).catch(async (error: unknown) => {
  await app.close();
  return refuse(error);
});
void signals.first.then(() => leave(app, config, servers)).finally(() => process.exit(0));
await app.start().catch(async (error: unknown) => {
  // A signal came during the start and closes what the start still opens: `leave` ends the process.
  if (signals.heard()) return new Promise<never>(() => undefined);
  await app.close();
  return refuse(error);
});
runtime.log.info(
  { mode: runtime.mode, address: config.baseUrl.origin, node: process.version, ms: Math.round(performance.now()) },
  "ready",
);
for (const { tone, title, text } of app.notices) if (tone === "warn") runtime.log.warn({ notice: title }, text);
if (process.stdout.isTTY || runtime.mode === "demo")
  console.log(`\nPaperwright (${runtime.mode} mode) is open at ${config.baseUrl.origin}\n`);

process.on("uncaughtException", (error) => {
  runtime.log.fatal({ err: error }, "uncaught exception: the process ends");
  if (!runtime.observer) process.exit(1);
  setTimeout(() => process.exit(1), 3_000);
  void runtime.observer.flushed().finally(() => process.exit(1));
});
flushCompileCache();
