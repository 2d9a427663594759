import { readdirSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { cookieOf, newDataDir, rssOf, startProduct } from "../tests/support/product.ts";
import { startBare } from "./support/bare.ts";
import { atRest, load } from "./support/load.ts";
import { compareRates } from "./support/rounds.ts";
import type { Bench, Row } from "./support/types.ts";
import { ask, fileBytes, forSeconds, must, sendByTus, withdrawUpload } from "./support/uploads.ts";

const mib = 1024 * 1024;

const limit = (name: string, unit: string, ours: number, most: number, size: string): Row => ({
  name,
  size,
  unit,
  ours,
  most,
  reference: most,
  referenceIs: "limit",
  ratio: { median: most / ours, min: most / ours, max: most / ours },
});

/** The most that a process held while `work` ran, over what it held before, in megabytes. */
async function growth(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = rssOf(pid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, rssOf(pid));
  }, 50);
  await work().finally(() => clearInterval(watch));
  return most - before;
}

/** Many files at once until they are durable; what that costs in memory, and those who read pages meanwhile. */
export const bench: Bench = {
  name: "upload-many",
  run: async (options) => {
    const [count, size] = options.quick ? [8, 24 * mib] : [20, 200 * mib];
    const label = `${count} x ${size / mib} MB`;
    const agents = Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const product = await startProduct();
    const folder = join(newDataDir(), "files");
    const bare = await startBare("files", { folder });
    try {
      const own = { cookie: await cookieOf(product.url, "client@demo.test"), origin: product.url };
      const senders = agents.map((agent) => ({ url: product.url, own, agent, size }));
      const sendAll = async () => {
        const sent = await Promise.all(senders.map(async (one) => ({ one, path: await sendByTus(one) })));
        return () => Promise.all(sent.map(({ one, path }) => withdrawUpload(one, path)));
      };
      const streamAll = async () => {
        const body = fileBytes.subarray(0, size);
        await Promise.all(
          agents.map(async (agent, n) =>
            must(await ask(`${bare.url}/many-${n}`, { method: "PUT", headers: {}, body, agent }), 204, "a bare stream"),
          ),
        );
        return async () => {
          for (const name of readdirSync(folder)) if (name.startsWith("many-")) rmSync(join(folder, name));
        };
      };
      const all = (count * size) / mib;
      // What the code of an upload and of its check takes by itself is not what is asked here.
      const small = { url: product.url, own, agent: agents[0] ?? new Agent(), size: 8 * mib };
      await sendByTus(small);
      await atRest(product.pid);
      const grown = await growth(product.pid, async () => (await sendAll())());
      // Gigabytes a round: one round says enough.
      const rates = await compareRates(
        { ours: (s) => forSeconds(s, all, sendAll), reference: (s) => forSeconds(s, all, streamAll) },
        { quick: true },
      );
      const rows: Row[] = [
        {
          name: "upload-many",
          size: label,
          unit: "MB/s",
          referenceIs: "bare streams to files, fsync",
          goal: "0.70",
          ...rates,
        },
        limit("upload-many, memory that it takes", "MB", Math.max(grown, 0.1), 48, label),
      ];
      if (options.quick) return rows;
      let over = false;
      const uploads = sendAll().finally(() => {
        over = true;
      });
      const p99: number[] = [];
      while (!over) {
        const pages = await load({ url: `${product.url}/`, connections: 1, status: 200, pid: product.pid }, 2);
        p99.push(pages.p99 ?? 0);
      }
      await (await uploads)();
      return [...rows, limit("upload-many, home page p99 meanwhile", "ms", Math.max(...p99), 50, label)];
    } finally {
      for (const agent of agents) agent.destroy();
      await bare.stop();
      await product.stop();
      rmSync(join(folder, ".."), { recursive: true, force: true });
    }
  },
};
