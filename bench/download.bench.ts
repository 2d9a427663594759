import { rmSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { cookieOf, newDataDir, startProduct } from "../tests/support/product.ts";
import { startBare } from "./support/bare.ts";
import { compareRates } from "./support/rounds.ts";
import type { Bench } from "./support/types.ts";
import { ask, fileBytes, fileSize, forSeconds, must, sendByTus } from "./support/uploads.ts";

const mib = 1024 * 1024;
const part = 4 * mib;

/** 200 MB to their owner, authorised on each request: the whole file, and parts of 4 MB as a player asks for them. */
export const bench: Bench = {
  name: "download",
  run: async (options) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const product = await startProduct();
    const folder = join(newDataDir(), "files");
    const bare = await startBare("files", { folder });
    try {
      const own = { cookie: await cookieOf(product.url, "client@demo.test"), origin: product.url };
      const path = await sendByTus({ url: product.url, own, agent });
      must(await ask(`${bare.url}/work`, { method: "PUT", headers: {}, body: fileBytes, agent }), 204, "a file");
      const nothing = async () => undefined;
      const whole = (url: string, headers: Record<string, string>) => (seconds: number) =>
        forSeconds(seconds, fileSize / mib, async () => {
          const answer = must(await ask(url, { method: "GET", headers, agent }), 200, "a download");
          if (answer.bytes !== fileSize) throw new Error(`${answer.bytes} bytes came`);
          return nothing;
        });
      const parts = (url: string, headers: Record<string, string>) => {
        let at = 0;
        return (seconds: number) =>
          forSeconds(seconds, part / mib, async () => {
            const range = `bytes=${at}-${at + part - 1}`;
            at = (at + 3 * part) % (fileSize - part);
            const answer = must(
              await ask(url, { method: "GET", headers: { ...headers, range }, agent }),
              206,
              "a part",
            );
            if (answer.bytes !== part) throw new Error(`${answer.bytes} bytes came`);
            return nothing;
          });
      };
      const address = `${product.url}${path}/work.bin`;
      const row = { name: "download", unit: "MB/s", referenceIs: "createReadStream().pipe()", goal: "0.90" };
      const ours = { cookie: own.cookie };
      const all = {
        ...row,
        size: "200 MB",
        ...(await compareRates({ ours: whole(address, ours), reference: whole(`${bare.url}/work`, {}) }, options)),
      };
      if (options.quick) return [all];
      return [
        all,
        {
          ...row,
          size: "ranges of 4 MB",
          ...(await compareRates({ ours: parts(address, ours), reference: parts(`${bare.url}/work`, {}) }, options)),
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
