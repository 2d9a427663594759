import { createHash, timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import type { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Config } from "#src/config.ts";
import type { GaugeSource, ProcessGauges, Reading } from "#src/platform/gauges.ts";
import { readEvery } from "#src/platform/interval.ts";
import { isLoopback, readAddress } from "#src/platform/network-address.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Observer } from "../../platform/observing/observer.ts";
import type { Env } from "../scope.ts";

/** An answered request; `route`: the pattern of its address. */
export type Answered = { method: string; route: string; status: number; ms: number };

type Parts = { runtime: Runtime; sources: readonly GaugeSource[]; own: readonly ProcessGauges[] };

const prefix = "paperwright_";
const seconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Two who ask within this time cost the database one answer. */
const readEveryMs = 5_000;
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

type Opened = {
  registry: Registry;
  requests: Counter<"method" | "route" | "status">;
  latency: Histogram<"route">;
  gauges: ReadonlyMap<string, Gauge>;
};

/**
 * What `/metrics` answers. Counting begins with the first who asks, or with the process where METRICS_TOKEN is set: one
 * that nobody watches does not load the client and counts nothing.
 */
export function openMetrics(parts: Parts) {
  let opened: Opened | null = null;
  let opening: Promise<Opened> | undefined;
  const open = async (): Promise<Opened> => {
    opening ??= openClient([...parts.own, ...parts.sources]);
    opened = await opening;
    return opened;
  };
  const figures = readEvery(readEveryMs, () => readAll(parts));

  return {
    /** Begins to count now. */
    begin: async (): Promise<void> => {
      await open();
    },
    /** `routeOf` is called only while somebody counts. */
    answered: (routeOf: () => string, { method, status, ms }: Omit<Answered, "route">): void => {
      if (!opened) return;
      const route = routeOf();
      opened.requests.inc({ method: methods.has(method) ? method : "other", route, status: String(status) });
      opened.latency.observe({ route }, ms / 1000);
    },
    /** The text that Prometheus reads, and its type. */
    text: async (): Promise<{ text: string; type: string }> => {
      const { registry, gauges } = await open();
      const { readings, unread } = await figures();
      for (const gauge of gauges.values()) gauge.reset();
      const own = parts.own.flatMap(({ read }) => read());
      for (const { gauge, value, labels } of [...own, ...readings, unreadOf(unread)])
        gauges.get(gauge)?.set({ ...labels }, value);
      return { text: await registry.metrics(), type: registry.contentType };
    },
  };
}

export type Metrics = ReturnType<typeof openMetrics>;

const unreadGauge = {
  unread_gauges: { help: "Groups of figures that the database did not answer: they are missing here." },
};
const unreadOf = (unread: number): Reading => ({ gauge: "unread_gauges", value: unread });

type Figures = { readings: readonly Reading[]; unread: number };

/** A group that cannot be read is missing and counted; the others and the process's own are there. */
async function readAll({ runtime, sources }: Parts): Promise<Figures> {
  const now = runtime.clock();
  const asked = await Promise.allSettled(sources.map((source) => source.read(runtime.db, now)));
  for (const one of asked)
    if (one.status === "rejected") runtime.log.warn({ err: one.reason }, "figures were not read");
  return {
    readings: asked.flatMap((one) => (one.status === "fulfilled" ? one.value : [])),
    unread: asked.filter(({ status }) => status === "rejected").length,
  };
}

async function openClient(sources: readonly Pick<GaugeSource, "gauges">[]): Promise<Opened> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import("prom-client");
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const all = [...sources.flatMap(({ gauges }) => Object.entries(gauges)), ...Object.entries(unreadGauge)] as const;
  const gauges = all.map(([name, gauge]: [string, GaugeSource["gauges"][string]]) => {
    const { help, labels = [] } = gauge;
    return [name, new Gauge({ name: `${prefix}${name}`, help, labelNames: [...labels], registers })] as const;
  });
  return {
    registry,
    requests: new Counter({
      name: `${prefix}http_requests_total`,
      help: "Answered requests.",
      labelNames: ["method", "route", "status"],
      registers,
    }),
    latency: new Histogram({
      name: `${prefix}http_request_seconds`,
      help: "Time from a request to its answer, in seconds; what is sent in pieces may go on after that.",
      labelNames: ["route"],
      buckets: seconds,
      registers,
    }),
    gauges: new Map(gauges),
  };
}

/** Lets an observer see each request: the pattern of its address and how it was answered, nothing that was sent. */
export const observed =
  ({ request }: Observer, routeOf: (c: Context<Env>) => string): MiddlewareHandler<Env> =>
  (c, next) =>
    request(next, () => ({
      id: c.get("scope").request.id,
      method: c.req.method,
      route: routeOf(c),
      status: c.res.status,
    }));

/** A path as it is logged: without the names of files, whose ids are enough to find them. */
export const logPath = (path: string): string => path.replace(/^(\/files\/[^/]*)\/.*/, "$1/").slice(0, 200);

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
/** Compared as hashes: equal lengths, and the time says nothing of the token. */
const same = (one: string, other: string): boolean => timingSafeEqual(sha256(one), sha256(other));

/** What a proxy adds: the request came from somewhere else, whatever its socket says. */
const passedOn = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via"];

/** Who may see inside the process: who shows METRICS_TOKEN; while none is set, programs of this machine alone. */
export function mayObserve(c: Context<Env>, { metricsToken }: Config): boolean {
  if (metricsToken !== undefined) {
    const shown = /^Bearer +(.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    return shown !== undefined && same(shown, metricsToken);
  }
  const sender = readAddress(c.env.incoming?.socket.remoteAddress ?? "");
  return isLoopback(sender) && !passedOn.some((name) => c.req.header(name) !== undefined);
}
