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

/** Opens the calendar of the deadline, goes through it with its keys, chooses a day, and closes it. */
async function chooseDay(page: Page): Promise<string> {
  const fold = page.locator(".when > summary");
  await pressOn(page, fold);
  const grid = page.getByRole("grid");
  const focused = grid.locator(":focus");
  const nameAfter = async (key: string) => {
    await page.keyboard.press(key);
    return (await focused.getAttribute("data-day")) ?? "";
  };
  await tabTo(page, grid.locator("[tabindex='0']"));
  const first = (await focused.getAttribute("data-day")) ?? "";
  const after = (days: number) => new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10);
  expect(await nameAfter("ArrowDown")).toBe(after(7));
  expect(await nameAfter("ArrowLeft")).toBe(after(6));
  expect(await nameAfter("PageDown")).toBe(after(34));
  expect(await nameAfter("PageUp")).toBe(after(6));
  const sunday = await nameAfter("End");
  expect(new Date(sunday).getUTCDay()).toBe(0);
  expect(new Date(await nameAfter("Home")).getUTCDay()).toBe(1);
  await page.keyboard.press("End");
  await expect(focused).toHaveAttribute("aria-pressed", "false");
  await expect(focused).toHaveAccessibleName(/^Sun \d+ [A-Z]\w+( \d{4})?, \$\d+\.\d\d$/);
  const [text = "", total = ""] = (/"(.*)"/.exec(await focused.ariaSnapshot())?.[1] ?? "").split(", ");
  await page.keyboard.press("Enter");
  await expect(focused).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".total .sum").first()).toContainText(total);
  await page.keyboard.press("Escape");
  await expect(fold).toBeFocused();
  await expect(fold).toContainText(text);
  await expect(grid).toBeHidden();
  return text;
}

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
  const day = await chooseDay(page);
  await typeInto(page, "Title or question", "Sleep and memory");
  await typeInto(page, "Instructions for the writer", "Two pages on naps.");
  if ((await page.getByLabel("Country").inputValue()) === "") await typeInto(page, "Country", "Ger");
  await pressOn(page, page.getByLabel(/I promise this/), "Space");
  await pressOn(page, visible(page, "Go to payment"));
  await page.waitForURL(/\/checkout\//);
  await expect(page.getByText(day).first()).toBeVisible();
  await pressOn(page, visible(page, /^Pay \$/));
  await page.waitForURL(/\/sandbox\/pay\//);
  await pressOn(page, visible(page, /^Pay \$/));
  await page.waitForURL(/\/return/);
  await expect(page.getByRole("heading", { name: "We have your order" })).toBeVisible();
});
