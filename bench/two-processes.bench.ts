import pg from "pg";
import { openEmbedded } from "../src/platform/database/embedded/index.ts";
import { openLog } from "../src/platform/log.ts";
import { startProduct } from "../tests/support/product.ts";
import { chatOf, messageText } from "./support/chat-messages.ts";
import { signInClients } from "./support/clients.ts";
import { median } from "./support/rounds.ts";
import { runFan } from "./support/run-fan.ts";
import type { Bench } from "./support/types.ts";

/** Milliseconds from NOTIFY on one bare connection to its arrival on another, one after the other. */
async function notifyTimes(connection: pg.PoolConfig, seconds: number): Promise<number[]> {
  const [speaker, hearer] = [new pg.Client(connection), new pg.Client(connection)];
  await Promise.all([speaker.connect(), hearer.connect()]);
  await hearer.query("listen bench_round");
  const took: number[] = [];
  for (const ends = performance.now() + seconds * 1000; performance.now() < ends; ) {
    const heard = new Promise((done) => hearer.once("notification", done));
    const began = performance.now();
    await Promise.all([heard, speaker.query("select pg_notify('bench_round', $1)", [String(began)])]);
    took.push(performance.now() - began);
  }
  await Promise.all([speaker.end(), hearer.end()]);
  return took;
}

/** A message sent to process A until a stream of process B tells it, beside a bare LISTEN/NOTIFY on the same server. */
export const bench: Bench = {
  name: "two-processes",
  run: async ({ quick }) => {
    const first = await startProduct();
    const second = await startProduct({ dataDir: first.dataDir, keep: true });
    const server = await openEmbedded({ dataDir: first.dataDir, log: openLog("error") });
    const pool = new pg.Pool({ ...server.connection, max: 2 });
    try {
      const [cookie = ""] = await signInClients(pool, first.dataDir, 1);
      const measure = async (seconds: number) => {
        const { chatId, version } = await chatOf(first.url, cookie);
        const { host, port } = new URL(second.url);
        return runFan({
          port: Number(port),
          publishPort: Number(new URL(first.url).port),
          pid: second.pid,
          way: "stream",
          receivers: [`GET /api/live?topics=chat:${chatId} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`],
          publish: messageText(first.url, cookie),
          first: version + 1,
          mark: `data: chat:${chatId} {n}\n`,
          seconds,
        });
      };
      await measure(quick ? 0.5 : 2);
      const rounds = [];
      for (let n = 0; n < (quick ? 1 : 5); n += 1) {
        const ours = await measure(quick ? 1 : 3);
        rounds.push({ ours, bare: median(await notifyTimes(server.connection, quick ? 0.5 : 2)) });
      }
      const ratios = rounds.map(({ ours, bare }) => bare / ours.p50);
      return [
        {
          name: "two-processes, message in on one, out on the other, p50",
          ours: median(rounds.map(({ ours }) => ours.p50)),
          reference: median(rounds.map(({ bare }) => bare)),
          unit: "ms",
          referenceIs: "bare NOTIFY to LISTEN",
          ratio: { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) },
          goal: "0.33",
          p50: median(rounds.map(({ ours }) => ours.p50)),
          p99: median(rounds.map(({ ours }) => ours.p99)),
          rounds: rounds.length,
          note: "the message is also checked, limited and stored",
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
