import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Runtime } from "#src/platform/runtime.ts";
import { readConfig } from "../config.ts";
import type { Kept } from "./pages.ts";
import { openCachedPages } from "./pages.ts";

const page: Kept = {
  version: "1",
  at: 0,
  until: Number.POSITIVE_INFINITY,
  etag: '"tag"',
  raw: Buffer.from("the page"),
  br: Buffer.from("smaller"),
  gzip: Buffer.from("small"),
  headers: new Headers({
    "content-type": "text/html; charset=utf-8",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
  }),
};
const read = readConfig("/", {});
if (!read.ok) throw new Error(read.errors.join());
const runtime = { config: read.config, log: { info: () => undefined } } as unknown as Runtime;
const cachedPages = openCachedPages(runtime, (path) => (path === "/" ? page : null), { answered: () => undefined });
const server = createServer((asked, answer) => {
  if (!cachedPages(asked, answer)) answer.writeHead(418).end("the long way");
});
beforeAll(() => new Promise<void>((done) => void server.listen(0, "127.0.0.1", done)));
afterAll(() => new Promise((done) => server.close(done)));

const get = (headers: Record<string, string> = {}, path = "/", method = "GET") =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: string }>((done, fail) => {
    const { port } = server.address() as AddressInfo;
    request({ port, path, method, headers: { host: "localhost:3000", ...headers } }, (answer) => {
      let body = "";
      answer.on("data", (chunk) => {
        body += chunk;
      });
      answer.on("end", () => done({ status: answer.statusCode, headers: answer.headers, body }));
    })
      .on("error", fail)
      .end();
  });

test.each([
  ["br", { "accept-encoding": "gzip, br" }, "smaller"],
  ["gzip", { "accept-encoding": "gzip" }, "small"],
  [undefined, {}, "the page"],
])("in the best coding the visitor takes: %s", async (coding, headers, body) => {
  const answer = await get(headers);
  expect(answer).toMatchObject({ status: 200, body });
  expect(answer.headers["content-encoding"]).toBe(coding);
  expect(answer.headers["content-length"]).toBe(String(body.length));
  expect(answer.headers).toMatchObject({ etag: '"tag"', "x-frame-options": "DENY" });
  expect(answer.headers["x-request-id"]).toMatch(/^[\w-]{12}$/);
});

test.each([
  [undefined, "same-origin"],
  ["cross-site", "same-origin"],
  ["none", undefined],
  ["same-origin", undefined],
])("in a group of windows of its own unless no other site began it: %s", async (site, policy) => {
  for (const etag of ['"other"', '"tag"']) {
    const { headers } = await get({ "if-none-match": etag, ...(site && { "sec-fetch-site": site }) });
    expect(headers["cross-origin-opener-policy"]).toBe(policy);
  }
});

test("304 without a body for who has it already", async () => {
  expect(await get({ "if-none-match": '"tag"' })).toMatchObject({ status: 304, body: "" });
});

test("each answer has a request id of its own", async () => {
  const ids = await Promise.all(Array.from({ length: 300 }, async () => (await get()).headers["x-request-id"]));
  expect(new Set(ids).size).toBe(300);
});

test.each<[string, Record<string, string>, string, string]>([
  ["a session", { cookie: "theme=dark; pw_session=x" }, "/", "GET"],
  ["a session on https", { cookie: "__Host-pw_session=x" }, "/", "GET"],
  ["a foreign host", { host: "evil.example" }, "/", "GET"],
  ["a query", {}, "/?service=technical", "GET"],
  ["a page that is not kept", {}, "/about", "GET"],
  ["another method", {}, "/", "POST"],
])("takes the long way: %s", async (_name, headers, path, method) => {
  expect((await get(headers, path, method)).status).toBe(418);
});
