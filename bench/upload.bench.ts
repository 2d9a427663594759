import { randomFillSync } from "node:crypto";
import { rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { cookieOf, newDataDir, startProduct } from "../tests/support/product.ts";
import { startBare } from "./support/bare.ts";
import { compareRates, type Measured } from "./support/rounds.ts";
import type { Bench } from "./support/types.ts";

const mib = 1024 * 1024;
const size = 200 * mib;
const bytes = randomFillSync(Buffer.alloc(size));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

type Answer = { status: number; headers: Record<string, string> };
const ask = (url: string, method: string, headers: Record<string, string>, body?: Uint8Array): Promise<Answer> =>
  new Promise((done, fail) => {
    const length = body ? { "content-length": String(body.length) } : {};
    const asked = request(url, { method, agent, headers: { ...headers, ...length } }, (answer) => {
      answer.resume();
      answer.on("end", () =>
        done({ status: answer.statusCode ?? 0, headers: answer.headers as Record<string, string> }),
      );
    });
    asked.on("error", fail);
    asked.end(body);
  });

const must = (answer: Answer, status: number, what: string): Answer => {
  if (answer.status !== status) throw new Error(`${what} answered ${answer.status}`);
  return answer;
};

/** One file by tus with the chunks of the product's own client: 256 KB, doubling while below 32 MB. */
async function send(url: string, own: Record<string, string>): Promise<string> {
  const headers = { "tus-resumable": "1.0.0", ...own };
  const metadata = `filename ${btoa("work.bin")},place ${btoa("order")}`;
  const announced = { "upload-length": String(size), "upload-metadata": metadata };
  const begun = must(await ask(`${url}/files`, "POST", { ...headers, ...announced }), 201, "a new upload");
  const path = new URL(begun.headers.location ?? "", url).pathname;
  let at = 0;
  for (let chunk = 262_144; at < size; chunk = Math.min(33_554_432, chunk * 2)) {
    const part = bytes.subarray(at, at + chunk);
    const about = { "upload-offset": String(at), "content-type": "application/offset+octet-stream" };
    const sent = must(await ask(url + path, "PATCH", { ...headers, ...about }, part), 204, "a chunk");
    at += part.length;
    if (Number(sent.headers["upload-offset"]) !== at) throw new Error("an offset is wrong");
  }
  return path;
}

/** Whole files for `seconds`, at least one; megabytes a second. What is done after a file does not count. */
async function forSeconds(seconds: number, one: () => Promise<() => Promise<unknown>>): Promise<Measured> {
  let spent = 0;
  let count = 0;
  while (spent < seconds * 1000) {
    const began = performance.now();
    const after = await one();
    spent += performance.now() - began;
    count += 1;
    await after();
  }
  return { value: (count * size) / mib / (spent / 1000), count };
}

/** 200 MB with our client's chunks: row, owner, lease and limits on, until it is durable. */
export const bench: Bench = {
  name: "upload",
  run: async (options) => {
    const product = await startProduct();
    const folder = join(newDataDir(), "files");
    const bare = await startBare("files", { folder });
    try {
      const own = { cookie: await cookieOf(product.url, "client@demo.test"), origin: product.url };
      const ours = (seconds: number) =>
        forSeconds(seconds, async () => {
          const path = await send(product.url, own);
          return () => ask(product.url + path, "DELETE", { "tus-resumable": "1.0.0", ...own });
        });
      const stream = (seconds: number) =>
        forSeconds(seconds, async () => {
          must(await ask(`${bare.url}/plain`, "PUT", {}, bytes), 204, "the bare stream");
          return async () => rmSync(join(folder, "plain"), { force: true });
        });
      const tus = (seconds: number) =>
        forSeconds(seconds, async () => {
          const path = await send(bare.url, {});
          return () => ask(bare.url + path, "DELETE", { "tus-resumable": "1.0.0" });
        });
      const row = { name: "upload", unit: "MB/s" };
      return [
        {
          ...row,
          size: "200 MB, one stream",
          referenceIs: "bare stream to a file, fsync",
          goal: "0.80",
          ...(await compareRates({ ours, reference: stream }, options)),
        },
        {
          ...row,
          size: "200 MB, tus",
          referenceIs: "@tus/server and its file store as published, same chunks, no fsync",
          goal: "1.0",
          ...(await compareRates({ ours, reference: tus }, options)),
        },
      ];
    } finally {
      agent.destroy();
      await bare.stop();
      await product.stop();
      rmSync(join(folder, ".."), { recursive: true, force: true });
    }
  },
};
