import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { personLike } from "../support/checked-texts.ts";
import { demo, expect, signIn, test } from "./browser.ts";
import { expectDrawnAgain, failAppending, triggerFailure } from "./failing-part.ts";
import { fillBrief, goToPayment, payThere } from "./place.ts";
import { answerField, pageWith, write } from "./support-chat.ts";

const translator = readFileSync(new URL("./translate.js", import.meta.url), "utf8");

/** React has taken over the whole page. */
const alive = (page: Page) =>
  page.waitForFunction(() => {
    const root = Object.entries(document).find(([key]) => key.startsWith("__reactContainer"))?.[1];
    return root?.stateNode.current.memoizedState.isDehydrated === false;
  });
const translate = async (page: Page) => {
  await page.evaluate(translator);
  await expect(page.locator("body font").first()).toBeAttached();
};
/** Pages of this window are translated before their scripts work, as a browser does that always translates. */
const translateAlways = (page: Page) =>
  page.addInitScript(`document.addEventListener("DOMContentLoaded", () => { ${translator} });`);

const total = (page: Page) => page.locator(".total .sum").first();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();

/** What the price API says of the answers that stand in the page's calculator. */
const quoted = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const text = ["service", "subject", "orderType", "spacing", "deadlineDate", "deadlineTime"];
    const form = document.querySelector<HTMLInputElement>("input[name=pages]")?.form;
    const typed = Object.fromEntries(new FormData(form ?? undefined)) as Record<string, string>;
    const body = Object.fromEntries(
      [...text, "deadlineZone"].flatMap((name) => (typed[name] ? [[name, typed[name]]] : [])),
    );
    const answer = await fetch("/api/quotes", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...body, pages: Number(typed.pages), citedSources: Number(typed.citedSources) }),
    });
    return `$${(await answer.json()).total}`;
  });

/** The total of the page follows what is typed, by the same arithmetic as the API. */
async function expectTotal(page: Page): Promise<string> {
  // The scripts write the chosen step as a date once they know the visitor's zone.
  await expect(page.locator("[name=deadlineDate]").first()).not.toHaveValue("");
  const said = await quoted(page);
  expect(said).toMatch(/^\$\d+\.\d\d$/);
  await expect(total(page)).toContainText(said);
  await expect(page.locator("#slip, .slip").first()).not.toContainText("error");
  return said;
}

/** Amounts, codes and file names that a translator took for words. */
const taken = (page: Page): Promise<string[]> =>
  page
    .locator("font > font")
    .evaluateAll((words) =>
      words
        .map(({ textContent }) => textContent?.trim() ?? "")
        .filter((word) => /^[+\u2212]? ?\$[\d.,]+$|^[A-Z0-9]{7}$|^[\w -]+\.(pdf|docx|png|txt)$/.test(word)),
    );

