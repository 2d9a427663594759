import { expect, type Page } from "@playwright/test";

/** Fills the brief of an order form and goes to payment. */
export async function fillBrief(page: Page, title: string): Promise<void> {
  await page.getByLabel("Title or question").fill(title);
  await page.getByLabel("Instructions for the writer").fill("Compare two answers to the sceptic.");
  await page.getByLabel("Country").selectOption("DE");
  await page.getByLabel(/I accept the fair-use promise/).check();
  await page.getByLabel(/I am 18 or older/).check();
}

/** On the checkout page: pays on the practice provider's page and waits until the shop says "paid". */
export async function payThere(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await page.waitForURL(/\/sandbox\/pay\//);
  await page
    .getByRole("button", { name: /^Pay \$/ })
    .first()
    .click();
  await page.waitForURL(/\/checkout\/.*\/return/);
  await expect(page.getByText(/paid/i).first()).toBeVisible();
}
