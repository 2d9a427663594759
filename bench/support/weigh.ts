import type { Page, Request } from "@playwright/test";

/** Kilobytes by kind, without the answers' headers (`whole`: with them). */
export type Sizes = Readonly<Record<"script" | "font" | "stylesheet" | "image" | "document" | "whole", number>> & {
  /** Scripts that were asked for before anything was painted. */
  early: readonly string[];
};

/** A finished request: its resource type, and the bytes of its answer. */
type Finished = { type: string; body: number; head: number };

/** Ends a blocked run: a machine may be slow or busy. */
const timeout = 180_000;

/** What a page takes until it rests. `alive`: it is touched once, and its scripts have taken over. */
export async function weigh(page: Page, url: string, { alive }: { alive: boolean }): Promise<Sizes> {
  const sizes: Promise<Finished>[] = [];
  const count = (request: Request) => {
    const type = request.resourceType();
    const size = request
      .sizes()
      .then(({ responseBodySize: body, responseHeadersSize: head }): Finished => ({ type, body, head }));
    // Looked at below; of a page that is closed before, nobody asks.
    size.catch(() => undefined);
    sizes.push(size);
  };
  page.on("requestfinished", count);
  const answer = await page.goto(url, { waitUntil: "networkidle", timeout });
  if (answer?.status() !== 200 || !page.url().startsWith(url.split("?")[0] ?? ""))
    throw new Error(`${url} did not open`);
  if (alive) {
    await page.mouse.move(5, 5);
    await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith("__react")), null, {
      timeout,
    });
    await page.waitForLoadState("networkidle", { timeout });
  }
  page.off("requestfinished", count);
  const all: readonly Finished[] = await Promise.all(sizes);
  const sum = (of: (one: Finished) => number): number => all.reduce((total, one) => total + of(one), 0) / 1000;
  const of = (kind: string): number => sum(({ type, body }) => (type === kind ? body : 0));
  return {
    script: of("script"),
    font: of("font"),
    stylesheet: of("stylesheet"),
    image: of("image"),
    document: of("document"),
    whole: sum(({ body, head }) => body + head),
    early: await earlyScripts(page),
  };
}

/** Scripts asked for before the first paint, however the page asked: by an element, a preload or an import. */
const earlyScripts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.POSITIVE_INFINITY;
    return performance
      .getEntriesByType("resource")
      .filter(({ name, startTime }) => /\.m?js(\?|$)/.test(name) && startTime < painted)
      .map(({ name }) => name);
  });

/** "document 20 kB, styles 8, scripts 89, fonts 52, images 1". */
export const byKind = ({ document, stylesheet, script, font, image }: Sizes): string =>
  [`document ${document.toFixed(1)} kB`, `styles ${stylesheet.toFixed(1)}`, `scripts ${script.toFixed(1)}`]
    .concat(`fonts ${font.toFixed(1)}`, `images ${image.toFixed(1)}`)
    .join(", ");
