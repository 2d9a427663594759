import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { demo, expect, expectAccessible, expectPageAccessible, signIn, test } from "../browser.ts";
import { payThere } from "../place.ts";

// A site of another origin that the shop lists, and one that it does not.
test.use({ expected: /frame-ancestors|status of (404|422)|ERR_BLOCKED_BY_RESPONSE/ });

/** A page of another site with this body, on a port of its own. */
async function openSite(body: string) {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><title>A partner</title><h1>Our partner</h1>${body}</html>`);
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { url, close: () => new Promise((done) => server.close(done)) };
}

test("the calculator stands on a listed site and continues in the shop; elsewhere the link stays", async ({
  page,
  browser,
  baseURL: base,
}) => {
  const baseURL = base ?? "";
  const lines = `<a href="${baseURL}/" data-price-calculator="programming">Prices</a><script src="${baseURL}/embed/calculator.js" async></script>`;
  const [listed, other] = [await openSite(lines), await openSite(lines)];
  await signIn(page, demo.admin);
  await page.goto("/admin/api/calculator");
  await expectAccessible(page, "calculator on other sites");
  await page.getByLabel("Sites that may show the calculator").fill(`${listed.url}/prices`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/without a path\. Wrong/).first()).toBeVisible();
  await page.getByLabel("Sites that may show the calculator").fill(listed.url);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved. These sites can show the calculator from now on.")).toBeVisible();

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(listed.url);
  const calculator = visitor.frameLocator("iframe");
  await expect(calculator.getByRole("button", { name: "Continue with this price" })).toBeVisible();
  await expect(visitor.getByRole("link", { name: "Prices" })).toHaveCount(0);
  const frame = visitor.locator("iframe");
  const shown = visitor.frames()[1];
  await expect
    .poll(async () => (await frame.boundingBox())?.height)
    .toBe(await shown?.evaluate(() => document.documentElement.scrollHeight));
  await calculator.getByRole("link", { name: "Essays" }).or(calculator.locator(".kinds a").first()).click();
  await expect(calculator.locator(".kinds a").first()).toHaveAttribute("aria-current", "true");
  for (const width of [320, 390, 1024, 1440]) {
    await visitor.setViewportSize({ width, height: 900 });
    expect(await shown?.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  expect(await visitor.context().cookies()).toEqual([]);
  await calculator.getByRole("button", { name: "Continue with this price" }).click();
  await expect(visitor).toHaveURL(new RegExp(`^${baseURL}/start`));

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(other.url);
  await expect(guest.getByRole("link", { name: "Prices" })).toBeVisible();
  await guest.waitForLoadState("networkidle");
  await expect(guest.getByRole("link", { name: "Prices" })).toBeVisible();
  await guest.goto(`${baseURL}/embed/calculator`);
  await expectPageAccessible(guest, "the calculator alone");
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(listed.url);
  await plain.getByRole("link", { name: "Prices" }).click();
  await expect(plain).toHaveURL(`${baseURL}/`);
  await listed.close();
  await other.close();
});

test("a partner's program prepares an order, its client finishes and pays it, another one cannot", async ({
  page,
  browser,
  client,
  request,
  baseURL: base,
}) => {
  const baseURL = base ?? "";
  await signIn(page, demo.admin);
  await page.goto("/admin/api");
  await page.getByRole("textbox", { name: "Name" }).fill("Study Circle, orders");
  await page.getByRole("checkbox", { name: /Prepare orders/ }).check();
  await page.getByRole("button", { name: "Make a key" }).click();
  await expect(
    page.getByText("A key that prepares orders belongs to a partner. Write its name.").first(),
  ).toBeVisible();
  await page.getByRole("textbox", { name: /^Partner optional/ }).fill("Study Circle");
  await page.getByRole("textbox", { name: "Contact of the partner" }).fill("ops@circle.test");
  await page.getByRole("button", { name: "Make a key" }).click();
  const key = await page.locator("[data-secret]").innerText();
  const headers = { authorization: `Bearer ${key}` };
  const prepare = async () => {
    const answer = await request.post("/api/orders", {
      headers: { ...headers, "idempotency-key": "circle-2026-0042" },
      data: {
        ...{ service: "non-technical", subject: "Psychology", pages: 5, citedSources: 6, country: "DE" },
        ...{ title: "Memory and sleep", instructions: "Compare two studies on sleep and memory." },
      },
    });
    expect(answer.status()).toBe(200);
    return answer.json();
  };
  const made = await prepare();
  expect(await prepare()).toEqual(made);

  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(made.url);
  await expect(theirs).toHaveURL(/\/login|\/start/);
  await signIn(theirs, client.email);
  await theirs.goto(made.url);
  await expect(theirs.getByText("Study Circle filled in this form for you.")).toBeVisible();
  await expect(theirs.getByLabel("Title or question")).toHaveValue("Memory and sleep");
  await expectAccessible(theirs, "a prepared order");
  await theirs.getByLabel(/I promise this, and I am 18 or older/).check();
  await theirs.getByRole("button", { name: "Go to payment" }).first().click();
  await theirs.waitForURL(/\/checkout\//);
  await payThere(theirs);

  const read = await (await request.get(`/api/orders/prepared/${made.id}`, { headers })).json();
  expect(read.state).toBe("ordered");
  const order = await (await request.get(`/api/orders/${read.number}`, { headers })).json();
  expect(order).toMatchObject({ number: read.number, paymentStatus: "paid" });
  const { orders } = await (await request.get("/api/orders", { headers })).json();
  expect(orders).toHaveLength(1);
  await theirs.goto(made.url);
  await expect(theirs).not.toHaveURL(/prepared=/);
  await page.goto(made.url.replace(/^https?:\/\/[^/]+/, baseURL));
  await expect(page.getByText("The form in this link is no longer available.")).toBeVisible();
});
