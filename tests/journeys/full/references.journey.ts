// Pictures of first screens, looked at by a person. Renew them, and look at each, after a wanted change:
// `npm run build`, then `npm run references:renew`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { cookieOf, type Product, startProduct } from "../../support/product.ts";
import { demo, expect, test } from "../browser.ts";

const folder = join(import.meta.dirname, "references");
const madeBy = join(folder, "chromium.txt");
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** A page that a person sees first on a display. `link`: the first link with such an address is opened from there. */
type Reference = { name: string; path: string; link?: string; as?: string; size: typeof wide; theme: "light" | "dark" };
const references: readonly Reference[] = [
  { name: "home", path: "/", size: wide, theme: "light" },
  { name: "home-phone", path: "/", size: phone, theme: "dark" },
  { name: "service", path: "/non-technical-writing/essays", size: wide, theme: "dark" },
  { name: "service-phone", path: "/non-technical-writing/essays", size: phone, theme: "light" },
  { name: "faq-phone", path: "/faq", size: phone, theme: "dark" },
  { name: "login", path: "/login", size: wide, theme: "light" },
  { name: "order-form", path: "/order", as: demo.client, size: wide, theme: "light" },
  { name: "order-form-phone", path: "/order", as: demo.client, size: phone, theme: "dark" },
  { name: "dashboard", path: "/dashboard", as: demo.client, size: wide, theme: "dark" },
  { name: "dashboard-phone", path: "/dashboard", as: demo.client, size: phone, theme: "light" },
  { name: "order", path: "/dashboard", link: "/dashboard/orders/", as: demo.client, size: wide, theme: "light" },
  { name: "order-phone", path: "/dashboard", link: "/dashboard/orders/", as: demo.client, size: phone, theme: "dark" },
  { name: "checkout", path: "/dashboard", link: "/checkout/", as: demo.client, size: wide, theme: "dark" },
  { name: "checkout-phone", path: "/dashboard", link: "/checkout/", as: demo.client, size: phone, theme: "light" },
  { name: "checker", path: "/aichecker", as: demo.client, size: wide, theme: "light" },
  { name: "not-found-phone", path: "/dashboard/orders/none", as: demo.client, size: phone, theme: "dark" },
];

/** Days, times and random numbers of orders differ from run to run: each is drawn as the same text in every run. */
async function drawAlike(page: Page): Promise<void> {
  await page.evaluate(() => {
    const day =
      /(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: \d{4})?\b/g;
    const alike = (text: string): string =>
      text
        .replace(day, "Wed 10 March")
        .replace(/\b(?:today|tomorrow|yesterday)\b/gi, "Wed 10 March")
        .replace(/\b\d{1,2}:\d\d\b/g, "10:30")
        // What the demo's unpaid order costs, and by which factor of time, depends on the hour of its first start.
        .replace(/^Pay \$[\d,.]+$/, "Pay $105.00")
        .replace(/\bup to \d+ (?:days|hours)\b/, "up to 7 days")
        .replace(/× [\d.]+ on(?= \$)/, "× 1.1 on")
        .replace(location.pathname.startsWith("/checkout/") ? /\$\d+\.\d\d|[\d.]+ × \$[\d.]+/g : /$^/, "$105.00")
        .replace(/\b\d+\s(?:days?|d|h|hours?)(?:\s\d+\s(?:h|hours?|min|minutes?))?(?=\s(?:left|ago|late))/g, "2 days")
        .replace(/\bWriter [A-Z0-9]{4}\b/, "Writer K7M2")
        .replace(/(^\s*|(?:No\.|[Oo]rder) )[A-Z0-9]{7}(?=\s*$)/, "$1K7M2QXR");
    const draw = (): void => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { currentNode } = texts;
        const drawn = alike(currentNode.nodeValue ?? "");
        if (drawn !== currentNode.nodeValue) currentNode.nodeValue = drawn;
      }
    };
    draw();
    // What scripts draw later too, such as the price that was just asked for.
    new MutationObserver(draw).observe(document.body, { characterData: true, childList: true, subtree: true });
  });
}

async function openPage(browser: Browser, { url }: Product, { size, theme, as }: Reference): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: size,
    locale: "en-US",
    timezoneId: "America/New_York",
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  const cookies = [`theme=${theme}`, ...(as ? (await cookieOf(url, as)).split("; ") : [])];
  await context.addCookies(cookies.map((cookie) => ({ name: before(cookie), value: after(cookie), url })));
  return context.newPage();
}
const before = (cookie: string): string => cookie.slice(0, cookie.indexOf("="));
const after = (cookie: string): string => cookie.slice(cookie.indexOf("=") + 1);

test.describe("reviewed pictures of first screens", () => {
  let product: Product;
  test.beforeAll(async () => {
    product = await startProduct({ host: "localhost", env: { DEMO: "on", LIMITS_FACTOR: "10" } });
  });
  test.afterAll(() => product.stop());

  for (const reference of references)
    test(reference.name, async ({ browser }) => {
      const renewed = test.info().config.updateSnapshots === "all";
      if (renewed) writeFileSync(madeBy, `${browser.version()}\n`);
      const known = readFileSync(madeBy, "utf8").trim();
      if (known !== browser.version()) {
        console.log(`${reference.name}: not compared, made with Chromium ${known}, and here is ${browser.version()}`);
        return;
      }
      const page = await openPage(browser, product, reference);
      await page.goto(reference.path);
      const { link } = reference;
      if (link) await page.goto((await page.locator(`main a[href^="${link}"]`).first().getAttribute("href")) ?? link);
      await page.waitForLoadState("networkidle");
      await page.evaluate(() => document.fonts.ready);
      await drawAlike(page);
      await expect(page).toHaveScreenshot(`${reference.name}.png`);
      await page.context().close();
    });
});
