import type { Page } from "@playwright/test";
import { expect, test } from "../browser.ts";

test("fonts come after the first paint, at once on the next page, and without any script", async ({
  page,
  browser,
  baseURL,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => request.resourceType() === "font" && asked.push(request.url()));
  await page.addInitScript(() => {
    // A page without a paint event.
    PerformanceObserver.prototype.observe = () => undefined;
  });
  await page.clock.install();
  await page.goto("/faq");
  await page.evaluate(() => document.fonts.ready);
  expect(asked).toEqual([]);
  await page.clock.runFor("00:05");
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  const terms = page.getByRole("contentinfo").getByRole("link", { name: "Terms" });
  for (const next of [() => terms.click(), () => page.reload()]) {
    asked.length = 0;
    await next();
    await page.waitForURL("/terms");
    await expect.poll(() => asked.length).toBeGreaterThan(1);
  }

  const plain = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const quiet = await plain.newPage();
  const font = quiet.waitForRequest((request) => request.resourceType() === "font");
  await quiet.goto("/faq");
  await font;
  await plain.close();
});

/** The family of ours that this text is drawn in; undefined: it has a stand-in. */
async function openFonts(page: Page): Promise<(selector: string) => Promise<string | undefined>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  return async (selector) => {
    const { root } = await devtools.send("DOM.getDocument");
    const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector });
    return (await devtools.send("CSS.getPlatformFontsForNode", { nodeId })).fonts.find((font) => font.isCustomFont)
      ?.familyName;
  };
}

test("the first page that somebody sees is set in our own fonts when they are there", async ({ page }) => {
  const fontOf = await openFonts(page);
  // Where a machine is so slow that they come late, the page is opened once more.
  await expect(async () => {
    await page.goto("/");
    await expect.poll(() => fontOf("h1"), { timeout: 5_000 }).toMatch(/^Newsreader/);
    await expect.poll(() => fontOf("main .lede"), { timeout: 5_000 }).toMatch(/^(Newsreader|Source Sans)/);
  }).toPass();
});

test("a text that was read for seconds keeps its face, and the next page has our own", async ({ page }) => {
  const line = Promise.withResolvers<void>();
  await page.route("**/*.woff2", (route) => line.promise.then(() => route.continue()));
  await page.clock.install();
  const asked = page.waitForRequest("**/*.woff2");
  await page.goto("/faq");
  await asked;
  await page.clock.runFor("00:04");
  const came = page.waitForResponse("**/*.woff2");
  line.resolve();
  await came;
  await page.waitForLoadState("networkidle");
  const fontOf = await openFonts(page);
  expect(await fontOf("h1")).toBeUndefined();
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await page.waitForURL("/terms");
  await expect.poll(() => fontOf("h1")).toMatch(/^Newsreader/);
});
