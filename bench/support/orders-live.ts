import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { openEmbedded } from "../../src/platform/database/embedded/index.ts";
import { openLog } from "../../src/platform/log.ts";
import { type Product, startProduct } from "../../tests/support/product.ts";
import { chatOf, messageText } from "./chat-messages.ts";
import { idsOf, signInClients } from "./clients.ts";
import { type Aim, load } from "./load.ts";
import { durabilityOf } from "./open-runtime.ts";
import { formOf, placeOne, turnsOf } from "./order-form.ts";
import { compareRates, type Measured } from "./rounds.ts";
import type { Options, Row } from "./types.ts";

const people = 500;
const clients = 8;
/** One message a second: each is published to its stream, and to the other process. */
const talkEveryMs = 1_000;

type Side = { place: (seconds: number) => Promise<Measured>; close: () => Promise<void> };

/** A product that takes orders of these people; `openExtra` opens what runs with it. */
async function openSide(
  openExtra?: (product: Product, cookies: readonly string[], ids: readonly string[]) => Promise<() => Promise<void>>,
): Promise<Side & { note: string }> {
  const product = await startProduct();
  const server = await openEmbedded({ dataDir: product.dataDir, log: openLog("error") });
  const pool = new pg.Pool({ ...server.connection, max: 2 });
  const cookies = await signInClients(pool, people);
  const ids = await idsOf(pool, cookies);
  const filled = await formOf(product, cookies[0] ?? "");
  const { status } = await placeOne(filled, cookies[0] ?? "");
  const turns = turnsOf(filled.body ?? "", cookies, ids);
  const aim: Aim = { ...filled, method: "POST", turns, connections: clients, status, pid: product.pid };
  const end = await openExtra?.(product, cookies, ids);
  return {
    note: await durabilityOf(pool),
    place: (seconds) => load(aim, seconds),
    close: async () => {
      await end?.();
      await pool.end();
      await server.close();
      await product.stop();
    },
  };
}

/** A stream for each person (their notices and their chat), a second process, and messages that are published. */
async function openPages(product: Product, cookies: readonly string[], ids: readonly string[]) {
  const other = await startProduct({ dataDir: product.dataDir, keep: true });
  const { host, port } = new URL(product.url);
  const [cookie = ""] = cookies;
  await chatOf(product.url, cookie);
  const readers = spawn(process.execPath, ["bench/support/idle-client.ts"], { stdio: ["pipe", "pipe", "inherit"] });
  const requests = cookies.map(
    (own, n) =>
      `GET /api/live?topics=chat:${ids[n]},notices:${ids[n]} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${own}\r\n\r\n`,
  );
  readers.stdin.end(JSON.stringify({ port: Number(port), requests }));
  await openOf(readers);
  const talk = setInterval(() => void say(product.url, cookie), talkEveryMs);
  return async () => {
    clearInterval(talk);
    const counted = openOf(readers);
    readers.kill("SIGUSR2");
    const open = await counted;
    readers.kill("SIGKILL");
    await once(readers, "exit");
    await other.stop();
    if (open !== requests.length) throw new Error(`only ${open} of ${requests.length} streams stayed open`);
  };
}

const say = async (url: string, cookie: string): Promise<void> => {
  const [head = "", body = ""] = messageText(url, cookie).split("\r\n\r\n");
  const headers = Object.fromEntries(
    [...head.matchAll(/^(cookie|origin|content-type): (.*?)\r?$/gm)].map(([, k, v]) => [k, v]),
  );
  await fetch(`${url}/api/chat/messages`, { method: "POST", headers, body: body.replace("{id}", crypto.randomUUID()) });
};

const openOf = async (child: ChildProcess): Promise<number> =>
  Number(((await once(child.stdout ?? child, "data")) as [Buffer])[0]);

/** Orders placed while live updates work, beside the same product of one process that nobody follows. */
export async function measureLive(options: Options): Promise<Row> {
  const [on, off] = [await openSide(openPages), await openSide()];
  try {
    const measured = await compareRates({ ours: on.place, reference: off.place }, options);
    return {
      name: "place-order with live updates on",
      size: `${clients} clients, ${people} streams`,
      unit: "1/s",
      referenceIs: "off: the same product alone, nobody follows",
      goal: "0.90",
      ...measured,
      note: [
        measured.note,
        "on: the people who order have pages open, a second process listens, a chat message a second is stored and delivered; the other process takes its share of two processors, too",
        on.note,
      ]
        .filter(Boolean)
        .join("; "),
    };
  } finally {
    await on.close();
    await off.close();
  }
}
