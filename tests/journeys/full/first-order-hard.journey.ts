import type { Page } from "@playwright/test";
import { plugAuthenticator } from "../authenticator.ts";
import { codeOn, expect, test, withScripts } from "../browser.ts";
import { fillBrief } from "../place.ts";

// For the full run: the way to a first order as some people have to take it.

const visible = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).locator("visible=true").first();

/** From the start page to the last step before the form, with an address that nobody had. */
async function toNewAccount(page: Page): Promise<void> {
  await page.goto("/");
  await page
    .getByRole("button", { name: /^Continue/ })
    .locator("visible=true")
    .last()
    .click();
  await page.waitForURL(/\/start\?next=/);
  await page.getByLabel("E-mail").fill(`hard-${Date.now()}@demo.test`);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  const code = await codeOn(page);
  await page.getByLabel("Code").fill(code);
  const go = page.getByRole("button", { name: "Continue", exact: true });
  if (await go.isVisible()) await go.click();
  await page.getByLabel("Name").fill("Linh Tran");
  await page.getByLabel(/I accept the terms/).check();
}
const openAccount = (page: Page) => page.getByRole("button", { name: "Make the account and continue" }).click();

async function toForm(page: Page): Promise<void> {
  await toNewAccount(page);
  await openAccount(page);
  await page.waitForURL(/\/order\?/);
}

test("an account that begins with a passkey returns to its price, now and the next time", async ({ page }) => {
  const device = await plugAuthenticator(page);
  await toNewAccount(page);
  await page.getByText("A passkey", { exact: true }).click();
  await openAccount(page);
  await page.waitForURL(/\/accountSettings\/passkeys\?next=/);
  await withScripts(page);
  await device.touch(true);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("The passkey is added.")).toBeVisible();
  await device.touch(false);
  await page.getByRole("link", { name: "I have kept them: continue" }).click();
  await page.waitForURL(/\/order\?/);
  const form = page.url();

  await page.context().clearCookies();
  await page.goto(`/start?next=${encodeURIComponent(new URL(form).pathname + new URL(form).search)}`);
  await device.touch(true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL(form);
  await expect(visible(page, "Go to payment")).toBeVisible();
});

test.describe("on a phone with a slow line that breaks", () => {
  // The browser itself notes each request that found no line.
  test.use({
    viewport: { width: 390, height: 844 },
    expected: /ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load/,
  });

  test("the form stays with everything typed, and goes out once when the line is back", async ({ page }) => {
    const line = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 20_000 };
    await line.send("Network.enable");
    await line.send("Network.emulateNetworkConditions", slow);
    await toForm(page);
    await withScripts(page);
    const title = `A slow line ${Date.now()}`;
    await fillBrief(page, title);
    await line.send("Network.emulateNetworkConditions", { ...slow, offline: true });
    await visible(page, "Go to payment").click();
    await expect(page.getByText(/You are offline\. Your answers/)).toBeVisible();
    await expect(page.getByLabel("Title or question")).toHaveValue(title);
    await line.send("Network.emulateNetworkConditions", slow);
    await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/);
    await page.goto("/dashboard");
    const links = page.getByRole("link", { name: title });
    await expect(links.first()).toBeVisible();
    const orders = await links.evaluateAll((all) => all.map((one) => one.getAttribute("href")?.split(/[?#]/)[0]));
    expect(new Set(orders.map((href) => href?.split("/").at(-1))).size).toBe(1);
  });
});

test("Back and Forward at every step lead to whole pages, and never into the middle of a sign-in", async ({ page }) => {
  await toForm(page);
  await withScripts(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/(order\?.*)?$/);
  await page.goForward();
  await page.waitForURL(/\/order\?/);
  const title = `There and back ${Date.now()}`;
  await fillBrief(page, title);
  await visible(page, "Go to payment").click();
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/);
  await page.goBack();
  await expect(page.getByRole("main")).toBeVisible();
  await expect(page).not.toHaveURL(/\/(start|login|register)/);
  await expect(page.getByText(`You placed “${title}” just now.`)).toBeVisible();
  await expect(page.getByText(`You placed “${title}” just now: this makes another order.`)).toBeVisible();
  const placed = page.getByRole("link", { name: "Go to its payment" });
  expect(await placed.getAttribute("href")).toMatch(/^\/checkout\/[0-9a-f-]{36}$/);
  await page.goForward();
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/);
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await page.waitForURL(/\/sandbox\/pay\//);
  await page.goBack();
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}/);
  await expect(page.getByRole("button", { name: /^Pay \$|Continue/ }).first()).toBeVisible();
  await page.goForward();
  await page.waitForURL(/\/sandbox\/pay\//);
  await visible(page, /^Pay \$/).click();
  await page.waitForURL(/\/return/);
  await expect(page.getByRole("heading", { name: "We have your order" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("main")).toBeVisible();
  await expect(page.getByText(/Error 5\d\d|Something went wrong/)).toHaveCount(0);
});
