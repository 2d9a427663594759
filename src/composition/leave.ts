import type { Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "../config.ts";
import { endConnections, leaveCalmly } from "../http/leave.ts";
import type { Mode } from "../platform/runtime.ts";

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
