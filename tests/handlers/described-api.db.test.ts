import { Ajv2020 } from "ajv/dist/2020.js";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addHandlers } from "#src/http/handlers.ts";
import { resolveViewer } from "#src/modules/accounts/index.server.ts";
import { admitKey, mostOfKey } from "#src/modules/api/index.server.ts";
import { makeKey } from "#src/modules/api/keys/keys.ts";
import { eventTypeNames } from "#src/modules/api/webhooks/event-types.ts";
import { checkerPort, checkerWork, checksAnHour } from "#src/modules/checker/index.server.ts";
import { defaultPricingTable } from "#src/modules/pricing/domain/default-table.ts";
import { pricingSetting } from "#src/modules/pricing/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { settings } from "#src/platform/tables.ts";
import { scopes } from "#src/shared/viewer.ts";
import { machineLike } from "#tests/support/checked-texts.ts";
import { createAccountsRuntime, createPerson, sessionCookie } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { seedOrders } from "#tests/support/seed-orders.ts";
import { type Served, serve } from "#tests/support/serve.ts";
import { storeSetting } from "#tests/support/settings.ts";

// What the document says of each address is asked through a real socket, and the real answers are held against it.

type Described = {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>>;
  webhooks: Record<string, { post: { operationId: string } }>;
  components: { schemas: Record<string, { examples: unknown[] }> };
};

const checker = checkerWork(".");
let runtime: TestRuntime;
let served: Served;
let cookie: string;
/** Header of a key for everything. */
let key: { authorization: string };
let document: Described;
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
/** `METHOD /path STATUS` of every answer that fitted. */
const met = new Set<string>();

beforeAll(async () => {
  runtime = await createAccountsRuntime({ ports: [[checkerPort, checker]], ticking: true });
  cookie = await sessionCookie(runtime, await createPerson(runtime));
  key = await keyFor([...scopes]);
  served = await serve({ runtime, resolveViewer, admitKey, handlers: (app) => addHandlers(app, runtime) });
  document = (await (await fetch(`${served.url}/api/openapi.json`)).json()) as Described;
  ajv.addSchema(document, "document");
});
afterAll(async () => {
  await served.close();
  await checker.close();
  await runtime.drop();
});

async function keyFor(chosen: readonly string[]): Promise<{ authorization: string }> {
  const admin = await createPerson(runtime, { role: 3 });
  const partner = { partner: "Study Circle", contact: "ops@circle.test" };
  const made = await makeKey(ctxFor(runtime, admin), {
    ...{ id: newId(), name: "Test", scopes: chosen, ends: "30" },
    ...(chosen.includes("orders:write") && partner),
  });
  if (!made.ok) throw new Error(made.message);
  return { authorization: `Bearer ${made.value.key}` };
}

