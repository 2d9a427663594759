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

test("the first page that somebody sees is set in our own fonts when they are there", async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  const fontOf = async (selector: string): Promise<string | undefined> => {
    const { root } = await devtools.send("DOM.getDocument");
    const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector });
    return (await devtools.send("CSS.getPlatformFontsForNode", { nodeId })).fonts.find((font) => font.isCustomFont)
      ?.familyName;
  };
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  await page.goto("/");
  await expect.poll(() => fontOf("h1")).toMatch(/^Newsreader/);
  await expect.poll(() => fontOf("main .lede")).toMatch(/^(Newsreader|Source Sans)/);
});
