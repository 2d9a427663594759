import type { BrowserContext } from "@playwright/test";
import { cookieOf, startProduct } from "../tests/support/product.ts";
import { openBrowser } from "./support/browser.ts";
import type { Bench, Row } from "./support/types.ts";
import { weigh } from "./support/weigh.ts";

type Weighed = {
  readonly path: string;
  /** The page whose first link to such an address is followed, where the path has an id. */
  readonly linkedFrom?: string;
  readonly as: string | null;
  readonly most: number;
  readonly document?: number;
};

/**
 * Most kilobytes of scripts on each page, and of a public page itself with its styles in it; brotli. Each bound leaves
 * about 0.5 kB, since the names of the built files alone move a sum by some tenths.
 */
const pages: readonly Weighed[] = [
  { path: "/", as: null, document: 24.6, most: 100 },
  { path: "/non-technical-writing/essays", as: null, document: 20.4, most: 100 },
  { path: "/faq", as: null, document: 13.2, most: 77 },
  { path: "/login", as: null, document: 12.5, most: 85 },
  { path: "/register", as: null, document: 12.5, most: 87.5 },
  { path: "/hiring", as: null, most: 137.5 },
  { path: "/aichecker", as: "client@demo.test", most: 154.3 },
  { path: "/order?service=non-technical", as: "client@demo.test", most: 136.7 },
  { path: "/dashboard", as: "client@demo.test", most: 125.2 },
  { path: "/dashboard/orders/:id", linkedFrom: "/dashboard", as: "client@demo.test", most: 202.7 },
  { path: "/checkout/:id", linkedFrom: "/dashboard", as: "client@demo.test", most: 158.9 },
  { path: "/admin/orders", as: "admin@demo.test", most: 137.7 },
];

/** Most kilobytes of fonts on any of them. */
const mostFonts = 60;

/** Scripts and fonts that a real browser transfers for a page before anybody presses anything. */
export const bench: Bench = {
  name: "page-weight",
  run: async () => {
    const product = await startProduct();
    const browser = await openBrowser();
    const rows: Row[] = [];
    try {
      for (const { path, linkedFrom, as, most, document: mostDocument } of pages) {
        const context = await browser.newContext();
        if (as) await context.addCookies([{ ...(await sessionOf(product.url, as)), url: product.url }]);
        const address = linkedFrom ? await firstLink(context, product.url + linkedFrom, path) : path;
        const sizes = await weigh(await context.newPage(), product.url + address, { alive: true });
        const { script, font, document, whole, early } = sizes;
        if (mostDocument && early.length > 0) throw new Error(`${path} asks for ${early} before its first paint`);
        rows.push(rowOf("page-weight", path, script, most, whole));
        rows.push(rowOf("page-weight, fonts", path, font, mostFonts, whole));
        if (mostDocument) rows.push(rowOf("page-weight, document", path, document, mostDocument, whole));
        await context.close();
      }
    } finally {
      await browser.close();
      await product.stop();
    }
    return rows;
  },
};

/** The first address on a page that has an id in the place of `:id`. */
async function firstLink({ request }: BrowserContext, page: string, path: string): Promise<string> {
  const html = await (await request.get(page)).text();
  const [, link] = new RegExp(`href="(${path.replace(":id", "[0-9a-f-]{36}")})"`).exec(html) ?? [];
  return link ?? Promise.reject(new Error(`${page} has no link to ${path}`));
}

async function sessionOf(url: string, email: string): Promise<{ name: string; value: string }> {
  const cookie = (await cookieOf(url, email)).split("; ").find((one) => one.includes("pw_session"));
  const [name = "", value = ""] = cookie?.split(/=(.*)/s) ?? [];
  return { name, value };
}

function rowOf(name: string, size: string, ours: number, most: number, whole: number): Row {
  const ratio = most / ours;
  return {
    name,
    size,
    ours,
    reference: whole,
    unit: "kB",
    referenceIs: "all bytes with headers",
    ratio: { median: ratio, min: ratio, max: ratio },
    most,
  };
}
