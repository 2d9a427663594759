import type { Locator, Page } from "@playwright/test";
import { isFullRun } from "../support/full-run.ts";
import { displays, expect, expectAccessible, setTheme, test, withScripts } from "./browser.ts";

/** A press is a click that sends or chooses; a field is one that is typed into. */
const counter = () => {
  const done = { presses: 0, fields: 0 };
  return {
    done,
    press: async (control: Locator) => {
      done.presses += 1;
      await control.click();
    },
    type: async (field: Locator, text: string) => {
      done.fields += 1;
      await field.fill(text);
    },
  };
};

const bottomOf = async (part: Locator): Promise<number> => {
  const box = await part.boundingBox();
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
};

/** Total, deadline steps and button, before any scroll; a bar at the lower edge counts for what it holds. */
async function expectFirstScreen(page: Page, height: number): Promise<void> {
  const bar = page.locator(".pricebar");
  const end = (await bar.isVisible()) ? ((await bar.boundingBox())?.y ?? 0) : height;
  expect(await bottomOf(page.locator(".deadline-steps"))).toBeLessThanOrEqual(end);
  const sum = page.locator(".sum:visible").first();
  const button = page.getByRole("button", { name: /^Continue/ }).first();
  for (const part of (await bar.isVisible())
    ? [bar.locator(".sum"), bar.getByRole("button", { name: "Continue" })]
    : [sum, button])
    expect(await bottomOf(part)).toBeLessThanOrEqual(height);
}

const shown = [
  { ...displays[0], viewport: { width: 1366, height: 768 } },
  { ...displays[3], viewport: { width: 390, height: 844 } },
];
for (const { name, viewport, theme } of isFullRun ? shown : shown.slice(0, 1))
  test.describe(`the first order of somebody new (${name})`, () => {
    test.use({ viewport, locale: "en-US", timezoneId: "America/New_York" });

    test("takes at most 8 presses and 5 typed fields, without a password, and Back leads to the price", async ({
      page,
    }) => {
      await setTheme(page, theme);
      await page.goto("/");
      await expectFirstScreen(page, viewport.height);
      const { press, type, done } = counter();
      await press(
        page
          .getByRole("button", { name: /^Continue/ })
          .locator("visible=true")
          .last(),
      );
      await page.waitForURL(/\/start\?next=/);
      await expect(page.locator(".total .sum")).toContainText("$92.40");
      await expectAccessible(page, "start");
      await type(page.getByLabel("E-mail"), `linh-${Date.now()}@demo.test`);
      await press(page.getByRole("button", { name: "Continue", exact: true }));
      await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
      await expectAccessible(page, "letter");
      const code = /\d{6}/.exec((await page.getByText(/is your code/).textContent()) ?? "")?.[0] ?? "";
      await page.keyboard.press("Shift"); // the scripts of this page come at the first touch
      await withScripts(page);
      await type(page.getByLabel("Code"), code);
      await expect(page.getByRole("heading", { name: "Your name" })).toBeVisible();
      await expectAccessible(page, "new account");
      await type(page.getByLabel("Name"), "Linh Tran");
      await press(page.getByLabel(/I accept the terms/));
      await press(page.getByRole("button", { name: "Make the account and continue" }));

      await page.waitForURL(/\/order\?/);
      await page.goBack();
      await expect(page).toHaveURL(/\/(order\?.*)?$/);
      await page.goForward();
      await page.waitForURL(/\/order\?/);
      await expect(page.getByText(/Sat|Sun|Mon|Tue|Wed|Thu|Fri/).first()).toBeVisible();
      await type(page.getByLabel("Title or question"), "Sleep and memory");
      await type(page.getByLabel("Instructions for the writer"), "Two pages on naps.");
      await expect(page.getByLabel("Country where you study")).toHaveValue("US");
      await press(page.getByLabel(/I promise this/));
      await press(page.getByRole("button", { name: "Go to payment" }).locator("visible=true").first());
      await page.waitForURL(/\/checkout\//);
      await press(page.getByRole("button", { name: /^Pay \$/ }));
      await page.waitForURL(/\/sandbox\/pay\//);
      await press(page.getByRole("button", { name: /^Pay \$/ }).first());
      await page.waitForURL(/\/return/);
      expect(done.presses).toBeLessThanOrEqual(8);
      expect(done.fields).toBeLessThanOrEqual(5);
    });
  });
