import { Ajv2020 } from "ajv/dist/2020.js";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addHandlers } from "#src/http/handlers.ts";
import { resolveViewer } from "#src/modules/accounts/index.server.ts";
import { checkerPort, checkerWork, checksAnHour } from "#src/modules/checker/index.server.ts";
import { defaultPricingTable } from "#src/modules/pricing/domain/default-table.ts";
import { pricingSetting } from "#src/modules/pricing/index.server.ts";
import { settings } from "#src/platform/tables.ts";
import { machineLike } from "#tests/support/checked-texts.ts";
import { createAccountsRuntime, createPerson, sessionCookie } from "#tests/support/people.ts";
import type { TestRuntime } from "#tests/support/runtime.ts";
import { type Served, serve } from "#tests/support/serve.ts";
import { storeSetting } from "#tests/support/settings.ts";

// What the document says of each address is asked through a real socket, and the real answers are held against it.

type Described = {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>>;
  components: { schemas: Record<string, { examples: unknown[] }> };
};

const checker = checkerWork(".");
let runtime: TestRuntime;
let served: Served;
let cookie: string;
let document: Described;
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
/** `METHOD /path STATUS` of every answer that fitted. */
const met = new Set<string>();

beforeAll(async () => {
  runtime = await createAccountsRuntime({ ports: [[checkerPort, checker]], ticking: true });
  cookie = await sessionCookie(runtime, await createPerson(runtime));
  served = await serve({ runtime, resolveViewer, handlers: (app) => addHandlers(app, runtime) });
  document = (await (await fetch(`${served.url}/api/openapi.json`)).json()) as Described;
  ajv.addSchema(document, "document");
});
afterAll(async () => {
  await served.close();
  await checker.close();
  await runtime.drop();
});

type Asked = { body?: unknown; headers?: Record<string, string>; id?: string };
const pointer = (...parts: readonly string[]) =>
  `document#/${parts.map((one) => encodeURIComponent(one.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;

/** Asks a described address, and fails when the answer is not one of those that the document has. */
async function ask(method: string, path: string, { body, headers = {}, id = "" }: Asked = {}) {
  const answer = await fetch(served.url + path.replace("{id}", id), {
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
    expect(fits?.(JSON.parse(text)), JSON.stringify(fits?.errors)).toBe(true);
  } else expect(text).toBe("");
  if (status === "429" || status === "503") expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  met.add(`${method} ${path} ${status}`);
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null };
}

const quote = { service: "non-technical", subject: "Psychology", pages: 5, citedSources: 6 };
const browser = () => ({ cookie, origin: served.url });

describe("the description", () => {
  test("is kept by its ETag", async () => {
    const first = await fetch(`${served.url}/api/openapi.json`);
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("public, max-age=300");
    const again = await fetch(`${served.url}/api/openapi.json`, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
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

  test("guests have no checks, and nobody a quote that is not there", async () => {
    await ask("POST", "/api/checks", { body: { text: machineLike }, headers: { origin: served.url } });
    await ask("GET", "/api/quotes/{id}", { id: "01999d5e-3c1a-7b52-9f0e-6f3f5f0e2a11" });
    await ask("GET", "/api/quotes/{id}", { id: "no-id" });
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
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        Object.keys(responses)
          .filter((status) => status !== "default")
          .map((status) => `${method.toUpperCase()} ${path} ${status}`),
      ),
    );
    const elsewhere = ["GET /api/quotes/{id} 503", "POST /api/checks 503"];
    expect([...met, ...elsewhere].sort()).toEqual(described.sort());
  });
});
