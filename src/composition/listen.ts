import { createServer, type RequestListener, type Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "../config.ts";
import { endConnections, leaveCalmly } from "../http/serve.ts";
import { wantedMode } from "../platform/mode.ts";
import type { Mode } from "../platform/runtime.ts";

type Host = { host: string; optional: boolean };

/** Demo mode listens on both loopbacks; a machine without IPv6 is fine with one. */
const hostsOf = (mode: Mode, config: Config): Host[] =>
  mode === "demo"
    ? [
        { host: "127.0.0.1", optional: false },
        { host: "::1", optional: true },
      ]
    : [{ host: config.host, optional: false }];

/**
 * Throws one sentence when another program holds the port; asked before anything is made or opened. The mode of a
 * database that is there already is not known yet: then it is the configured host alone.
 */
export async function checkPort(config: Config, isNew: boolean): Promise<void> {
  if (config.port === 0) return;
  const hosts = isNew ? hostsOf(wantedMode(config), config) : [{ host: config.host, optional: true }];
  for (const { host, optional } of hosts) {
    const server = await bind(createServer(), config.port, host, optional);
    await new Promise<unknown>((done) => (server ? server.close(done) : done(null)));
  }
}

/** Puts the app behind its port. Throws one sentence when it cannot listen there; then nothing listens. */
export async function listen(
  app: { runtime: { mode: Mode }; serve: RequestListener },
  config: Config,
): Promise<Server[]> {
  const open = ({ host, optional }: Host) => {
    const server = createServer(
      {
        headersTimeout: 15_000,
        requestTimeout: 1_200_000,
        keepAliveTimeout: 75_000,
        connectionsCheckingInterval: 5_000,
      },
      app.serve,
    );
    server.maxConnections = 10_000;
    return bind(server, config.port, host, optional);
  };
  const servers: Server[] = [];
  try {
    for (const host of hostsOf(app.runtime.mode, config)) servers.push(...[await open(host)].filter((s) => s !== null));
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
  return servers;
}

/** Null: an optional address that this machine does not have. */
const bind = (server: Server, port: number, host: string, optional: boolean): Promise<Server | null> =>
  new Promise((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE")
        return fail(
          new Error(`Port ${port} is in use: stop the other program or choose another with PORT=4000.`, {
            cause: error,
          }),
        );
      if (optional) return done(null);
      fail(new Error(`Cannot listen on ${host}: ${error.message}`, { cause: error }));
    });
    server.listen(port, host, () => done(server));
  });

const graceMs = 25_000;
const requestsMs = 15_000;
/** A terminal signals npm and the server alike, and npm passes its own on: that is one wish, not two. */
const echoMs = 1_000;
const usualDrainMs = 3_000;

type Signals = { heard: () => boolean; first: Promise<void> };

/**
 * Handles SIGTERM and SIGINT from now on, also during the start. A second signal, more than a second after
 * the first, ends the process at once; so does the end of the grace.
 */
export function onSignals({ drainMs = usualDrainMs }: Config): Signals {
  const { promise, resolve } = Promise.withResolvers<void>();
  let heardAt: number | undefined;
  const onSignal = (): void => {
    if (heardAt !== undefined && performance.now() - heardAt > echoMs) process.exit(1);
    if (heardAt !== undefined) return;
    heardAt = performance.now();
    setTimeout(() => process.exit(1), drainMs + graceMs).unref();
    resolve();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, onSignal);
  return { heard: () => heardAt !== undefined, first: promise };
}

type LeavingApp = {
  runtime: { mode: Mode };
  announceEnd: () => void;
  leave: () => void;
  close: () => Promise<void>;
};

/**
 * Leaves in three steps: /readyz says so while everything is still answered, so that a load balancer looks elsewhere,
 * and kept connections end; then nobody new gets in and what runs is finished; then the database is left.
 */
export async function leave(app: LeavingApp, config: Config, servers: readonly Server[]): Promise<void> {
  app.announceEnd();
  endConnections(servers);
  await pause(config.drainMs ?? (app.runtime.mode === "demo" ? 0 : usualDrainMs));
  app.leave();
  await leaveCalmly(servers, requestsMs);
  await app.close();
}
