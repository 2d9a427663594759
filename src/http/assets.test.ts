import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { streamedFile } from "#src/platform/respond.ts";
import { compressed } from "./assets.ts";

const accepting = (coding: string) =>
  new Request("http://shop.test/rows.csv", { headers: { "accept-encoding": coding } });
const csv = { type: "text/csv; charset=utf-8", name: "rows.csv" };
const openers = { br: brotliDecompressSync, gzip: gunzipSync, "": (bytes: Uint8Array) => Buffer.from(bytes) };

test.each(["br", "gzip", ""] as const)(
  "a file that is sent while it is made begins with its first part: %s",
  async (coding) => {
    let made = 0;
    async function* parts() {
      for (made = 1; made <= 1_000; made += 1) yield `"row ${made}",${"1".repeat(500)}\r\n`;
    }
    const answer = await compressed(streamedFile(parts(), csv), accepting(coding));
    expect(answer.headers.get("content-encoding") ?? "").toBe(coding);
    expect(answer.headers.has("content-length")).toBe(false);
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(first?.done).toBe(false);
    // What streams hold between them, and no more.
    expect(made).toBeLessThan(500);
    const received = [first?.value ?? new Uint8Array()];
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) received.push(next.value);
    const text = openers[coding](Buffer.concat(received)).toString();
    expect(text.split("\r\n")).toHaveLength(1_001);
    expect(text).toContain('"row 1000"');
  },
);

test("who leaves ends the making; what fails while it is made ends the answer", async () => {
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield "x".repeat(10_000);
    } finally {
      ended = true;
    }
  }
  const left = (await compressed(streamedFile(endless(), csv), accepting("gzip"))).body?.getReader();
  await left?.read();
  await left?.cancel();
  await expect.poll(() => ended).toBe(true);
  async function* broken() {
    yield "first";
    throw new Error("the database went away");
  }
  const answer = await compressed(streamedFile(broken(), csv), accepting("gzip"));
  await expect(answer.text()).rejects.toThrow();
});

test("a page is compressed whole, with its length; a short one is left as it is", async () => {
  const page = (text: string) => new Response(text, { headers: { "content-type": "text/html" } });
  const long = await compressed(page("word ".repeat(1_000)), accepting("br, gzip"));
  expect(Number(long.headers.get("content-length"))).toBeLessThan(200);
  expect(brotliDecompressSync(Buffer.from(await long.arrayBuffer())).toString()).toBe("word ".repeat(1_000));
  const short = await compressed(page("word"), accepting("br"));
  expect([short.headers.get("content-encoding"), await short.text()]).toEqual([null, "word"]);
});
