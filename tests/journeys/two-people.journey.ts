import type { Page } from "@playwright/test";
import { expect, register, signIn, test } from "./browser.ts";
import { fillBrief, tryPayment } from "./place.ts";

// Two people in one browser: what Anna opened and fills in stays hers when Bob signs in in another tab.

test.use({ expected: /status of 4(01|09)/ });

const work = "/order?service=non-technical&subject=Linguistics&pages=3&hours=96";
let people = 0;

/** In a tab of its own: signs out whoever is signed in, and opens an account for Bob. */
async function bobSignsIn(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto("/accountSettings");
  if (new URL(tab.url()).pathname === "/accountSettings")
    await tab.getByRole("main").getByRole("button", { name: "Sign out" }).first().click();
  await tab.waitForURL(/\/(login.*)?$/);
  people += 1;
  await register(tab, { name: "Bob Two", email: `bob-${Date.now()}-${people}@people.test` });
  return tab;
}

async function expectNothingOfAnna(tab: Page, title: string): Promise<void> {
  await tab.goto("/dashboard");
  await expect(tab.getByText("Bob Two").first()).toBeAttached();
  await expect(tab.getByText(title)).toHaveCount(0);
  await tab.goto("/order");
  await expect(tab.getByLabel("Title or question")).toHaveValue("");
  await expect(tab.getByText("elsewhere")).toHaveCount(0);
}

test("an order that Anna filled in is not placed under Bob's session, and her page stays", async ({ page, client }) => {
  await signIn(page, client.email);
  await page.goto(work);
  const title = `Anna's poem ${Date.now()}`;
  await fillBrief(page, title);
  const tab = await bobSignsIn(page);
  await tryPayment(page);
  await expect(page.getByText("You are signed in as Bob Two in this browser now").first()).toBeVisible();
  await expect(page.getByLabel("Title or question")).toHaveValue(title);
  await expect(page.getByLabel("Instructions for the writer")).not.toHaveValue("");
  await expectNothingOfAnna(tab, title);
});

test("a guest's question is shown before it goes out as Bob's", async ({ page }) => {
  await page.goto("/contact");
  await page.getByLabel("Name").fill("Anna");
  await page.getByLabel("E-mail").fill("anna@people.test");
  await page.getByRole("textbox", { name: "Question" }).fill("Do you take poems?");
  await bobSignsIn(page);
  await page.getByRole("button", { name: "Send the question" }).click();
  await expect(page.getByText("You are signed in as Bob Two. Send it as Bob Two?")).toBeVisible();
  await expect(page.getByText("Do you take poems?")).toBeVisible();
  await page.getByRole("button", { name: "Send it as Bob Two" }).click();
  await page.waitForURL(/\/contact\?sent/);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("Anna's words are shown to her once and kept for nobody", async ({ page, client }) => {
    await signIn(page, client.email);
    await page.goto(work);
    const title = `Anna's plain poem ${Date.now()}`;
    await fillBrief(page, title);
    const tab = await bobSignsIn(page);
    await tryPayment(page);
    await expect(page.getByRole("heading", { name: "This page belongs to another account" })).toBeVisible();
    await expect(page.getByText(title)).toBeVisible();
    await expect(page.getByText("Compare two answers to the sceptic.")).toBeVisible();
    await expectNothingOfAnna(tab, title);
  });
});
