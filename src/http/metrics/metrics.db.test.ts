import { readFileSync } from "node:fs";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { gaugeSources } from "#src/composition/parts.ts";
import { storagePort } from "#src/modules/files/index.server.ts";
import { attempts, charges, settlements } from "#src/modules/payments/tables.ts";
import { poolGauges } from "#src/platform/gauges.ts";
import { outbox, timers } from "#src/platform/tables.ts";
import { createTestRuntime } from "#tests/support/runtime.ts";
import { type Served, serve } from "#tests/support/serve.ts";
import { openLiveHandler } from "../live.ts";
import { openRunning } from "../running.ts";

const now = new Date("2026-03-10T12:00:00Z");
const token = "a token of METRICS_TOKEN";
const runtime = await createTestRuntime({
  now,
  ports: [[storagePort, { space: async () => null, probe: async () => undefined }]],
});
const nobody = async () => new Set<string>();
const running = openRunning(runtime, nobody);
const watched = {
  pagePattern: (path: string) => (path.startsWith("/order/") ? "/order/:id" : null),
  sources: gaugeSources,
  own: [
    openLiveHandler(runtime, {} as Parameters<typeof openLiveHandler>[1], nobody).gauges,
    running.gauges,
    poolGauges(runtime.database.pool),
  ],
};
const open = async (over: Partial<Parameters<typeof serve>[0]> = {}): Promise<Served> => {
  const served = await serve({
    runtime,
    watched,
    handlers: (app) => app.get("/api/things/:id", (c) => c.json({})),
    ...over,
  });
  onTestFinished(() => served.close());
  return served;
};
const read = async ({ url }: Served, headers: Record<string, string> = {}): Promise<string> =>
  (await fetch(`${url}/metrics`, { headers })).text();
