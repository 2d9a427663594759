import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startOidc } from "#fakes/oidc/start.ts";
import { keptBudgets, requestBudgets } from "#src/platform/guest-budgets.ts";
import { addresses } from "../../scripts/docs/routes.ts";
import { everybody } from "../access/cast.ts";
import { handlerAddresses, openFill } from "../access/fill.ts";
import { isFullRun } from "../support/full-run.ts";
import { type Target, targetsOf } from "./guest-targets.ts";

// What somebody without an account can ask for and leave behind: every address that answers a guest has a budget, and
// all that one IPv6 /64 network is let write in an hour, from however many of its addresses, is at most 50 MB.

const google = await startOidc({ kind: "google", app: "http://127.0.0.1" });
const cast = await everybody({ env: { TRUSTED_PROXIES: "127.0.0.1", ...google.env } });
const { runtime, product } = cast;
afterAll(() => google.close());

const budgetAt = (method: string, path: string) => requestBudgets.find(({ at }) => at.test(`${method} ${path}`));

test("each address that answers a guest is under the budget that is written here", async () => {
  const fill = openFill(cast);
  const found: Record<string, string[]> = {};
  const note = (what: string | undefined, address: string) => {
    if (!what) throw new Error(`${address} has no budget.`);
    found[what] = [...(found[what] ?? []), address];
  };
  for (const { path: pattern } of await addresses()) {
    const [path = "/"] = fill(pattern);
    const answer = await cast.ask("guest", path);
    await answer.body?.cancel();
    const isForOthers = answer.headers.get("location")?.startsWith("/login?next=") ?? false;
    if (!isForOthers) note(budgetAt("GET", path)?.what, pattern);
  }
  for (const handler of handlerAddresses(runtime)) {
    const [method = "", path = ""] = handler.split(" ");
    note(budgetAt(method, path)?.what, handler);
  }
  expect(found).toMatchInlineSnapshot(`
    {
      "API description": [
        "GET /api/openapi.json",
      ],
      "browser reports": [
        "POST /csp-report",
      ],
      "files for crawlers": [
        "/manifest.webmanifest",
        "/robots.txt",
        "/sitemap.xml",
      ],
      "forms": [
        "ALL /api/auth/*",
        "ALL /api/passkeys",
        "ALL /api/prices",
        "ALL /api/quotes",
        "ALL /api/quotes/:id",
        "ALL /files",
        "ALL /files/:id",
        "ALL /files/:id/:name",
        "ALL /webhooks/:provider",
        "POST /api/chat/:what",
        "POST /api/checks",
        "POST /api/notices/read",
        "POST /api/orders",
        "POST /api/passkeys",
        "POST /api/theme",
        "POST /api/threads/:what",
        "POST /files/plain",
      ],
      "payment events": [
        "POST /webhooks/:provider",
      ],
      "price tables": [
        "GET /api/prices",
      ],
      "prices": [
        "POST /api/quotes",
      ],
      "quotes": [
        "/order/quotes/:file",
        "GET /api/quotes/:id",
      ],
      "reads": [
        "/",
        "/*",
        "/about",
        "/accessibility",
        "/aichecker/card",
        "/aichecker/how",
        "/api/docs",
        "/auth/popup-done",
        "/contact",
        "/coursework/:serviceType",
        "/custom",
        "/dashboard/orders/:orderId/draft",
        "/email-change",
        "/embed/calculator",
        "/faq",
        "/guarantees",
        "/hiring",
        "/honest-use/never",
        "/honest-use/students",
        "/honest-use/teachers",
        "/keep-second-factor",
        "/licence",
        "/login",
        "/login/second-step",
        "/mailbox",
        "/non-technical-writing",
        "/non-technical-writing/:serviceType",
        "/order/draft",
        "/pages/:slug",
        "/passreset",
        "/privacy-policy",
        "/privacy-policy/:version",
        "/quizzes-tests/:serviceType",
        "/quizzesorder",
        "/register",
        "/samples",
        "/sandbox/pay/:attempt",
        "/see-as/end",
        "/signout",
        "/start",
        "/technical-writing",
        "/technical-writing/:serviceType",
        "/terms",
        "/terms-of-service",
        "/terms/:version",
        "GET /api/chat",
        "GET /api/checks",
        "GET /api/installation/:code",
        "GET /api/live",
        "GET /api/notices",
        "GET /api/orders",
        "GET /api/orders/:number",
        "GET /api/orders/:number/files",
        "GET /api/orders/:number/files/:id",
        "GET /api/orders/prepared/:id",
        "GET /api/threads",
        "GET /brand/:file",
        "GET /embed/calculator.js",
        "GET /embed/height.js",
        "GET /files/checks",
      ],
      "social cards": [
        "/og/:family/:card",
      ],
    }
  `);
});

