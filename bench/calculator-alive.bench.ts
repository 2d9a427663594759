import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { Browser } from "@playwright/test";
import { type Product, startProduct } from "../tests/support/product.ts";
import { computer, type Device, newPage, openBrowser, phone } from "./support/browser.ts";
import { median } from "./support/rounds.ts";
import type { Bench, Row } from "./support/types.ts";

/** A line: how long a packet takes there and back, in milliseconds, and what it carries, in bits per second. */
type Line = { readonly rttMs: number; readonly bitsPerSecond: number };

/** What Lighthouse supposes of a phone (mobile profile, "slow 4G") and of a desk ("dense 4G"), and a line of copper or glass. */
const phoneLine: Line = { rttMs: 150, bitsPerSecond: 1_638_400 };
const dense4gLine: Line = { rttMs: 40, bitsPerSecond: 10_240_000 };
const fixedLine: Line = { rttMs: 20, bitsPerSecond: 50_000_000 };

/** Bytes that leave at once; more would make the line uneven. */
const packetBytes = 1_460 * 4;

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** What is on its way, in the order in which it arrives: timers of different lengths do not keep to it. */
function deliveryInOrder() {
  const packets: { at: number; socket: Socket; bytes: Buffer }[] = [];
  const arrive = (): void => {
    const now = performance.now();
    while (packets[0] && packets[0].at <= now) {
      const { socket, bytes } = packets.shift() as (typeof packets)[number];
      if (socket.writable) socket.write(bytes);
    }
    if (packets[0]) setTimeout(arrive, packets[0].at - now);
  };
  return (at: number, socket: Socket, bytes: Buffer): void => {
    packets.push({ at, socket, bytes });
    if (packets.length === 1) setTimeout(arrive, at - performance.now());
  };
}

/**
 * A port that leads to another one over such a line: every connection begins with a round trip, bytes share the line
 * and arrive half a round trip after they left.
 */
async function slowLine(to: number, { rttMs, bitsPerSecond }: Line): Promise<{ port: number; stop: () => void }> {
  const open = new Set<Socket>();
  let free = 0;
  const down = deliveryInOrder();
  const up = deliveryInOrder();
  const bring = (chunk: Buffer, socket: Socket): void => {
    for (let from = 0; from < chunk.length; from += packetBytes) {
      const packet = chunk.subarray(from, from + packetBytes);
      free = Math.max(free, performance.now()) + (packet.length * 8_000) / bitsPerSecond;
      down(free + rttMs / 2, socket, packet);
    }
  };
  const server = createServer({ noDelay: true }, async (near) => {
    const far = connect({ port: to, host: "127.0.0.1", noDelay: true });
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("error", () => socket.destroy());
    }
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroySoon());
    far.on("data", (chunk: Buffer) => bring(chunk, near));
    near.pause();
    await wait(rttMs);
    near.on("data", (chunk: Buffer) => up(performance.now() + rttMs / 2, far, chunk));
    near.resume();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    stop: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

type Visitor = { readonly on: string; readonly device: Device; readonly line: Line; readonly most?: number };

const times = 5;
const visitors: readonly Visitor[] = [
  { on: "a phone on slow 4G, 1.6 Mbit/s and 150 ms", device: phone, line: phoneLine, most: 2.5 },
  { on: "a computer at 50 Mbit/s and 20 ms", device: computer, line: fixedLine, most: 0.5 },
  { on: "a computer on dense 4G, 10 Mbit/s and 40 ms", device: computer, line: dense4gLine },
];

/**
 * Seconds from the request of the start page until its calculator shows the price of a number of pages that was typed
 * as soon as the field was there, before any script was.
 */
async function measure(browser: Browser, device: Device, url: string): Promise<number> {
  const page = await newPage(browser, device);
  // The script is on its way with the page, so that nothing of the browser's own waits stands in the figure.
  await page.addInitScript(() => {
    const look = (): void => {
      const field = document.querySelector<HTMLInputElement>("#calculator input[name=pages]");
      const before = document.querySelector("#slip")?.textContent;
      if (!field || !before || performance.getEntriesByName("first-contentful-paint").length === 0)
        return void requestAnimationFrame(look);
      field.focus();
      field.select();
      document.execCommand("insertText", false, "17");
      const answered = (): void => {
        if (document.querySelector("#slip")?.textContent?.includes("17 pages"))
          document.documentElement.dataset.answeredAt = String(performance.now());
        else requestAnimationFrame(answered);
      };
      answered();
    };
    requestAnimationFrame(look);
  });
  await page.goto(url);
  await page.waitForFunction(() => document.documentElement.dataset.answeredAt, null, { timeout: 120_000 });
  const took = await page.evaluate(() => Number(document.documentElement.dataset.answeredAt));
  await page.context().close();
  return took / 1000;
}

async function measureAll(product: Product, { device, line }: Visitor): Promise<number[]> {
  const slow = await slowLine(product.port, line);
  const browser = await openBrowser(slow.port);
  try {
    const found: number[] = [];
    for (let n = 0; n < times; n += 1) found.push(await measure(browser, device, product.url));
    return found;
  } finally {
    await browser.close();
    slow.stop();
  }
}

/** How soon a visitor's first change is priced, on a line and a processor of that speed. */
export const bench: Bench = {
  name: "calculator-alive",
  run: async ({ quick }) => {
    // Times, which a quick run does not judge.
    if (quick) return [];
    const product = await startProduct({ host: "localhost" });
    const rows: Row[] = [];
    try {
      for (const visitor of visitors) {
        const { on, most } = visitor;
        const found = await measureAll(product, visitor);
        const ours = median(found);
        const reference = most ?? 0.5;
        const ratio = {
          median: reference / ours,
          min: reference / Math.max(...found),
          max: reference / Math.min(...found),
        };
        const limit = most === undefined ? {} : { most };
        const row = { name: "calculator alive", size: on, unit: "s", reference, referenceIs: "limit" };
        rows.push({ ...row, ours, ratio, rounds: found.length, ...limit });
      }
    } finally {
      await product.stop();
    }
    return rows;
  },
};
