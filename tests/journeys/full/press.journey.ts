import type { Page } from "@playwright/test";
import { demo, expect, expectAccessible, signIn, test } from "../browser.ts";
import { attachSheet, fillBrief, sheetIsSent, stop, tryPayment } from "../place.ts";
import { answerField, pageWith, write } from "../support-chat.ts";

/** Where the caret is at once after the field `id` was replaced by another, in the same task of the browser. */
const caretAtReplacement = (page: Page, id: string) =>
  page.evaluateHandle((name) => {
    const old = document.getElementById(name);
    const caret = new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        if (old?.isConnected) return;
        observer.disconnect();
        const now = document.activeElement;
        resolve(now instanceof HTMLTextAreaElement ? `${now.id} ${now.selectionStart}` : now?.nodeName);
      }).observe(document, { childList: true, subtree: true });
    });
    return { caret };
  }, id);

test("a press while a file is sent goes by itself when the file is there, unless the form is changed", async ({
  page,
  client,
}) => {
  await signIn(page, client.email);
  await page.goto("/quizzesorder");
  await fillBrief(page, "Sent with its sheet");
  const letThrough = await stop(page, /\/files$/, "POST");
  const choose = page.getByRole("button", { name: "Choose files" });
  await choose.scrollIntoViewIfNeeded();
  await expect(choose).toBeEnabled();
  await attachSheet(page);
  await tryPayment(page);
  await expect(sheetIsSent(page)).toBeVisible();
  await expectAccessible(page, "a press that waits");
  await page.getByLabel("Title or question").fill("Sent with its own sheet");
  await expect(page.getByText("You changed the form, so it was not sent.")).toBeVisible();
  await tryPayment(page);
  await expect(sheetIsSent(page)).toBeVisible();
  letThrough();
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/);
  await page.goto(page.url().replace("/checkout/", "/dashboard/orders/"));
  await expect(page.getByRole("heading", { level: 1, name: "Sent with its own sheet" })).toBeVisible();
  await page.getByText("Your files").click();
  await expect(page.getByRole("list", { name: "Files of this order" })).toContainText("task-sheet.txt");
  await page.emulateMedia({ media: "print" });
  await expect(
    page.getByText("Compare two answers to the sceptic."),
    "the brief is printed, closed or not",
  ).toBeVisible();
  await expect(page.getByRole("list", { name: "Files of this order" })).toBeHidden();
});

test("an answer that is written before the chat's scripts come stays when messages come", async ({
  page,
  client,
  browser,
}) => {
  await signIn(page, client.email);
  await page.goto("/about");
  expect(await write(page, "The first question")).toBe(200);
  const admin = await pageWith(browser);
  await signIn(admin, demo.admin);
  await admin.goto("/admin/chats");
  const come = await stop(admin, /\/browser-[\w-]{8}\.js$/);
  const held = admin.waitForRequest(/\/browser-[\w-]{8}\.js$/);
  await admin.getByRole("link", { name: /The first question/ }).click();
  await held;
  const talk = admin.getByRole("region", { name: "Conversation", exact: true });
  await answerField(admin).fill("Half written");
  expect(await write(page, "The second question")).toBe(200);
  await expect(talk).toContainText("The second question");
  await expect(answerField(admin)).toHaveValue("Half written");
  await admin.getByRole("button", { name: "Send as Support" }).click();
  await expect(talk).toContainText("Half written");
  await expect(answerField(admin)).toHaveValue("");
  await answerField(admin).fill("And more");
  await answerField(admin).press("ArrowLeft");
  const replaced = await caretAtReplacement(admin, "answer");
  come();
  expect(await replaced.evaluate(({ caret }) => caret)).toBe("answer 7");
  await expect(answerField(admin)).toHaveAttribute("placeholder", /^Enter sends/);
  await expect(answerField(admin)).toHaveValue("And more");
  await answerField(admin).press("Enter");
  await expect(talk.getByText("And more")).toHaveCount(1);
  await expect(talk.getByText("Half written")).toHaveCount(1);
  await admin.context().close();
});
