import { chromium } from "@playwright/test";
import { cookieOf, startProduct } from "../tests/support/product.ts";
import type { Bench, Row } from "./support/types.ts";

const pages = [
  { path: "/", as: null, most: 120 },
  { path: "/non-technical-writing/essays", as: null, most: 120 },
  { path: "/order?service=non-technical", as: "client@demo.test", most: 140 },
  { path: "/dashboard", as: "client@demo.test", most: 140 },
  { path: "/admin/orders", as: "admin@demo.test", most: 200 },
] as const;

/** JavaScript that a real browser transfers before anybody clicks, compressed, without the answers' headers. */
export const bench: Bench = {
  name: "page-weight",
  run: async () => {
    const product = await startProduct();
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    });
    const rows: Row[] = [];
    try {
      for (const { path, as, most } of pages) {
        const context = await browser.newContext();
        const page = await context.newPage();
        if (as) {
          const [name = "", value = ""] =
            (await cookieOf(product.url, as))
              .split("; ")
              .find((c) => c.includes("pw_session"))
              ?.split(/=(.*)/s) ?? [];
          await context.addCookies([{ name, value, url: product.url }]);
        }
        const sizes: Promise<{ type: string; body: number; head: number }>[] = [];
        page.on("requestfinished", (request) => {
          sizes.push(
            request
              .sizes()
              .then((s) => ({ type: request.resourceType(), body: s.responseBodySize, head: s.responseHeadersSize })),
          );
        });
        const answer = await page.goto(product.url + path, { waitUntil: "networkidle" });
        if (answer?.status() !== 200 || !page.url().includes(path.split("?")[0] ?? ""))
          throw new Error(`${path} did not open`);
        const all = await Promise.all(sizes);
        const script = all.reduce((sum, one) => sum + (one.type === "script" ? one.body : 0), 0) / 1000;
        const whole = all.reduce((sum, one) => sum + one.body + one.head, 0) / 1000;
        rows.push({
          name: "page-weight",
          size: path,
          ours: script,
          reference: whole,
          unit: "kB",
          referenceIs: "all bytes with headers",
          ratio: { median: most / script, min: most / script, max: most / script },
          most,
        });
        await context.close();
      }
    } finally {
      await browser.close();
      await product.stop();
    }
    return rows;
  },
};
