import { demo, expect, signIn, test } from "./browser.ts";

test.use({ javaScriptEnabled: false });

test("the whole road works as plain forms: price, sign in, order, pay, follow, cancel", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Subject").selectOption("Linguistics");
  await page.getByLabel("Pages").fill("3");
  await page.getByRole("button", { name: "Show the price" }).first().click();
  await expect(page.locator(".total .sum").first()).toContainText("$");
  await page.getByRole("button", { name: "Continue with this price" }).click();
  await page.waitForURL(/\/login\?next=/);
  await page.getByLabel("E-mail").fill(demo.client);
  await page.getByLabel("Password", { exact: true }).fill(demo.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();

  await page.waitForURL(/\/order\?/);
  await expect(page.getByLabel("Subject")).toHaveValue("Linguistics");
  const title = `Plain paper ${Date.now()}`;
  await page.getByLabel("Title or question").fill(title);
  await page.getByLabel("Instructions for the writer").fill("Three schools, one page each.");
  await page.getByLabel("Country").selectOption("GB");
  await page.getByLabel(/I accept the fair-use promise/).check();
  await page.getByLabel(/I am 18 or older/).check();
  await page
    .getByRole("button", { name: /Go to payment/ })
    .first()
    .click();

  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/);
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await page.waitForURL(/\/sandbox\/pay\//);
  await page
    .getByRole("button", { name: /^Pay \$/ })
    .first()
    .click();
  await page.waitForURL(/\/checkout\/.*\/return/);
  await expect(page.getByText(/paid/i).first()).toBeVisible();

  await page.goto("/dashboard");
  await page.getByRole("link", { name: title }).first().click();
  await expect(page.getByText("Paid, choosing a writer").first()).toBeVisible();
  await page
    .getByRole("link", { name: /Cancel/ })
    .first()
    .click();
  await expect(page.getByText(/100 %|100%|all of it|full/i).first()).toBeVisible();
  await page
    .getByRole("button", { name: /Cancel/ })
    .first()
    .click();
  await expect(page.getByText("Cancelled").first()).toBeVisible();
});

test("a guest's custom order is kept through sign-in", async ({ page }) => {
  await page.goto("/custom");
  const title = `A poster about tides ${Date.now()}`;
  await page.getByLabel("Title or question").fill(title);
  await page.getByLabel("Instructions for the writer").fill("A poster in A1 with three figures.");
  await page.getByLabel("Country").selectOption("NL");
  await page.getByLabel(/I accept the fair-use promise/).check();
  await page.getByLabel(/I am 18 or older/).check();
  await page
    .getByRole("button", { name: /Send|Go to|Ask/ })
    .first()
    .click();
  await page.waitForURL(/\/login\?next=/);
  await page.getByLabel("E-mail").fill(demo.client);
  await page.getByLabel("Password", { exact: true }).fill(demo.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/custom/);
  await expect(page.getByLabel("Title or question")).toHaveValue(title);
});

test("an account's own pages: settings, sign out, back to sign-in", async ({ page }) => {
  await signIn(page, demo.client);
  await page.goto("/accountSettings");
  const main = page.getByRole("main");
  await expect(main.getByText(demo.client).first()).toBeVisible();
  await main.getByRole("button", { name: "Sign out" }).first().click();
  await page.goto("/dashboard");
  await page.waitForURL(/\/login\?next=/);
});
