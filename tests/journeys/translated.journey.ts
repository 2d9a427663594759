import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { personLike } from "../support/checked-texts.ts";
import { isFullRun, sized } from "../support/full-run.ts";
import { demo, expect, signIn, test } from "./browser.ts";
import { alive, expectTotal, fillBrief, goToPayment, payThere, total } from "./place.ts";
import { answerField, pageWith, write } from "./support-chat.ts";

const translator = readFileSync(new URL("./translate.js", import.meta.url), "utf8");

const translate = async (page: Page) => {
  await page.evaluate(translator);
  await expect(page.locator("body font").first()).toBeAttached();
};
/** Pages of this window are translated before their scripts work, as a browser does that always translates. */
const translateAlways = (page: Page) =>
  page.addInitScript(`document.addEventListener("DOMContentLoaded", () => { ${translator} });`);

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();

/** Amounts, codes and file names that a translator took for words. */
const taken = (page: Page): Promise<string[]> =>
  page
    .locator("font > font")
    .evaluateAll((words) =>
      words
        .map(({ textContent }) => textContent?.trim() ?? "")
        .filter((word) => /^[+\u2212]? ?\$[\d.,]+$|^[A-Z0-9]{7}$|^[\w -]+\.(pdf|docx|png|txt)$/.test(word)),
    );

/** React hydrates a part whose scripts come late in a task of its own, which finds it translated and draws it anew. */
const latePartsDrawnAnew = { expected: /React error #418/ };

const moments = ["before the scripts work", "when the scripts work"] as const;

for (const when of isFullRun ? moments : moments.slice(0, 1))
  test.describe(`a page translated ${when}`, () => {
    test.use(latePartsDrawnAnew);
    const open = async (page: Page, path: string) => {
      await page.goto(path);
      if (when === "when the scripts work") {
        await page.mouse.move(20, 20);
        await alive(page);
        await translate(page);
      }
    };

    test("calculates: the home page and a service page follow what is typed", async ({ page }) => {
      if (when === "before the scripts work") await translateAlways(page);
      for (const path of ["/", "/non-technical-writing/essays"]) {
        await open(page, path);
        await page.getByRole("spinbutton", { name: "Pages" }).fill("9");
        await page.mouse.move(30, 30);
        await alive(page);
        await expect(page.getByText("Writing, 9 pages").first()).toBeVisible();
        await expectTotal(page);
        await page.getByRole("spinbutton", { name: "Pages" }).fill("1");
        await expect(page.getByText("Writing, 1 page").first()).toBeVisible();
        await button(page, "One source more").click();
        if (path === "/") {
          await page.locator("label:has(> input[name=orderType][value=editing])").click();
          await expect(page.getByText("Editing, 1 page").first()).toBeVisible();
        }
        await expectTotal(page);
        expect(await taken(page), path).toEqual([]);
      }
      await button(page, /^Order this/).click();
      await page.waitForURL(/\/start\?next=/);
    });

    test("orders, pays, chats and checks: nothing typed is lost", async ({ page, browser, client }) => {
      await signIn(page, client.email);
      if (when === "before the scripts work") await translateAlways(page);
      await open(page, "/order?service=non-technical&subject=Philosophy");
      const title = `Translated ${when}`;
      await fillBrief(page, title);
      await page.getByLabel("Pages").fill("3");
      await expect(page.getByText("Writing, 3 pages").first()).toBeVisible();
      const sum = await expectTotal(page);
      await expect(page.getByLabel("Title or question")).toHaveValue(title);
      expect(await taken(page), "order").toEqual([]);
      await goToPayment(page);

      await open(page, page.url());
      await expect(button(page, `Pay ${sum}`)).toBeVisible();
      for (const way of await page.getByRole("radio").all()) await way.check();
      await page.getByRole("radio").first().check();
      await expect(total(page)).toContainText(sum);
      expect(await taken(page), "checkout").toEqual([]);
      await payThere(page);

      await page.goto("/dashboard");
      await page.getByRole("link", { name: title }).first().click();
      await expect(page.getByRole("heading", { name: title })).toBeVisible();
      await open(page, page.url());
      for (const fold of await page.locator("main details > summary:visible").all()) await fold.click();
      await expect(page.getByText(sum).first()).toBeAttached();
      expect(await taken(page), "order page").toEqual([]);

      await open(page, "/about");
      await page.getByRole("button", { name: /^Chat with support/ }).click();
      const panel = page.getByRole("dialog", { name: /Support$/ });
      const field = panel.getByRole("textbox", { name: "Message" });
      for (const words of [`One ${when}`, `Two ${when}`]) {
        await field.fill(words);
        await field.press("Enter");
        await expect(panel.locator(".msg", { hasText: words })).toBeVisible();
      }
      await expect(panel.getByText("Sending")).toHaveCount(0);
      await page.keyboard.press("Escape");
      await expect(panel).toHaveCount(0);

      await open(page, "/aichecker");
      await page.getByRole("textbox", { name: "Your text" }).fill(personLike);
      await button(page, "Check the text").click();
      await expect(page.locator("#verdict")).toBeVisible();

      const admin = await pageWith(browser);
      await signIn(admin, demo.admin);
      if (when === "before the scripts work") await translateAlways(admin);
      await open(admin, "/admin/chats");
      await admin.getByRole("link", { name: new RegExp(client.name) }).click();
      const talk = admin.getByRole("region", { name: "Conversation", exact: true });
      await expect(talk).toContainText(`Two ${when}`);
      await answerField(admin).fill("Half written");
      expect(await write(page, `Three ${when}`)).toBe(200);
      await expect(talk).toContainText(`Three ${when}`);
      await expect(answerField(admin)).toHaveValue("Half written");
      await answerField(admin).press("Enter");
      await expect(talk).toContainText("Half written");
      await expect(answerField(admin)).toHaveValue("");
      await admin.context().close();
    });
  });

test.describe("a form that is typed into before its scripts come, and translated,", () => {
  test.use(latePartsDrawnAnew);
  const forms = [
    ["/order", "Title or question"],
    ["/contact", "Name"],
  ] as const;
  for (const [path, label] of sized(forms.slice(0, 1), [...forms]))
    test(`keeps words and focus: ${path}`, async ({ page, client }) => {
      if (path === "/order") await signIn(page, client.email);
      await translateAlways(page);
      await page.goto(path, { waitUntil: "commit" });
      const field = page.getByLabel(label);
      await field.evaluate((one) => one.setAttribute("data-kept", ""));
      await field.pressSequentially("Noor");
      await alive(page);
      await expect(page.locator("[data-kept]")).toHaveValue("Noor");
      await expect(field).toBeFocused();
    });
});
