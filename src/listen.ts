import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { App } from "./build-app.ts";
import type { Config } from "./config.ts";
import { leaveCalmly } from "./http/leave.ts";

type Stop = (words: string) => never;

/**
 * Puts the app behind its port and stays until a signal asks it to leave. `stop` ends the process with one sentence.
 * Demo mode listens on both loopbacks; a machine without IPv6 is fine with one.
 */
export async function listen(app: App, config: Config, stop: Stop): Promise<void> {
  const { house } = app;
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const open = (host: string, optional: boolean) =>
    new Promise<ReturnType<typeof createServer> | null>((done) => {
      const server = createServer(
        {
          headersTimeout: 15_000,
          requestTimeout: 1_200_000,
          keepAliveTimeout: 75_000,
          connectionsCheckingInterval: 5_000,
        },
        (request, response) => {
          if (!app.early(request, response)) void answer(request, response);
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

  const hosts = house.mode === "demo" ? ["127.0.0.1", "::1"] : [config.host];
  const servers = (await Promise.all(hosts.map((host, i) => open(host, i > 0)))).filter((s) => s !== null);
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
}
