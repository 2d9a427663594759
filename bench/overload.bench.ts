import pg from "pg";
import { openEmbedded } from "../src/platform/database/embedded/index.ts";
import { openLog } from "../src/platform/log.ts";
import { startProduct } from "../tests/support/product.ts";
import { signInClients } from "./support/clients.ts";
import type { FloodOrder, FloodSeen } from "./support/flood.ts";
import { type Aim, load } from "./support/load.ts";
import { runChild } from "./support/processes.ts";
import { compareRates } from "./support/rounds.ts";
import type { Bench, Options, Row } from "./support/types.ts";

const people = 200;
const times = 10;
/** The product works off what the crowd left before the reference is measured. */
const calmMs = 2_000;
const fillSeconds = 2.5;

const flood = (order: FloodOrder): Promise<FloodSeen> => runChild("bench/support/flood.ts", order);

/** Only 200 and a quick 503 are right answers; health is 200 all the while, and what was meant to come has come. */
function check(seen: FloodSeen, rate: number): void {
  const strange = Object.keys(seen.statuses).filter((status) => status !== "200" && status !== "503");
  const unwell = Object.keys(seen.healthStatuses).filter((status) => status !== "200");
  if (
    strange.length > 0 ||
    unwell.length > 0 ||
    seen.sent < (seen.seconds + fillSeconds) * rate * 0.9 ||
    seen.good === 0
  )
    throw new Error(`a crowd of ${Math.round(rate)} a second met ${JSON.stringify(seen)}`);
}

async function measure(options: Options, aim: Aim, cookies: readonly string[]): Promise<Row> {
  const { port, host, pathname } = new URL(aim.url);
  const ask = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${more}\r\n`;
  const best = () => load(aim, options.quick ? 1.5 : 3);
  let carried = (await best()).value;
  const slowest: number[] = [];
  const ours = async (seconds: number) => {
    const rate = carried * times;
    const requests = cookies.map((cookie) => ask(pathname, `cookie: ${cookie}\r\n`));
    const health = ["/healthz", "/readyz"].map((path) => ask(path));
    const seen = await flood({
      port: Number(port),
      connections: 400,
      addresses: 100,
      rate,
      seconds,
      fillSeconds,
      requests,
      health,
    });
    check(seen, rate);
    slowest.push(seen.healthSlowestMs);
    await new Promise((resolve) => setTimeout(resolve, calmMs));
    return { value: seen.good / seen.seconds, count: seen.good };
  };
  const reference = async (seconds: number) => {
    const measured = await load(aim, seconds);
    carried = Math.max(carried, measured.value);
    return { value: measured.value };
  };
  const measured = await compareRates({ ours, reference }, options);
  return {
    name: "overload, pages at 10 x the load that it can carry",
    unit: "1/s",
    referenceIs: "the same page with 32 visitors who wait for their answers",
    floor: 0.7,
    goal: "0.70",
    ...measured,
    note: [measured.note, `health answered in ${Math.round(Math.max(...slowest))} ms at most`]
      .filter(Boolean)
      .join("; "),
  };
}

/** Goodput of a signed-in page under ten times the load that the product can carry, next to its best goodput. */
export const bench: Bench = {
  name: "overload",
  run: async (options) => {
    const product = await startProduct();
    const server = await openEmbedded({ dataDir: product.dataDir, log: openLog("error") });
    const pool = new pg.Pool({ ...server.connection, max: 2 });
    try {
      const cookies = await signInClients(pool, people);
      const turns = cookies.map((cookie) => ({ headers: { cookie }, body: "" }));
      const aim: Aim = { url: `${product.url}/dashboard`, turns, status: 200, says: "</html>", pid: product.pid };
      return [await measure(options, aim, cookies)];
    } finally {
      await pool.end();
      await server.close();
      await product.stop();
    }
  },
};
