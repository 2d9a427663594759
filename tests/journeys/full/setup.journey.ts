// A new real installation, from its first start to an open shop, by its owner alone.
import { expect, test } from "../browser.ts";
import { firstAdmin, openShop, register, type Shop } from "../shop.ts";

let shop: Shop;
test.beforeAll(async () => {
  shop = await openShop(1, true);
});
test.afterAll(() => shop.close());

test("an owner follows the guide and opens the shop", async ({ browser }) => {
  const { product, smtp } = shop;
  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage();
  await register(visitor, shop, "noor@client.test");
  await visitor.goto("/order?service=essay");
  await expect(visitor.getByText("We open soon.").first()).toBeVisible();
  for (const path of ["/", "/non-technical-writing/essays"]) {
    await visitor.goto(path);
    await expect(visitor.locator("#slip").getByText("We open soon.")).toBeVisible();
    await expect(visitor.locator("#continue")).toHaveCount(0);
  }

  const context = await browser.newContext({ baseURL: product.url, storageState: await firstAdmin(browser, shop) });
  const page = await context.newPage();
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: /^Before you open: \d+ steps to do$/ })).toBeVisible();
  await page.getByRole("link", { name: "All 15 steps" }).click();
  const step = (title: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  await expect(page.getByRole("button", { name: "Open the shop" })).toBeHidden();

  await step("Legal name and texts").getByRole("link").click();
  await page.getByRole("link", { name: "Fill in in Settings" }).click();
  await page.getByLabel("Legal name").fill("Ada Lovelace Ltd");
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByText("Changed from nothing")).toBeVisible();
  for (const text of ["Terms", "Privacy policy", "Guarantees", "Contact"]) {
    await page.goto("/setup/texts");
    await page.getByRole("button", { name: `Read: ${text}` }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/setup"));
  }

  await page.goto("/setup");
  await expect(step("Legal name and texts")).toContainText("Done");
  await step("E-mail sender").getByRole("button").click();
  await expect(step("E-mail sender")).toContainText("Sent to owner@shop.test. The mail server accepted it.");
  expect(smtp.mails.map(({ text }) => text).join()).toContain("Your shop can send e-mails");
  await step("A payment method").getByRole("link").click();
  await page.getByRole("button", { name: "Check: Card by Stripe" }).click();
  await expect(page.getByText("Card by Stripe: the keys work.")).toBeVisible();

  await page.goto("/setup");
  await page.getByRole("button", { name: "Open the shop" }).click();
  await expect(page.getByText("Your shop is open. Clients can order now.")).toBeVisible();
  // Every process reads settings anew within a second.
  await expect(async () => {
    await visitor.goto("/order?service=essay");
    await expect(visitor.getByText("We open soon.")).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await expect(visitor.getByLabel("Subject")).toBeVisible();
  await visitor.goto("/");
  await expect(visitor.locator("#continue")).toBeEnabled();
  await visitor.goto("/terms");
  await expect(visitor.getByText("Ada Lovelace Ltd (“Paperwright”)")).toBeVisible();

  await page.goto("/admin/site");
  await page.getByLabel("Colour", { exact: true }).fill("#2A9D8F");
  await expect(page.getByText("Too light for white words. 4.5 is needed.")).toBeVisible();
  await page.getByRole("button", { name: "Take #00776A" }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Published. Visitors see it within 3 seconds.")).toBeVisible();
  const colour = () =>
    visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--color-pen"));
  await expect(async () => {
    await visitor.goto("/login");
    expect(await colour()).toBe("#00776A");
  }).toPass();
  await visitor.emulateMedia({ colorScheme: "dark" });
  await visitor.goto("/");
  // Style sheets of other pages are fetched ahead, and come after that of the brand.
  await visitor.waitForFunction(() => Array.from(document.styleSheets).some(({ href }) => href?.includes("/assets/")));
  expect(await colour()).toBe("#77CDBE");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone. Every page looks as before within 3 seconds.")).toBeVisible();
});
