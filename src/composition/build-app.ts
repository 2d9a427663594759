export * from "virtual:react-router/server-build";
export { readConfig } from "../config.ts";
export { leave, listen, onSignals } from "./listen.ts";
export { readRole } from "./open-runtime.ts";

import { join } from "node:path";
import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider } from "react-router";
import type { Config } from "../config.ts";
import { buildHttp } from "../http/app.ts";
import { openAssets } from "../http/assets.ts";
import { addHandlers } from "../http/handlers.ts";
import { openLiveHandler } from "../http/live.ts";
import { openPageHandlers, openPagePatterns } from "../http/page-handlers.ts";
import { openRunning } from "../http/running.ts";
import { openServe } from "../http/serve.ts";
import { activeSessions, providerEndpoints, resolveViewer } from "../modules/accounts/index.server.ts";
import { adminNotices, heldAtStart } from "../modules/admin/index.server.ts";
import { admitKey, listedOrigins } from "../modules/api/index.server.ts";
import { isServiceAddress } from "../modules/catalogue/index.server.ts";
import { isPublicPage } from "../modules/site/index.ts";
import { checkDataFolder, hasDatabase } from "../platform/database/embedded/folders.ts";
import { checkAddress, wantedMode } from "../platform/mode.ts";
import { releaseOutgoing } from "../platform/outgoing-hold.ts";
import { requestContext } from "../platform/request-context.ts";
import { type Runtime, systemCtx } from "../platform/runtime.ts";
import { offlinePage } from "../public-pages/offline-page.tsx";
import { styleSheets } from "../public-pages/page-styles.tsx";
import { checkPort } from "./listen.ts";
import { openRuntime, type Role } from "./open-runtime.ts";
import { gaugeSources } from "./parts.ts";

const dev = import.meta.env.DEV;

/**
 * Composition root: opens the runtime (database, settings, adapters, clocks) and puts the HTTP handlers in front of it.
 * @returns `serve` for Node's web server, `start` for clocks and jobs, `close` for a calm end.
 */
export async function buildApp(config: Config, wishes: { acceptCopy?: boolean; release?: boolean; role?: Role } = {}) {
  const { role = "all" } = wishes;
  const opened = await openRuntime(config, wishes);
  if (wishes.release) await releaseAtStart(opened.runtime);
  const handler = dev
    ? createRequestHandler(build, import.meta.env.MODE)
    : openPageHandlers(build, import.meta.env.MODE);
  const streams = openLiveHandler(opened.runtime, opened.live, activeSessions);
  const running = openRunning(opened.runtime, activeSessions);
  const clocks = [...streams.clocks, running.clock];
  let closing = false;
  const http = buildHttp({
    runtime: opened.runtime,
    probe: opened.probe,
    assets: openAssets(join(config.home, dev ? "public" : "build/client")),
    page: (request, scope) => {
      const context = new RouterContextProvider();
      context.set(requestContext, scope);
      return handler(request, context);
    },
    isPublic: (path) => isPublicPage(path) || isServiceAddress(opened.runtime, path),
    resolveViewer,
    admitKey,
    listedOrigins,
    handlers: (hono) => {
      for (const path of running.longPaths) hono.use(path, running.watch);
      addHandlers(hono, opened.runtime);
      streams.addRoutes(hono);
    },
    closing: () => closing,
    dev,
    styles: styleSheets,
    ...(!dev && { offlinePage }),
    watched: {
      pagePattern: openPagePatterns(build.routes),
      sources: gaugeSources,
      own: [streams.gauges, running.gauges, opened.poolGauges],
    },
  });
  if (config.metricsToken) await http.metrics.begin();
  return {
    runtime: opened.runtime,
    serve: openServe(opened.runtime, http, role === "worker"),
    start: async () => {
      for (const { name, address } of providerEndpoints(config))
        opened.runtime.log.info({ name, address }, "sign-in provider");
      await opened.start(role);
      for (const clock of clocks) clock.start();
    },
    /** What the operator must know before trusting it with real work. */
    notices: [...(await adminNotices(opened.runtime)), ...(await heldAtStart(opened.runtime))],
    /** From now on /readyz says that this process is about to leave. */
    announceEnd: () => {
      closing = true;
    },
    leave: streams.leave,
    close: async () => {
      await Promise.all(clocks.map((clock) => clock.stop()));
      await opened.close();
    },
  };
}

/** The operator lets leave what a restore or a copy held. */
async function releaseAtStart(runtime: Runtime): Promise<void> {
  const released = await releaseOutgoing(systemCtx(runtime, "npm start -- --release"), {});
  if (!released.ok) throw new Error(released.message);
}

/** What refuses a start before anything is made or opened; throws one sentence. */
export async function checkStart(config: Config): Promise<void> {
  if (config.databaseUrl === undefined) checkDataFolder(config.dataDir);
  const isNew = config.databaseUrl !== undefined || !hasDatabase(config.dataDir);
  if (isNew && config.databaseUrl === undefined) checkAddress(wantedMode(config), config);
  await checkPort(config, isNew);
}
