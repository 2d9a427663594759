import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reach } from "./connect.ts";

const server = createServer((request, response) => {
  const path = request.url ?? "/";
  if (path === "/moved") return void response.writeHead(302, { location: "/" }).end();
  if (path === "/silent") return;
  if (path === "/cut") return void request.socket.destroy();
  if (path === "/endless") return void response.end("x".repeat(1_100_000));
  request.pipe(response.writeHead(200, { "x-method": request.method ?? "" }));
});
/** Takes connections and never says a word, not even of TLS. */
const silence = createTcpServer();
let base = "";
let mute = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  silence.listen(0, "127.0.0.1");
  await once(silence, "listening");
  mute = `https://127.0.0.1:${(silence.address() as AddressInfo).port}`;
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  silence.close();
});

test("sends what it is given, and hands back what comes", async () => {
  const answer = await reach(`${base}/echo`, { method: "POST", body: new URLSearchParams({ a: "b c" }) });
  expect([answer.status, answer.headers.get("x-method"), await answer.text()]).toEqual([200, "POST", "a=b+c"]);
});

test("does not follow where it is sent", async () => {
  expect((await reach(`${base}/moved`)).status).toBe(302);
});

test.each([
  ["plain http outside this machine", () => reach("http://accounts.example.test/")],
  ["a connection that is cut", () => reach(`${base}/cut`)],
  ["an answer that is too long", () => reach(`${base}/endless`)],
  ["no answer in time", () => reach(`${base}/silent`, {}, { connectMs: 1000, totalMs: 40 })],
  ["no TLS in time", () => reach(mute, {}, { connectMs: 40, totalMs: 5000 })],
  ["nobody there", () => reach("http://127.0.0.1:1/")],
])("rejects: %s", async (_, ask) => {
  await expect(ask()).rejects.toThrow();
});
