import { expect, type Page } from "@playwright/test";

/** Fills the brief of an order form and goes to payment. */
export async function fillBrief(page: Page, title: string): Promise<void> {
  await page.getByLabel("Title or question").fill(title);
  await page.getByLabel("Instructions for the writer").fill("Compare two answers to the sceptic.");
  await page.getByLabel("Country").selectOption("DE");
  await page.getByLabel(/I promise this, and I am 18 or older/).check();
}

const toPayment = (page: Page) => page.getByRole("button", { name: "Go to payment" }).first();

/** Sends the order form and waits for the checkout; two clicks are one order. */
export async function goToPayment(page: Page, clicks: "once" | "twice" = "once"): Promise<void> {
  await (clicks === "twice" ? toPayment(page).dblclick() : toPayment(page).click());
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}(?:\?code=\w+)?$/);
}

/** Presses the button of a form that is not ready to be sent. */
export const tryPayment = (page: Page): Promise<void> => toPayment(page).click();

/** On the checkout page: pays on the sandbox provider's page and waits until the shop says "paid". */
export async function payThere(page: Page, display: (name: string) => Promise<void> = async () => {}): Promise<void> {
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await page.waitForURL(/\/sandbox\/pay\//);
  await display("practice payment");
  await page
    .getByRole("button", { name: /^Pay \$/ })
    .first()
    .click();
  await page.waitForURL(/\/checkout\/.*\/return/);
  await expect(page.getByRole("heading", { name: "Your order is with us" })).toBeVisible();
  await display("after the payment");
}

/** Stops requests whose address fits until they are let through. */
export async function stop(page: Page, address: RegExp, method = "GET") {
  let go = (): void => undefined;
  const through = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(address, async (route) => {
    if (route.request().method() === method) await through;
    await route.continue();
  });
  return () => go();
}
