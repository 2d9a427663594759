import { chromium, type Page } from "@playwright/test";
import { cookieOf, startProduct } from "../tests/support/product.ts";
import type { Bench, Row } from "./support/types.ts";

type Weighed = {
  readonly path: string;
  readonly as: string | null;
  readonly most: number;
  readonly document?: number;
};

/** Most kilobytes of scripts on each page, and of a public page itself with its styles in it; brotli. */
const pages: readonly Weighed[] = [
  { path: "/", as: null, document: 20, most: 100 },
  { path: "/non-technical-writing/essays", as: null, document: 20, most: 100 },
  { path: "/faq", as: null, document: 12.5, most: 90 },
  { path: "/login", as: null, document: 12.5, most: 90 },
  { path: "/register", as: null, document: 12.5, most: 90 },
  { path: "/order?service=non-technical", as: "client@demo.test", most: 125 },
  { path: "/dashboard", as: "client@demo.test", most: 118 },
  { path: "/admin/orders", as: "admin@demo.test", most: 123 },
];

/** Most kilobytes of fonts on any of them. */
const mostFonts = 60;

/** Nothing in a page asks for a script by itself: they come after the first paint. */
const early = /<script[^>]* src=|rel="modulepreload"|<script[^>]* type="module"/;

type Sizes = { script: number; font: number; document: number; whole: number };

/** What a page takes until it rests, touched once, in kilobytes without the answers' headers (`whole`: with them). */
async function weigh(page: Page, url: string): Promise<Sizes> {
  const sizes: Promise<Sizes>[] = [];
  page.on("requestfinished", (request) => {
    const size = async (): Promise<Sizes> => {
      const { responseBodySize: body, responseHeadersSize: head } = await request.sizes();
      const of = (type: string) => (request.resourceType() === type ? body / 1000 : 0);
      return { script: of("script"), font: of("font"), document: of("document"), whole: (body + head) / 1000 };
    };
    sizes.push(size());
  });
  const answer = await page.goto(url, { waitUntil: "networkidle" });
  if (answer?.status() !== 200 || !page.url().startsWith(url.split("?")[0] ?? ""))
    throw new Error(`${url} did not open`);
  if (early.test(await answer.text())) throw new Error(`${url} asks for scripts before its first paint`);
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith("__react")));
  await page.waitForLoadState("networkidle");
  const all = await Promise.all(sizes);
  const sum = (kind: keyof Sizes) => all.reduce((total, one) => total + one[kind], 0);
  return { script: sum("script"), font: sum("font"), document: sum("document"), whole: sum("whole") };
}

/** Scripts and fonts that a real browser transfers for a page before anybody presses anything. */
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
      for (const { path, as, most, document: mostDocument } of pages) {
        const context = await browser.newContext();
        if (as) await context.addCookies([{ ...(await sessionOf(product.url, as)), url: product.url }]);
        const { script, font, document, whole } = await weigh(await context.newPage(), product.url + path);
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