const mib = 1024 * 1024;
/** Bytes of all rows. */
async function kept(): Promise<number> {
  const { rows } = await runtime.database.pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  const sums = rows.map(({ name }) => `(select coalesce(sum(pg_column_size(t.*)), 0) from ${name} t)`);
  const sum = await runtime.database.pool.query<{ bytes: number }>(`select (${sums.join(" + ")})::float8 as bytes`);
  return sum.rows[0]?.bytes ?? Number.NaN;
}
const inFiles = (): number =>
  globSync(join(product.dataDir, "**"), { withFileTypes: true })
    .filter((one) => one.isFile())
    .reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0);

const send = async ({ path, make }: Target, from: string): Promise<Response> => {
  const { body, type } = make();
  const answer = await cast.ask("guest", path, {
    method: "POST",
    headers: { "content-type": type, "x-forwarded-for": from },
    body,
  });
  await answer.body?.cancel();
  return answer;
};

/** A provider's button returns to the sign-in page, which shows the reason. */
const busy = /^\/login\?.*busy/;

const settled = async () =>
  expect
    .poll(async () => {
      const due = "select count(*)::int as due from platform.outbox where next_try_at is not null";
      return (await runtime.database.pool.query<{ due: number }>(due)).rows[0]?.due;
    })
    .toBe(0);

const budgetsOf = async (network: string) => {
  const asked = "select distinct key from platform.limits where key like $1";
  const { rows } = await runtime.database.pool.query<{ key: string }>(asked, [`%:${network}::/64`]);
  return rows.map(({ key }) => {
    const budget = Object.values(keptBudgets).find(({ name }) => key.split(":").includes(name));
    if (!budget) throw new Error(`${key} stands in no table.`);
    return budget;
  });
};

/** The bytes that one use leaves behind: what the product's own clocks write beside it is not in both rounds. */
async function bytesOf(target: Target, network: string): Promise<number> {
  const rounds: number[] = [];
  await settled();
  let before = await kept();
  for (const from of [`${network}::1`, `${network}:f::2`]) {
    await send(target, from);
    await settled();
    const after = await kept();
    rounds.push(Math.max(0, after - before));
    before = after;
  }
  return Math.min(...rounds);
}

/** With its budgets used up the network is refused for a while, and no other one is. */
async function isRefusedAlone(target: Target, network: string): Promise<void> {
  const used = "update platform.limits set count = 2000000000 where key like $1";
  await runtime.database.pool.query(used, [`%:${network}::/64`]);
  const refused = await send(target, `${network}:a::3`);
  const served = await send(target, `${network.replace(":7:", ":8:")}::1`);
  if (refused.status === 303) {
    expect(refused.headers.get("location"), target.what).toMatch(busy);
    expect(served.headers.get("location"), target.what).not.toMatch(busy);
  } else {
    expect([target.what, refused.status]).toEqual([target.what, 429]);
    expect(Number(refused.headers.get("retry-after")), target.what).toBeGreaterThan(0);
    expect(served.status, target.what).not.toBe(429);
  }
}

test.runIf(isFullRun)("one network writes at most 50 MB in an hour, and the next is served", async () => {
  const before = inFiles();
  /** The most bytes that an hour of each budget leaves behind, and where. */
  const worst = new Map<string, { bytes: number; at: string }>();
  for (const [at, target] of (await targetsOf(cast)).entries()) {
    const network = `2001:db8:7:${(at + 1).toString(16)}`;
    const bytes = await bytesOf(target, network);
    const request = budgetAt("POST", target.path);
    const own = await budgetsOf(network);
    const hours = [...own, { name: request?.what ?? "", most: request?.perMinute ?? Number.NaN, seconds: 60 }].map(
      ({ name, most, seconds }) => ({ name, bytes: (bytes * most * 3_600) / seconds }),
    );
    const hour = hours.reduce((least, one) => (one.bytes < least.bytes ? one : least));
    if (hour.bytes >= (worst.get(hour.name)?.bytes ?? 0)) worst.set(hour.name, { bytes: hour.bytes, at: target.what });
    if (own.length > 0) await isRefusedAlone(target, network);
  }
  const sum = [...worst.values()].reduce((all, { bytes }) => all + bytes, 0);
  expect(sum / mib, JSON.stringify([...worst])).toBeLessThan(50);
  expect([...worst.keys()]).toEqual(
    expect.arrayContaining(["enquiry", "kept-form", "sign-in", "account-mail", "passkey"]),
  );
  expect(inFiles()).toBe(before);
});
