import { rmSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { cookieOf, newDataDir, startProduct } from "../tests/support/product.ts";
import { startBare } from "./support/bare.ts";
import { compareRates } from "./support/rounds.ts";
import type { Bench } from "./support/types.ts";
import { ask, fileBytes, forSeconds, must, sendByTus, withdrawUpload } from "./support/uploads.ts";

const megabytes = 200;

/** 200 MB with our client's chunks: row, owner, lease and limits on, until it is durable. */
export const bench: Bench = {
  name: "upload",
  run: async (options) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const product = await startProduct();
    const folder = join(newDataDir(), "files");
    const bare = await startBare("files", { folder });
    try {
      const own = { cookie: await cookieOf(product.url, "client@demo.test"), origin: product.url };
      const byTus = (seconds: number, sender: Parameters<typeof sendByTus>[0]) =>
        forSeconds(seconds, megabytes, async () => {
          const path = await sendByTus(sender);
          return () => withdrawUpload(sender, path);
        });
      const ours = (seconds: number) => byTus(seconds, { url: product.url, own, agent });
      const tus = (seconds: number) => byTus(seconds, { url: bare.url, own: {}, agent });
      const stream = (seconds: number) =>
        forSeconds(seconds, megabytes, async () => {
          const put = { method: "PUT", headers: {}, body: fileBytes, agent };
          must(await ask(`${bare.url}/plain`, put), 204, "the bare stream");
          return async () => rmSync(join(folder, "plain"), { force: true });
        });
      const row = { name: "upload", unit: "MB/s" };
      const one = {
        ...row,
        size: "200 MB, one stream",
        referenceIs: "bare stream to a file, fsync",
        goal: "0.80",
        ...(await compareRates({ ours, reference: stream }, options)),
      };
      if (options.quick) return [one];
      return [
        one,
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