for (const when of ["before the scripts work", "when the scripts work"] as const)
  test.describe(`a page translated ${when}`, () => {
    // React hydrates a part whose scripts come late in a task of its own. By then the translator has replaced the texts
    // that were put back for the page, and nothing runs between its observer and that task: the part is drawn anew.
    test.use({ expected: /React error #418/ });
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
      await page.getByLabel("Text", { exact: true }).fill(personLike);
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

test("a form that is typed into before its scripts come keeps words and focus when it is translated", async ({
  page,
}) => {
  await translateAlways(page);
  await page.goto("/contact");
  const name = page.getByLabel("Name");
  await name.pressSequentially("Noor");
  await alive(page);
  await expect(name).toHaveValue("Noor");
  await expect(name).toBeFocused();
});

test.describe("an error in a part of a page", () => {
  test.use({ expected: /the browser refuses|React error #520|element is not in a Document/ });
  test("has the part drawn again with what was typed and chosen", async ({ page, client }) => {
    await signIn(page, client.email);
    await page.goto("/order?service=non-technical&subject=Philosophy");
    await alive(page);
    await fillBrief(page, "Kept through an error");
    const promise = page.getByLabel(/I promise this, and I am 18 or older/);
    const editing = page.locator("input[name=orderType][value=editing]");
    // New lines are made while React renders, which it tries twice.
    await triggerFailure(editing, null, { line: "Order type: editing" });
    await expectDrawnAgain(page);
    await expect(page.getByText(/^Editing, \d+ pages/).first()).toBeVisible();
    await expect(editing).toBeChecked();
    const pages = page.getByRole("spinbutton", { name: "Pages" });
    await triggerFailure(pages, "7", { line: "1,925 words", times: 1 });
    await expectDrawnAgain(page);
    await expect(page.getByText("Editing, 7 pages").first()).toBeVisible();
    await expect(editing).toBeChecked();
    await expect(promise).toBeChecked();
    await expect(page.getByLabel("Title or question")).toHaveValue("Kept through an error");
    await expect(page.getByLabel("Country")).toHaveValue("DE");
    await expectTotal(page);
    await promise.uncheck();
    await triggerFailure(pages, "6", { line: "1,650 words", times: 1 });
    await expectDrawnAgain(page);
    await expect(promise).not.toBeChecked();
  });

  test("keeps what is typed before the last fields are written back", async ({ page, client }) => {
    await signIn(page, client.email);
    await page.goto("/order?service=non-technical&subject=Philosophy");
    await alive(page);
    await expectTotal(page);
    const pages = page.getByRole("spinbutton", { name: "Pages" });
    await triggerFailure(pages, "8", { line: "2,200 words", lateTimers: true });
    await expectDrawnAgain(page);
    await pages.evaluate((field: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "9");
      field.dispatchEvent(new Event("input", { bubbles: true }));
      dispatchEvent(new Event("timers-run"));
    });
    await expect(page.getByText("Writing, 9 pages").first()).toBeVisible();
    await expect(pages).toHaveValue("9");
  });

  test("keeps the choice that was made at that moment, whatever follows from it", async ({ page }) => {
    await page.goto("/non-technical-writing/essays");
    await page.mouse.move(30, 30);
    await alive(page);
    await expectTotal(page);
    const steps = page.locator("select[name=hours]");
    await triggerFailure(steps, "24", { line: "24 hours" });
    await expectDrawnAgain(page);
    await expect(page.getByText(/^Deadline: .*24 hours/).first()).toBeVisible();
    await expect(steps).toHaveValue("24");
    await expectTotal(page);
  });

  test("of a part that stays is reported in words, with what was typed", async ({ page, client }) => {
    await signIn(page, client.email);
    await page.goto("/order?service=non-technical&subject=Philosophy");
    await alive(page);
    await fillBrief(page, "Shown when the part is given up");
    const pages = page.getByRole("spinbutton", { name: "Pages" });
    await triggerFailure(pages, "7", { line: "1,925 words", times: 3, stays: true });
    const said = page.getByRole("alert").filter({ hasText: "This page stopped working" });
    await expect(said).toContainText("Load the page again, or write to support.");
    await expect(said).toContainText("Shown when the part is given up");
    await expect(said).toContainText("Compare two answers to the sceptic.");
    await said.getByRole("button", { name: "Load the page again" }).click();
    await expect(page.getByLabel("Title or question")).toBeVisible();
  });

  test("has nothing to do with one of another hour", async ({ page }) => {
    await page.clock.install();
    await page.goto("/non-technical-writing/essays");
    await page.mouse.move(30, 30);
    await alive(page);
    await expectTotal(page);
    const pages = page.getByRole("spinbutton", { name: "Pages" });
    for (const many of ["3", "4", "6", "7", "8"]) {
      await triggerFailure(pages, many, { line: `${(Number(many) * 275).toLocaleString("en")} words`, times: 1 });
      await expectDrawnAgain(page);
      await expect(page.getByText(`Writing, ${many} pages`).first()).toBeVisible();
      await page.clock.fastForward("01:00:00");
    }
  });

  for (const who of ["client", "admin"] as const)
    test(`of the frame leaves a form of the ${who} as it is`, async ({ page, client }) => {
      const letThrough = Promise.withResolvers<void>();
      await page.route("**/api/notices", async (route) => {
        await letThrough.promise;
        await route.fulfill({ json: { unread: 3, answers: 0, notices: [] } });
      });
      await signIn(page, who === "client" ? client.email : demo.admin);
      await page.goto(who === "client" ? "/order?service=non-technical" : "/admin/codes/new");
      await alive(page);
      const field = page.locator("main [name=title], main [name=code]").first();
      await field.fill("Typed before");
      await field.evaluate((one) => one.setAttribute("data-kept", ""));
      const failed = (part: string) =>
        page
          .getByRole("alert")
          .filter({ hasText: `${part} stopped working` })
          .first();
      if (who === "admin") {
        await failAppending(page, "body", "dialog");
        const heard = page.waitForEvent("console", (one) => one.text().includes("the browser refuses"));
        await page.keyboard.press("Control+K");
        await heard;
      }
      await failAppending(page, "a", ".count");
      letThrough.resolve();
      await expect(failed("The menu")).toBeVisible();
      await expect(page.locator("[data-kept]")).toHaveValue("Typed before");
    });
});
