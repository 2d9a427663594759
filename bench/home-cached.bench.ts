import { request } from "node:http";
import { startProduct } from "../tests/support/product.ts";
import { startBare } from "./support/bare.ts";
import { load } from "./support/load.ts";
import { compareRates } from "./support/rounds.ts";
import type { Bench } from "./support/types.ts";

/** The bytes on the wire: fetch would unpack them. */
const raw = (url: string): Promise<{ body: Buffer; headers: Record<string, string> }> =>
  new Promise((done, fail) => {
    request(url, { headers: { "accept-encoding": "br" } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => done({ body: Buffer.concat(chunks), headers: answer.headers as Record<string, string> }));
    })
      .on("error", fail)
      .end();
  });

/** GET / without a session, every production header on, next to bare node with the same bytes and headers. */
export const bench: Bench = {
  name: "home-cached",
  run: async (options) => {
    const product = await startProduct();
    const { body, headers } = await raw(`${product.url}/`);
    if (headers["content-encoding"] !== "br") throw new Error("the page did not come compressed");
    const { connection, "keep-alive": keepAlive, date, "transfer-encoding": transfer, ...same } = headers;
    void [connection, keepAlive, date, transfer];
    const bare = await startBare("bytes", { body: body.toString("base64"), headers: JSON.stringify(same) });
    try {
      const headers = { "accept-encoding": "br" };
      const aim = ({ url, pid }: { url: string; pid: number }) => ({
        url: `${url}/`,
        pid,
        headers,
        status: 200,
        bytes: body.length,
      });
      const measured = await compareRates(
        { ours: (s) => load(aim(product), s), reference: (s) => load(aim(bare), s) },
        options,
      );
      return [
        {
          name: "home-cached",
          size: `${(body.length / 1000).toFixed(1)} kB`,
          unit: "1/s",
          referenceIs: "bare node, same bytes",
          floor: 0.45,
          goal: "0.60",
          ...measured,
        },
      ];
    } finally {
      await bare.stop();
      await product.stop();
    }
  },
};