type Asked = { query?: string; body?: unknown; headers?: Record<string, string>; id?: string };
const pointer = (...parts: readonly string[]) =>
  `document#/${parts.map((one) => encodeURIComponent(one.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;

/** Asks a described address, and fails when the answer is not one of those that the document has. */
async function ask(method: string, path: string, { body, headers = {}, id = "", query = "" }: Asked = {}) {
  const answer = await fetch(served.url + path.replace(/\{\w+\}/, id) + query, {
    method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const status = String(answer.status);
  const described = document.paths[path]?.[method.toLowerCase()]?.responses[status];
  expect(described, `${method} ${path} answers ${status}`).toBeDefined();
  const text = await answer.text();
  const [type] = (answer.headers.get("content-type") ?? "").split(";");
  if (described?.content) {
    expect(Object.keys(described.content)).toEqual([type]);
    const way = ["paths", path, method.toLowerCase(), "responses", status, "content", type ?? "", "schema"];
    const fits = ajv.getSchema(pointer(...way));
    expect(fits?.(JSON.parse(text)), JSON.stringify(fits?.errors?.slice(0, 3))).toBe(true);
  } else expect(text).toBe("");
  if (status === "429" || status === "503") expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  met.add(`${method} ${path} ${status}`);
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null };
}

const quote = { service: "non-technical", subject: "Psychology", pages: 5, citedSources: 6 };
const brief = { ...quote, title: "Memory and sleep", instructions: "Compare two studies.", country: "DE" };
const browser = () => ({ cookie, origin: served.url });

describe("the description", () => {
  test("is kept by its ETag", async () => {
    const first = await fetch(`${served.url}/api/openapi.json`);
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("public, max-age=300");
    const again = await fetch(`${served.url}/api/openapi.json`, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("names each event that an endpoint can choose", () => {
    expect(Object.keys(document.webhooks)).toEqual(eventTypeNames);
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const fits = ajv.getSchema(
        pointer("webhooks", type, "post", "requestBody", "content", "application/json", "schema"),
      );
      const message = document.components.schemas.WebhookMessage?.examples[0] as object;
      expect([post.operationId, fits?.({ ...message, type })]).toEqual([type, true]);
      expect(fits?.({ ...message, type: "other" })).toBe(false);
    }
  });

  test("has examples that fit its own schemas", () => {
    for (const [name, { examples }] of Object.entries(document.components.schemas)) {
      const fits = ajv.getSchema(pointer("components", "schemas", name));
      for (const example of examples) expect(fits?.(example), `${name}: ${JSON.stringify(fits?.errors)}`).toBe(true);
    }
  });
});

describe("answers", () => {
  test("quotes of each service, made and read again", async () => {
    const { quizTests, technical } = defaultPricingTable;
    const more = [
      { service: "technical", subject: "Physics", pages: 2, spacing: "single" },
      { service: "programming", projectSize: "small", projectType: technical.programming.projectType[0]?.[0] },
      {
        service: "calculations",
        course: technical.calculations.course[0]?.[0],
        software: technical.calculations.software[0]?.[0],
      },
      { service: "coursework", subject: "A subject that no list has", pages: 3 },
      { service: "quiz", deadline: new Date(Date.now() + 300 * 3_600_000).toISOString() },
      { service: "test", subject: "History", difficulty: "beginner", testType: quizTests.testType[0]?.[0] },
    ];
    for (const body of [quote, ...more]) {
      const made = await ask("POST", "/api/quotes", { body });
      expect({ service: body.service, status: made.status }).toEqual({ service: body.service, status: 200 });
      const read = await ask("GET", "/api/quotes/{id}", { id: made.body.id });
      expect(read.body).toEqual(made.body);
    }
  });

  test("a quote that has ended", async () => {
    const made = await ask("POST", "/api/quotes", { body: quote });
    const now = runtime.clock();
    runtime.setNow(new Date(now.getTime() + 31 * 60_000));
    expect((await ask("GET", "/api/quotes/{id}", { id: made.body.id })).body.expired).toBe(true);
    runtime.setNow(now);
  });

  test("the price list, once", async () => {
    const { headers } = await ask("GET", "/api/prices");
    await ask("GET", "/api/prices", { headers: { "if-none-match": headers.get("etag") ?? "" } });
  });

  test("the same with a key as without one", async () => {
    const { body: made } = await ask("POST", "/api/quotes", { body: quote, headers: key });
    expect((await ask("GET", "/api/quotes/{id}", { id: made.id, headers: key })).body).toEqual(made);
    expect((await ask("GET", "/api/prices", { headers: key })).status).toBe(200);
    expect((await ask("POST", "/api/checks", { body: { text: machineLike }, headers: key })).body.band).toBe(
      "likely-ai",
    );
  });

  test("orders, page by page, each once, without a name or a text of anybody", async () => {
    await seedOrders(runtime.database.pool, 0, 120);
    const numbers: string[] = [];
    for (let query = "", more = true; more; ) {
      const { body } = await ask("GET", "/api/orders", { headers: key, query });
      numbers.push(...body.orders.map((order: { number: string }) => order.number));
      more = body.older !== null;
      query = `?older=${body.older}`;
    }
    expect([numbers.length, new Set(numbers).size]).toEqual([120, 120]);
    const { body } = await ask("GET", "/api/orders", { headers: key, query: "?status=completed" });
    expect(new Set(body.orders.map((order: { status: string }) => order.status))).toEqual(new Set(["completed"]));
    const one = await ask("GET", "/api/orders/{number}", { headers: key, id: body.orders[0].number.toLowerCase() });
    expect(one.body).toEqual(body.orders[0]);
  });

  test("a prepared order, the same one under its key, and what becomes of it", async () => {
    const headers = { ...key, "idempotency-key": "circle-0042" };
    const made = await ask("POST", "/api/orders", { body: brief, headers });
    expect(made.body).toMatchObject({ state: "waiting", number: null, priceCents: 8400 });
    expect((await ask("POST", "/api/orders", { body: brief, headers })).body).toEqual(made.body);
    expect((await ask("POST", "/api/orders", { body: { ...brief, pages: 6 }, headers })).status).toBe(409);
    const read = await ask("GET", "/api/orders/prepared/{id}", { headers: key, id: made.body.id });
    expect(read.body).toEqual(made.body);
  });

  test("a text of each length", async () => {
    for (const text of [machineLike, "She wrote the letter twice.", "She wrote it and sent it once. ".repeat(12)])
      await ask("POST", "/api/checks", { body: { text }, headers: browser() });
  });
});

describe("refusals", () => {
  const posts = ["/api/quotes", "/api/checks"];

  test.each(posts)("%s: bodies that cannot be taken", async (path) => {
    const headers = browser();
    const statuses = [];
    for (const body of ["{", "x".repeat(600 * 1024), {}, { unknown: 1 }])
      statuses.push((await ask("POST", path, { body, headers })).status);
    statuses.push(
      (await ask("POST", path, { body: "a", headers: { ...headers, "content-type": "text/plain" } })).status,
    );
    statuses.push((await ask("POST", path, { body: {}, headers: { cookie, origin: "https://other.test" } })).status);
    expect(statuses).toEqual([400, 413, 422, 422, 415, 403]);
  });

  test("/api/orders: bodies that cannot be taken", async () => {
    const headers = { ...key, "idempotency-key": "circle-0043" };
    const statuses = [];
    for (const body of ["{", "x".repeat(600 * 1024), {}, { ...brief, unknown: 1 }, { ...brief, age: true }])
      statuses.push((await ask("POST", "/api/orders", { body, headers })).status);
    statuses.push(
      (await ask("POST", "/api/orders", { body: "a", headers: { ...headers, "content-type": "text/plain" } })).status,
      (await ask("POST", "/api/orders", { body: brief, headers: key })).status,
      (await ask("GET", "/api/orders/prepared/{id}", { headers: key, id: "no-id" })).status,
      (await ask("GET", "/api/orders/prepared/{id}", { headers: key, id: newId() })).status,
    );
    expect(statuses).toEqual([400, 413, 422, 422, 422, 415, 422, 404, 404]);
  });

  test("guests have no checks, and nobody a quote that is not there", async () => {
    await ask("POST", "/api/checks", { body: { text: machineLike }, headers: { origin: served.url } });
    await ask("GET", "/api/quotes/{id}", { id: "01999d5e-3c1a-7b52-9f0e-6f3f5f0e2a11" });
    await ask("GET", "/api/quotes/{id}", { id: "no-id" });
  });

  const described = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })),
    );
  const body = (method: string) => (method === "POST" ? { body: {} } : {});

  test("a key that nobody has, and one for something else, at every address", async () => {
    const [orders, prices] = [await keyFor(["orders"]), await keyFor(["prices"])];
    for (const { path, method } of described()) {
      const unknown = { authorization: "Bearer pwk_nothing" };
      const refused = await ask(method, path, { ...body(method), headers: unknown });
      expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      const other = path.startsWith("/api/orders") ? prices : orders;
      expect((await ask(method, path, { ...body(method), headers: other })).status).toBe(403);
    }
  });

  test("orders without a key, a number that no order has, and a state that is none", async () => {
    expect((await ask("GET", "/api/orders")).status).toBe(401);
    expect((await ask("GET", "/api/orders", { headers: { cookie } })).status).toBe(403);
    expect((await ask("GET", "/api/orders/{number}", { headers: key, id: "NOTHING" })).status).toBe(404);
    expect((await ask("GET", "/api/orders", { headers: key, query: "?status=x" })).status).toBe(422);
    expect((await ask("GET", "/api/orders", { headers: key, query: "?what=x" })).status).toBe(422);
  });

  test("a key that asks too often, at every address", async () => {
    const often = await keyFor([...scopes]);
    const ends = { headers: { ...often, "if-none-match": '"prices-1"' } };
    for (let left = mostOfKey; left > 0; left -= 50)
      await Promise.all(Array.from({ length: 50 }, () => ask("GET", "/api/prices", ends)));
    for (const { path, method } of described())
      expect((await ask(method, path, { ...body(method), headers: often })).status).toBe(429);
  });

  test("a price list that cannot be read", async () => {
    await storeSetting<unknown>(runtime, pricingSetting, { broken: true });
    await ask("POST", "/api/quotes", { body: quote });
    await ask("GET", "/api/prices");
    await runtime.db.delete(settings).where(eq(settings.key, pricingSetting.key));
  });

  test("too many", async () => {
    for (let left = 1300; left > 0 && !met.has("POST /api/quotes 429"); left -= 50)
      await Promise.all(Array.from({ length: 50 }, () => ask("POST", "/api/quotes", { body: {} })));
    for (let left = checksAnHour + 1; left > 0 && !met.has("POST /api/checks 429"); left -= 1)
      await ask("POST", "/api/checks", { body: { text: "Short." }, headers: browser() });
  });

  test("every described status was met, but for trouble of the records and of the checker", () => {
    const statuses = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        Object.keys(responses)
          .filter((status) => status !== "default")
          .map((status) => `${method.toUpperCase()} ${path} ${status}`),
      ),
    );
    const elsewhere = ["GET /api/quotes/{id} 503", "POST /api/checks 503", "GET /api/orders 503"];
    elsewhere.push("GET /api/orders/{number} 503", "POST /api/orders 503", "GET /api/orders/prepared/{id} 503");
    elsewhere.push(...[200, 404, 503].map((status) => `GET /api/orders/{number}/files ${status}`));
    elsewhere.push(...[200, 404, 409, 503].map((status) => `GET /api/orders/{number}/files/{id} ${status}`));
    expect([...met, ...elsewhere].sort()).toEqual(statuses.sort());
  });
});
