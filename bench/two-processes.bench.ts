import pg from "pg";
import { openEmbedded } from "../src/platform/database/embedded/index.ts";
import { openLog } from "../src/platform/log.ts";
import { startProduct } from "../tests/support/product.ts";
import { chatOf, messageText } from "./support/chat-messages.ts";
import { signInClients } from "./support/clients.ts";
import type { FanSeen } from "./support/fan.ts";
import { runFan } from "./support/fan.ts";
import { durabilityOf } from "./support/open-runtime.ts";
import { median } from "./support/rounds.ts";
import type { Bench, Row } from "./support/types.ts";

type Say = (speaker: pg.Client, text: string) => Promise<unknown>;
const notify: Say = (speaker, text) => speaker.query("select pg_notify('bench_round', $1)", [text]);
/** The least work to store and publish: one row, its commit, then the notification. */
const storeAndNotify: Say = async (speaker, text) => {
  await speaker.query({ name: "store", text: "insert into bench_rows values ($1)", values: [text] });
  await notify(speaker, text);
};

/** Milliseconds from a bare connection's word to its arrival on another one, one after the other. */
async function times(connection: pg.PoolConfig, seconds: number, say: Say): Promise<number[]> {
  const [speaker, hearer] = [new pg.Client(connection), new pg.Client(connection)];
  await Promise.all([speaker.connect(), hearer.connect()]);
  await speaker.query("create table if not exists bench_rows (words text primary key)");
  await hearer.query("listen bench_round");
  const took: number[] = [];
  for (const ends = performance.now() + seconds * 1000; performance.now() < ends; ) {
    const heard = new Promise((done) => hearer.once("notification", done));
    const began = performance.now();
    await Promise.all([heard, say(speaker, String(began))]);
    took.push(performance.now() - began);
  }
  await speaker.query("truncate bench_rows");
  await Promise.all([speaker.end(), hearer.end()]);
  return took;
}

/**
 * A message sent to process A until a stream of process B has it, beside two bare ways on the same server: a NOTIFY
 * that stores nothing, and one row stored and then published.
 */
export const bench: Bench = {
  name: "two-processes",
  run: async ({ quick }) => {
    const first = await startProduct();
    const second = await startProduct({ dataDir: first.dataDir, keep: true });
    const server = await openEmbedded({ dataDir: first.dataDir, log: openLog("error") });
    const pool = new pg.Pool({ ...server.connection, max: 2 });
    try {
      const [cookie = ""] = await signInClients(pool, 1);
      const measure = async (seconds: number) => {
        const { chatId, version } = await chatOf(first.url, cookie);
        const { host, port } = new URL(second.url);
        return runFan({
          port: Number(port),
          publishAt: Number(new URL(first.url).port),
          pid: second.pid,
          protocol: "stream",
          receivers: [`GET /api/live?topics=chat:${chatId} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`],
          publish: messageText(first.url, cookie),
          first: version + 1,
          mark: `data: chat:${chatId} {n}\n`,
          seconds,
        });
      };
      await measure(quick ? 0.5 : 2);
      const rounds: { ours: FanSeen; bare: number; stored: number }[] = [];
      for (let n = 0; n < (quick ? 1 : 5); n += 1) {
        const ours = await measure(quick ? 1 : 3);
        const bareSeconds = quick ? 0.5 : 2;
        const bare = median(await times(server.connection, bareSeconds, notify));
        rounds.push({ ours, bare, stored: median(await times(server.connection, bareSeconds, storeAndNotify)) });
      }
      const rowOf = (referenceIs: string, of: (round: (typeof rounds)[number]) => number): Row => {
        const ratios = rounds.map((round) => of(round) / round.ours.p50);
        return {
          name: "two-processes, message in on one, out on the other, p50",
          ours: median(rounds.map(({ ours }) => ours.p50)),
          reference: median(rounds.map(of)),
          unit: "ms",
          referenceIs,
          ratio: { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) },
          goal: "0.33",
          p50: median(rounds.map(({ ours }) => ours.p50)),
          p99: median(rounds.map(({ ours }) => ours.p99)),
          rounds: rounds.length,
        };
      };
      return [
        {
          ...rowOf("bare NOTIFY to LISTEN", ({ bare }) => bare),
          note: "the message is also checked, limited and stored",
        },
        {
          ...rowOf("bare: one row stored with its commit, then NOTIFY to LISTEN", ({ stored }) => stored),
          note: await durabilityOf(pool),
        },
      ];
    } finally {
      await pool.end();
      await server.close();
      await second.stop();
      await first.stop();
    }
  },
};
