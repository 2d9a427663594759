import type { Locator, Page } from "@playwright/test";
import { codeOn, expect, test, withScripts } from "./browser.ts";

/** Goes on with Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let steps = 0; steps < 120; steps += 1) {
    if (await control.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("The control is not reached with Tab.");
}

const typeInto = async (page: Page, label: string | RegExp, text: string) => {
  await tabTo(page, page.getByLabel(label));
  await page.keyboard.type(text);
};
const pressOn = async (page: Page, control: Locator, key = "Enter") => {
  await tabTo(page, control);
  await page.keyboard.press(key);
};
const visible = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).locator("visible=true").first();

test("a first order by the keyboard alone", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await withScripts(page);
  await pressOn(
    page,
    page
      .getByRole("button", { name: /^Continue/ })
      .locator("visible=true")
      .last(),
  );
  await page.waitForURL(/\/start\?next=/);
  await typeInto(page, "E-mail", `keys-${Date.now()}@demo.test`);
  await page.keyboard.press("Enter");
  const code = await codeOn(page);
  await page.keyboard.press("Tab");
  await withScripts(page);
  await typeInto(page, "Code", code);
  await expect(page.getByRole("heading", { name: "Your name" })).toBeVisible();
  await typeInto(page, "Name", "Linh Tran");
  await pressOn(page, page.getByLabel(/I accept the terms/), "Space");
  await pressOn(page, page.getByRole("button", { name: "Make the account and continue" }));
  await page.waitForURL(/\/order\?/);
  await withScripts(page);
  await typeInto(page, "Title or question", "Sleep and memory");
  await typeInto(page, "Instructions for the writer", "Two pages on naps.");
  if ((await page.getByLabel("Country").inputValue()) === "") await typeInto(page, "Country", "Ger");
  await pressOn(page, page.getByLabel(/I promise this/), "Space");
  await pressOn(page, visible(page, "Go to payment"));
  await page.waitForURL(/\/checkout\//);
  await pressOn(page, visible(page, /^Pay \$/));
  await page.waitForURL(/\/sandbox\/pay\//);
  await pressOn(page, visible(page, /^Pay \$/));
  await page.waitForURL(/\/return/);
  await expect(page.getByRole("heading", { name: "Your order is with us" })).toBeVisible();
});
