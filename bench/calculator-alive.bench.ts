import type { Browser } from "@playwright/test";
import { type Product, startProduct } from "../tests/support/product.ts";
import { computer, type Device, newPage, openBrowser, phone } from "./support/browser.ts";
import { median } from "./support/rounds.ts";
import { dense4gLine, fixedLine, type Line, phoneLine, slowLine } from "./support/slow-line.ts";
import type { Bench, Row } from "./support/types.ts";

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
