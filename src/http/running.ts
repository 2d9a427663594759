import type { ServerResponse } from "node:http";
import type { MiddlewareHandler } from "hono";
import { repeatEvery } from "#src/platform/interval.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { type Env, isRead } from "./scope.ts";

/** Requests that may take minutes: what comes and goes in pieces. Live streams watch their own sessions. */
const longPaths = ["/files/*", "/accountSettings/data/download"];
const checkEveryMs = 2_000;
const sessionsAtOnce = 500;

export type StillSignedIn = (runtime: Runtime, sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Uploads and downloads end with the session that they were asked for, wherever it ended: signed out, blocked, another
 * role. Their connection is cut; what came of an upload stays, and its next piece is refused.
 */
export function openRunning(runtime: Runtime, stillSignedIn: StillSignedIn) {
  const bySession = new Map<string, Set<ServerResponse>>();
  const running = { uploads: 0, downloads: 0 };

  const watch: MiddlewareHandler<Env> = async (c, next) => {
    const { viewer } = c.get("scope");
    const { outgoing } = c.env;
    const sent = isRead(c.req.method) ? "downloads" : "uploads";
    if (!outgoing.destroyed) {
      running[sent] += 1;
      outgoing.once("close", () => {
        running[sent] -= 1;
      });
    }
    if (viewer.kind === "person" && !outgoing.destroyed) {
      const { sessionId } = viewer;
      const mine = bySession.get(sessionId) ?? new Set();
      bySession.set(sessionId, mine.add(outgoing));
      outgoing.once("close", () => {
        mine.delete(outgoing);
        if (mine.size === 0 && bySession.get(sessionId) === mine) bySession.delete(sessionId);
      });
    }
    await next();
  };

  const check = async (): Promise<void> => {
    const asked = [...bySession.keys()];
    for (let from = 0; from < asked.length; from += sessionsAtOnce) {
      const some = asked.slice(from, from + sessionsAtOnce);
      const active = await stillSignedIn(runtime, some);
      for (const id of some) if (!active.has(id)) for (const outgoing of bySession.get(id) ?? []) outgoing.destroy();
    }
  };

  const gauges = {
    gauges: { transfers: { help: "Requests of files that are on their way now.", labels: ["direction"] } },
    read: () =>
      Object.entries(running).map(([direction, value]) => ({ gauge: "transfers", value, labels: { direction } })),
  };
  return { longPaths, watch, check, gauges, clock: repeatEvery(checkEveryMs, runtime.log, "running requests", check) };
}
