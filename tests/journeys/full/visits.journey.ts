import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Product, startProduct } from "../../support/product.ts";
import { demo, expect, signIn, test } from "../browser.ts";

/** The counter of an operator: keeps what it was sent. */
const visits: string[] = [];
const counter = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  visits.push(JSON.parse(body).page);
  response.writeHead(204).end();
});
let product: Product;

test.beforeAll(async () => {
  await new Promise<void>((done) => counter.listen(0, "localhost", done));
  const { port } = counter.address() as AddressInfo;
  const env = { DEMO: "on", ANALYTICS_URL: `http://localhost:${port}/visits` };
  product = await startProduct({ host: "localhost", env });
});
test.afterAll(async () => {
  await product.stop();
  await new Promise((done) => counter.close(done));
});
test.beforeEach(() => {
  visits.length = 0;
});

test("a page opened by address is counted once, without a touch, of who agreed earlier alone", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.url });
  const first = await context.newPage();
  // Also pages that have their scripts at rest, and those that wait for a touch.
  const quiet = ["/faq", "/about", "/", "/non-technical-writing/essays"];
  const openAll = async () => {
    for (const path of quiet) {
      const page = await context.newPage();
      await page.goto(path, { waitUntil: "networkidle" });
      await page.close();
    }
  };
  await openAll();
  expect(visits, "nobody has agreed").toEqual([]);

  await first.goto("/faq");
  await first.mouse.move(10, 10);
  await first.getByRole("button", { name: "Yes, count it" }).click();
  await expect.poll(() => visits).toEqual(["/faq"]);
  visits.length = 0;
  await openAll();
  await expect.poll(() => visits).toEqual(quiet);

  visits.length = 0;
  await first.goto("/about", { waitUntil: "networkidle" });
  await expect.poll(() => visits).toEqual(["/about"]);
  await first.mouse.move(20, 20);
  await expect(first.locator("html")).toHaveAttribute("data-scripts", "");
  await first.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
  await expect.poll(() => visits, "its scripts did not count it again").toEqual(["/about", "/contact"]);

  await first.goto("/privacy-policy");
  await first.mouse.move(30, 30);
  await first.getByRole("button", { name: "Stop counting" }).click();
  await expect(first.getByText("Your visits are not counted.")).toBeVisible();
  visits.length = 0;
  await openAll();
  expect(visits, "nor after who agreed has changed their mind").toEqual([]);
});

test("who is signed in is counted once a page, also on the way from one to another", async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await signIn(page, demo.client);
  await page.goto("/faq");
  await page.getByRole("button", { name: "Yes, count it" }).click();
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
  await expect.poll(() => visits).toEqual(["/faq", "/contact"]);
  visits.length = 0;
  await page.goto("/about", { waitUntil: "networkidle" });
  await expect.poll(() => visits).toEqual(["/about"]);
});
