import type { Page } from "@playwright/test";
import { isFullRun } from "../support/full-run.ts";
import { expect, signIn, signInAtStart, test } from "./browser.ts";
import { fillBrief, goToPayment, payThere } from "./place.ts";

test.use({ javaScriptEnabled: false });

/** Price, sign in, order, pay, follow, add a file, cancel. */
async function wholeRoad(page: Page, email: string): Promise<void> {
  await page.goto("/");
  await page.getByLabel("Subject").selectOption("Linguistics");
  await page.getByLabel("Pages").fill("3");
  await page.getByRole("button", { name: "Show the price" }).first().click();
  await expect(page.locator(".total .sum").first()).toContainText("$");
  await page.getByRole("button", { name: "Continue with this price" }).click();
  await page.waitForURL(/\/start\?next=/);
  await expect(page.locator(".total .sum")).toContainText("$");
  await signInAtStart(page, email);

  await page.waitForURL(/\/order\?/);
  await expect(page.getByLabel("Subject")).toHaveValue("Linguistics");
  const before = await page.locator(".total .sum").first().innerText();
  await page.getByLabel("Pages").fill("4");
  await page.getByRole("button", { name: "Show the price" }).click();
  await expect(page.locator(".total .sum").first()).toContainText("$");
  await expect(page.locator(".total .sum").first()).not.toHaveText(before);
  await page.locator(".when > summary").click();
  const day = page.getByLabel("Day", { exact: true });
  // A day beyond the next weeks is reached by its month.
  const month = await day.locator("optgroup option").last().getAttribute("value");
  await day.selectOption(month ?? "");
  await page.getByRole("button", { name: "Show the price" }).click();
  await expect(page.getByText(/^Choose a day of \w+ \d{4}\.$/)).toBeVisible();
  const listed = await day.locator(":scope > option").evaluateAll((all) => all.map((one) => one.getAttribute("value")));
  expect([...new Set(listed.filter(Boolean).map((date) => date?.slice(0, 7)))]).toEqual([month]);
  const [choice = "", total = ""] = (await day.locator("option").nth(2).innerText()).split(": ");
  await day.selectOption({ index: 2 });
  await page.getByRole("button", { name: "Show the price" }).click();
  await expect(page.locator(".total .sum").first()).toContainText(total);
  await expect(page.locator(".when > summary")).toContainText(`${choice}, `);
  const title = `Plain paper ${Date.now()}`;
  await fillBrief(page, title);
  await goToPayment(page);
  await payThere(page);

  await page.goto("/dashboard");
  await page.getByRole("link", { name: title }).first().click();
  await expect(page.getByText("Paid, choosing a writer").first()).toBeVisible();
  await page.getByText("Your files").click();
  await page
    .getByLabel(/^Send a file/)
    .setInputFiles({ name: "sources.txt", mimeType: "text/plain", buffer: Buffer.from("Two books.") });
  await page.getByRole("button", { name: "Send the file" }).click();
  await expect(page.getByText("sources.txt").first()).toBeVisible();
  await page.getByRole("link", { name: "Cancel the order" }).click();
  await expect(page.getByText("goes back to you, 100% of the price")).toBeVisible();
  await page.getByRole("button", { name: "Cancel the order" }).click();
  await expect(page.getByText("Cancelled").first()).toBeVisible();
}

test("the whole road works as plain forms", async ({ page, client }) => wholeRoad(page, client.email));

test.describe("scripts that never come", () => {
  test.use({ javaScriptEnabled: true, expected: /Failed to load resource/ });
  test("leave the same plain forms, and nothing that only works with scripts", async ({ page, client }) => {
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Show the price" }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "One page more" })).toBeHidden();
    await wholeRoad(page, client.email);
  });
});

test("a writer who applies has every row for subjects and languages", async ({ page }) => {
  await page.goto("/hiring");
  await page.getByRole("button", { name: "Read all steps first" }).click();
  for (const at of [1, 2, 3, 4, 5]) await expect(page.getByLabel(`Subject ${at}`, { exact: true })).toBeVisible();
  await expect(page.getByLabel("Language 2", { exact: true })).toBeVisible();
});

test("a guest's custom order is kept through sign-in", async ({ page, client }) => {
  await page.goto("/custom");
  const title = `A poster about tides ${Date.now()}`;
  await fillBrief(page, title);
  await page.getByRole("button", { name: "Send the request" }).click();
  await expect(page.getByText("User must be logged in to create an order")).toBeVisible();
  await signInAtStart(page, client.email);
  await page.waitForURL(/\/custom/);
  await expect(page.getByLabel("Title or question")).toHaveValue(title);
});

test("an account's own pages: settings, sign out, back to sign-in", async ({ page, client }) => {
  await signIn(page, client.email);
  await page.goto("/accountSettings");
  const main = page.getByRole("main");
  await expect(main.getByText(client.email).first()).toBeVisible();
  await main.getByRole("button", { name: "Sign out" }).first().click();
  await page.goto("/dashboard");
  await page.waitForURL(/\/login\?next=/);
});

if (isFullRun)
  test("a text is counted, its pages are set, and a code of the address waits at the payment", async ({
    page,
    client,
  }) => {
    await signIn(page, client.email);
    await page.goto("/order?service=non-technical&code=TRY10");
    await expect(page.getByText("Your code TRY10 is filled in there.")).toBeVisible();
    const title = `Counted paper ${Date.now()}`;
    await fillBrief(page, title);
    await page.getByRole("radio", { name: "Proofreading" }).check({ force: true });
    await page.getByLabel("Your text, for editing or proofreading").setInputFiles({
      name: "chapter.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("word ".repeat(600)),
    });
    await page.getByRole("button", { name: "Count its words" }).click();
    await expect(page.locator("p", { hasText: "Your text: 600 words: 3 pages." })).toBeVisible();
    await expect(page.getByLabel("Pages")).toHaveValue("3");
    await expect(page.getByLabel("Title or question")).toHaveValue(title);
    await goToPayment(page);
    await expect(page.getByLabel("Promotion code")).toHaveValue("TRY10");
  });
