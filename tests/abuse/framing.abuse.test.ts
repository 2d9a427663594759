import { expect, test } from "vitest";
import { openConnection } from "../support/raw-http.ts";
import { startWatched } from "./fixture.ts";

// Where a request ends must not be in doubt: what a proxy before the product takes for a body, the product must not take
// for a second request. Each is refused, and the connection ends before anything behind it is read.

const product = await startWatched();
const host = `127.0.0.1:${product.port}`;
const inside = `GET /healthz HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
const post = (...headers: string[]): string =>
  `${["POST /login HTTP/1.1", `host: ${host}`, `origin: ${product.url}`, ...headers].join("\r\n")}\r\n\r\n`;

const framings: readonly [string, string][] = [
  ["a length and chunks", `${post("content-length: 4", "transfer-encoding: chunked")}0\r\n\r\n`],
  ["chunks and a length", `${post("transfer-encoding: chunked", "content-length: 4")}0\r\n\r\n`],
  ["two lengths", `${post("content-length: 3", "content-length: 0")}a=b`],
  ["two lengths in one line", `${post("content-length: 3, 0")}a=b`],
  ["a negative length", post("content-length: -1")],
  ["a length with a sign", `${post("content-length: +3")}a=b`],
  ["a length in hexadecimal", `${post("content-length: 0x3")}a=b`],
  ["a coding that is none", `${post("transfer-encoding: xchunked")}0\r\n\r\n`],
  ["chunks that are not the last coding", `${post("transfer-encoding: chunked, identity")}0\r\n\r\n`],
  ["chunks twice", `${post("transfer-encoding: chunked", "transfer-encoding: chunked")}0\r\n\r\n`],
  ["a blank before the colon", `${post("transfer-encoding : chunked")}0\r\n\r\n`],
  ["a folded line", `${post("content-length:\r\n 3")}a=b`],
  ["a chunk size that is none", `${post("transfer-encoding: chunked")}zz\r\nabc\r\n0\r\n\r\n`],
  ["a chunk size with a sign", `${post("transfer-encoding: chunked")}-1\r\nabc\r\n0\r\n\r\n`],
  ["lines that end with LF alone", post().replaceAll("\r\n", "\n")],
  ["a NUL in a header", post("x-name: a\0b")],
  ["no host", `GET / HTTP/1.1\r\n\r\n`],
  ["no version", `GET /\r\n\r\n`],
  ["a version that is none", `GET / HTTP/9.9\r\nhost: ${host}\r\n\r\n`],
];

test.each(framings)("%s: refused, and what stands behind it is no request", async (_what, bytes) => {
  const connection = await openConnection(product.port);
  await connection.send(bytes + inside);
  const answers: (number | undefined)[] = [];
  for (let answer = await connection.next(); answer; answer = await connection.next()) answers.push(answer.status);
  connection.close();
  expect(answers).toHaveLength(1);
  expect(answers[0]).toBeGreaterThanOrEqual(400);
  expect(answers[0]).toBeLessThan(500);
});

test("two hosts are none of ours", async () => {
  const connection = await openConnection(product.port);
  await connection.send(`GET / HTTP/1.1\r\nhost: ${host}\r\nhost: evil.example\r\nconnection: close\r\n\r\n`);
  expect((await connection.next())?.status).toBe(421);
  connection.close();
});

test("a method that nobody uses is refused, TRACE among them", async () => {
  for (const method of ["TRACE", "TRACK", "CONNECT", "PROPFIND"]) {
    const connection = await openConnection(product.port);
    await connection.send(`${method} / HTTP/1.1\r\nhost: ${host}\r\nx-name: a-mark\r\nconnection: close\r\n\r\n`);
    const answer = await connection.next();
    connection.close();
    expect([400, 405, undefined], method).toContain(answer?.status);
    expect(answer?.body ?? "", method).not.toContain("a-mark");
  }
});
