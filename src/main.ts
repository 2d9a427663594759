import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { resolve } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { readConfig } from "./config.ts";
import { leaveCalmly } from "./http/leave.ts";

type Built = typeof import("./build-app.ts");

const home = resolve(import.meta.dirname, "..");

function stop(words: string): never {
  console.error(words);
  process.exit(1);
}

const read = readConfig(home);
if (!read.ok) stop(`Paperwright cannot start:\n${read.errors.map((e) => `  ${e}`).join("\n")}`);
const { config } = read;
const entry = resolve(home, "build/server/index.js");
if (!existsSync(entry)) stop("Paperwright is not built: run npm start, or npm run build first.");

const { buildApp } = (await import(entry)) as Built;
const app = await buildApp(config).catch((error: unknown) =>
  stop(`Paperwright cannot start: ${error instanceof Error ? error.message : String(error)}`),
);
const { house } = app;

const hosts = house.mode === "demo" ? ["127.0.0.1", "::1"] : [config.host];
const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });

/** Demo mode listens on both loopbacks; a machine without IPv6 is fine with one. */
const listen = (host: string, optional: boolean) =>
  new Promise<ReturnType<typeof createServer> | null>((done) => {
    const server = createServer(
      {
        headersTimeout: 15_000,
        requestTimeout: 1_200_000,
        keepAliveTimeout: 75_000,
        connectionsCheckingInterval: 5_000,
      },
      (request, response) => {
        if (!app.early(request, response)) void listener(request, response);
      },
    );
    server.maxConnections = 10_000;
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (optional && error.code !== "EADDRINUSE") return done(null);
      void app
        .close()
        .finally(() =>
          stop(
            error.code === "EADDRINUSE"
              ? `Port ${config.port} is in use: stop the other program or choose another with PORT=4000.`
              : `Cannot listen on ${host}: ${error.message}`,
          ),
        );
    });
    server.listen(config.port, host, () => done(server));
  });

const servers = (await Promise.all(hosts.map((host, i) => listen(host, i > 0)))).filter((s) => s !== null);
let leaving = false;
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.on(signal, () => {
    if (leaving) process.exit(1);
    leaving = true;
    app.leave();
    setTimeout(() => process.exit(1), 25_000).unref();
    void leaveCalmly(servers, 15_000)
      .then(app.close)
      .finally(() => process.exit(0));
  });

await app.start();
house.log.info(
  { mode: house.mode, address: config.baseUrl.origin, node: process.version, ms: Math.round(performance.now()) },
  "ready",
);
for (const { tone, title, text } of app.notices) if (tone === "warn") house.log.warn({ notice: title }, text);
if (process.stdout.isTTY || house.mode === "demo")
  console.log(`\nPaperwright (${house.mode} mode) is open at ${config.baseUrl.origin}\n`);

process.on("uncaughtException", (error) => {
  house.log.fatal({ err: error }, "uncaught exception: the process ends");
  process.exit(1);
});
