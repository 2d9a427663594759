import type { Browser, Page } from "@playwright/test";
import { demo, expect, expectAccessible, signIn, test } from "../browser.ts";
import { fillBrief, goToPayment, payThere } from "../place.ts";

// A second tab finds the state changed, and a new price is answered as a refusal.
test.use({ expected: /409|422|404|403/ });

async function bigOrder(page: Page): Promise<string> {
  await page.goto("/order?service=essay");
  await expect(page.getByLabel("Pages").first()).toBeEditable();
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Subject").selectOption("Psychology");
  await page.getByLabel("Pages").first().fill("40");
  await page.keyboard.press("Tab");
  await fillBrief(page, "Attachment and sleep");
  await goToPayment(page);
  return page.url().split("/").at(-1) ?? "";
}

/** Another person of the demo in a browser of their own. */
async function as(browser: Browser, baseURL: string | undefined, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await signIn(page, email);
  return page;
}

test("a price in two payments, and the price of a change; back button, a second tab and another account on the way", async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, demo.client);
  const id = await bigOrder(page);
  await page.getByLabel(/30% now, the rest on delivery/).check();
  await expectAccessible(page, "checkout in two");
  const tab = await page.context().newPage();
  await tab.goto(`/checkout/${id}`);
  await payThere(page);
  await expect(page.getByText(/First payment made/)).toBeVisible();

  // The second tab still shows the form of before: it pays nothing more.
  await tab.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(tab.getByText(/No payment is open|The first payment is made/).first()).toBeVisible();
  await tab.close();
  await page.goto(`/checkout/${id}`);
  await expect(page.getByText("The first payment is made.")).toBeVisible();

  const stranger = await as(browser, baseURL, demo.writer);
  await stranger.goto(`/checkout/${id}`);
  await expect(stranger).toHaveURL(/\/dashboard/);
  await stranger.close();

  const admin = await as(browser, baseURL, demo.admin);
  await admin.goto(`/admin/orders/${id}`);
  await expect(admin.getByText(/Second part|partly paid/i).first()).toBeVisible();
  await admin.close();

  // A change that costs more: its price is seen first.
  await page.goto(`/dashboard/orders/${id}?step=ask-change`);
  await page.getByLabel("Pages").fill("42");
  await page.getByRole("button", { name: "Look at the new price" }).click();
  await expect(page.getByText(/New total \$\d+\.\d\d, \$\d+\.\d\d more/)).toBeVisible();
});
