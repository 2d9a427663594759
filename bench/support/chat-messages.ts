import pg from "pg";
import { openEmbedded } from "../../src/platform/database/embedded/index.ts";
import { openLog } from "../../src/platform/log.ts";
import { type Product, startProduct } from "../../tests/support/product.ts";
import { addSessions, signInClients } from "./clients.ts";
import { runFan } from "./fan.ts";
import { durabilityOf } from "./open-runtime.ts";
import { median } from "./rounds.ts";
import type { Options, Row } from "./types.ts";

const text = "A message of two hundred bytes, as people write them. ".repeat(4).slice(0, 200);
const streamsOfSession = 5;

export type Chat = { chatId: string; version: number };

/** The chat of this client, made when it is not there, and its version now. */
export async function chatOf(url: string, cookie: string): Promise<Chat> {
  const headers = { cookie, origin: url, "content-type": "application/json" };
  const opened = await fetch(`${url}/api/chat/open`, { method: "POST", headers, body: "{}" });
  if (!opened.ok) throw new Error(`the chat was not opened: ${opened.status}`);
  return (await (await fetch(`${url}/api/chat`, { headers })).json()) as Chat;
}

/** A client's message over a kept connection; `{id}` is filled in by the sender. */
export function messageText(url: string, cookie: string): string {
  const body = JSON.stringify({ id: "{id}", message: text });
  const bytes = Buffer.byteLength(body) - "{id}".length + 36;
  return `POST /api/chat/messages HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncookie: ${cookie}\r\norigin: ${url}\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n${body}`;
}

type Measure = { product: Product; cookies: readonly string[]; receivers: number; seconds: number; fetched: boolean };

async function measure({ product: { url, pid }, cookies, receivers, seconds, fetched }: Measure) {
  const [writer = ""] = cookies;
  const { chatId, version } = await chatOf(url, writer);
  const host = new URL(url).host;
  const follower = (cookie: string) => `host: ${host}\r\ncookie: ${cookie}\r\n\r\n`;
  return runFan({
    port: Number(new URL(url).port),
    pid,
    protocol: "stream",
    receivers: Array.from({ length: receivers }, (_, n) => {
      const cookie = cookies[Math.floor(n / streamsOfSession)] ?? "";
      return `GET /api/live?topics=chat:${chatId} HTTP/1.1\r\n${follower(cookie)}`;
    }),
    publish: messageText(url, writer),
    first: version + 1,
    mark: `data: chat:${chatId} {n}\n`,
    fetch: fetched ? `GET /api/chat HTTP/1.1\r\n${follower(writer)}` : undefined,
    seconds,
  });
}

const fewSizes = [
  { receivers: 1, fetched: false },
  { receivers: 1_000, fetched: false },
];
const sizes = [...fewSizes, { receivers: 1, fetched: true }, { receivers: 100, fetched: false }];

/** Messages through the whole product with its database: from sending to "at version N", and to the text itself. */
export async function measureMessages({ quick }: Options): Promise<Row[]> {
  const product = await startProduct();
  const server = await openEmbedded({ dataDir: product.dataDir, log: openLog("error") });
  const pool = new pg.Pool({ ...server.connection, max: 2 });
  try {
    const [cookie = ""] = await signInClients(pool, 1);
    const cookies = [cookie, ...(await addSessions(pool, cookie, 199))];
    const note = await durabilityOf(pool);
    const rows: Row[] = [];
    for (const { receivers, fetched } of quick ? fewSizes : sizes) {
      const seconds = quick ? 1 : 5;
      await measure({ product, cookies, receivers, seconds: quick ? 0.5 : 2, fetched });
      const rounds = [];
      for (let n = 0; n < (quick ? 1 : 3); n += 1)
        rounds.push(await measure({ product, cookies, receivers, seconds, fetched }));
      const [p50, p99] = [median(rounds.map((one) => one.p50)), median(rounds.map((one) => one.p99))];
      const all = rounds.map((one) => one.p99);
      rows.push({
        name: fetched ? "chat message, stored, delivered and read, p99" : "chat message, stored and delivered, p99",
        size: `${receivers.toLocaleString("en-US")} stream${receivers === 1 ? "" : "s"}`,
        ours: p99,
        reference: 10,
        unit: "ms",
        referenceIs: "goal to one stream",
        ratio: { median: 10 / p99, min: 10 / Math.max(...all), max: 10 / Math.min(...all) },
        // A second beside other programs says nothing about the hundredth part of its messages.
        ...(receivers === 1 && !fetched && !quick && { most: 20, goal: "10 ms" }),
        p50,
        p99,
        rounds: rounds.length,
        note: `p50 ${p50.toFixed(1)} ms; ${note}`,
      });
    }
    return rows;
  } finally {
    await pool.end();
    await server.close();
    await product.stop();
  }
}