/** A sample's value by its whole name. */
const sample = (text: string, name: string): number | undefined => {
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};
const namesIn = (text: string): Set<string> => new Set(text.match(/^[a-z_0-9]+(?=[ {])/gm));
afterAll(() => runtime.drop());

describe("who may read it", () => {
  const statusAt = async (served: Served, headers: Record<string, string>): Promise<number> =>
    (await fetch(`${served.url}/metrics`, { headers })).status;

  test("without a token: programs of this machine, and nobody through a proxy", async () => {
    const served = await open();
    expect(await statusAt(served, {})).toBe(200);
    for (const name of ["x-forwarded-for", "x-real-ip", "forwarded", "via", "x-forwarded-host"])
      expect(await statusAt(served, { [name]: "127.0.0.1" }), name).toBe(401);
  });

  test("with one: who shows it, also from this machine and also by another host name", async () => {
    const served = await open({ runtime: { ...runtime, config: { ...runtime.config, metricsToken: token } } });
    expect(await statusAt(served, {})).toBe(401);
    for (const wrong of ["Bearer", `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, token])
      expect(await statusAt(served, { authorization: wrong }), wrong).toBe(401);
    expect(await statusAt(served, { authorization: `Bearer ${token}`, "x-forwarded-for": "192.0.2.7" })).toBe(200);
    const ready = async (headers: Record<string, string>) => (await fetch(`${served.url}/readyz`, { headers })).json();
    expect(Object.keys(await ready({}))).toEqual(["ready"]);
    expect(Object.keys(await ready({ authorization: `Bearer ${token}` }))).toEqual(["ready", "checks"]);
  });
});

describe("requests", () => {
  test("are counted by pattern, whatever stands in their addresses", async () => {
    const served = await open();
    await read(served); // counting begins
    const marked = "jane.doe-4711";
    for (const path of ["/order/", "/api/things/", "/nowhere/", "/api/unknown/"])
      await fetch(`${served.url}${path}${marked}?q=${marked}`, { headers: { "user-agent": marked } });
    const text = await read(served);
    expect(text).not.toContain(marked);
    const counted = (route: string, status = 200) =>
      sample(text, `paperwright_http_requests_total{method="GET",route="${route}",status="${status}"}`);
    expect([counted("/order/:id"), counted("/api/things/:id"), counted("other"), counted("/api/*", 404)]).toEqual([
      1, 1, 1, 1,
    ]);
    expect(sample(text, 'paperwright_http_request_seconds_count{route="/order/:id"}')).toBe(1);
  });
});

describe("what is read from the database", () => {
  test("queues show how many rows are due and how long the first has waited", async () => {
    const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
    const timer = (subject: string, due: Date) => ({ id: crypto.randomUUID(), kind: "test", subject, due });
    await runtime.db.insert(timers).values([timer("a", ago(90)), timer("b", ago(30)), timer("c", ago(-60))]);
    const event = { name: "test", subject: "a", payload: {}, at: now };
    await runtime.db.insert(outbox).values([
      { id: crypto.randomUUID(), ...event, nextTryAt: ago(5) },
      { id: crypto.randomUUID(), ...event, nextTryAt: null },
    ]);
    const text = await read(await open());
    const of = (queue: string) => [
      sample(text, `paperwright_queue_depth{queue="${queue}"}`),
      sample(text, `paperwright_queue_age_seconds{queue="${queue}"}`),
    ];
    expect({ timers: of("timers"), events: of("events"), mails: of("mails") }).toEqual({
      timers: [2, 90],
      events: [1, 5],
      mails: [0, 0],
    });
  });

  test("money that is under way is counted by state, and the newest compared day by kind of difference", async () => {
    const { pool } = runtime.database;
    const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
    await runtime.db
      .insert(charges)
      .values({ id: id(1), orderId: id(9), purpose: "full", cents: 100, currency: "USD", createdAt: now });
    const attempt = { chargeId: id(1), orderId: id(9), orderNumber: "1", cents: 100, currency: "USD", startedAt: now };
    await runtime.db.insert(attempts).values([
      { id: id(2), ...attempt, provider: "card", endsAt: now },
      { id: id(3), ...attempt, provider: "transfer", endsAt: now, state: "awaiting_transfer" },
      { id: id(4), ...attempt, provider: "card", endsAt: now, state: "failed" },
    ]);
    const paid = {
      orderId: id(9),
      chargeId: id(1),
      provider: "card",
      method: "Card",
      cents: 100,
      currency: "USD",
      at: now,
    };
    await runtime.db.insert(settlements).values([
      { id: id(5), ...paid, transaction: "a", verdict: "review" },
      { id: id(6), ...paid, transaction: "b", verdict: "review", reviewedAt: now },
      { id: id(7), ...paid, transaction: "c", verdict: "settle" },
    ]);
    const day = "insert into payments.day_comparisons values ($1, 'card', 3, 300, 200, $2, 0, 0, 0, $3)";
    await pool.query(day, ["2026-03-08", 7, now]);
    await pool.query(day, ["2026-03-09", 2, now]);
    const text = await read(await open());
    const money = (of: string, state: string) => sample(text, `paperwright_payments{of="${of}",state="${state}"}`);
    expect(["started", "reviewing", "awaiting_transfer", "failed"].map((state) => money("payments", state))).toEqual([
      1,
      0,
      1,
      undefined,
    ]);
    expect([money("reviews", "review"), money("refunds", "failed")]).toEqual([1, 0]);
    const kind = (of: string) => sample(text, `paperwright_reconciliation_differences{provider="card",kind="${of}"}`);
    expect([kind("only-theirs"), kind("only-ours")]).toEqual([2, 0]);
    expect(sample(text, 'paperwright_reconciliation_time_seconds{provider="card"}')).toBe(now.getTime() / 1000);
  });

  test("every statement walks an index of what is open", async () => {
    const { pool } = runtime.database;
    const sent: { text: string; values: unknown[] }[] = [];
    const original = pool.query.bind(pool);
    pool.query = ((asked: { text: string }, values: unknown[]) => {
      sent.push({ text: asked.text, values });
      return original(asked as never, values as never);
    }) as typeof pool.query;
    for (const source of gaugeSources) await source.read(runtime.db, now);
    pool.query = original;
    expect(sent.length).toBeGreaterThan(4);
    const client = await pool.connect();
    onTestFinished(() => client.release());
    await client.query("set enable_seqscan = off");
    for (const { text, values } of sent) {
      const { rows } = await client.query(`explain ${text}`, values);
      const plan = rows.map((row) => Object.values(row)[0]).join("\n");
      // A table of disputes or of days has few rows: those alone may be read whole.
      const scans = [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table);
      expect(
        scans.filter((table) => table !== "disputes" && table !== "day_comparisons"),
        plan,
      ).toEqual([]);
    }
    await client.query("reset enable_seqscan");
  });

  test("a database that does not answer takes away its own figures alone", async () => {
    const away = { gauges: {}, read: () => Promise.reject(new Error("away")) };
    const text = await read(await open({ watched: { ...watched, sources: [...gaugeSources, away] } }));
    expect(sample(text, "paperwright_unread_gauges")).toBe(1);
    expect(sample(text, 'paperwright_queue_depth{queue="mails"}')).toBe(0);
    expect(sample(text, "paperwright_streams")).toBe(0);
    expect(namesIn(text)).toContain("nodejs_eventloop_lag_p99_seconds");
  });
});

describe("what is drawn and alarmed", () => {
  type Rule = { alert: string; expr: string; annotations: { summary: string; runbook: string } };
  const { groups }: { groups: { rules: Rule[] }[] } = parse(readFileSync("deploy/alerts.yml", "utf8"));
  const rules = groups.flatMap((group) => group.rules);
  const dashboard = readFileSync("deploy/grafana-dashboard.json", "utf8");
  const metricsIn = (text: string) => text.match(/\b(?:paperwright|nodejs|process)_[a-z0-9_]+/g) ?? [];

  test("is there", async () => {
    const served = await open();
    await read(served);
    await fetch(`${served.url}/order/1`);
    const there = namesIn(await read(served));
    const { panels }: { panels: { targets: { expr: string }[] }[] } = JSON.parse(dashboard);
    const drawn = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(drawn.length).toBeGreaterThan(10);
    const used = [...rules.map(({ expr }) => expr), ...drawn].flatMap(metricsIn);
    expect(new Set(used).size).toBeGreaterThan(12);
    expect(used.filter((name) => !there.has(name))).toEqual([]);
  });

  test("each alert has its line in the guide, and the guide no other", () => {
    const guide = readFileSync("docs/operating.md", "utf8");
    const lines = [...guide.matchAll(/^\| `(Paperwright\w+)` \| .{20,} \|$/gm)].map(([, name]) => name);
    expect(lines.sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const { annotations } of rules) expect(annotations.runbook).toBe("docs/operating.md#what-to-do-at-an-alert");
    expect(guide).toContain("## What to do at an alert");
  });
});
