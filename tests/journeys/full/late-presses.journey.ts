import type { Page, Route } from "@playwright/test";
import { demo, expect, signIn, test, withScripts } from "../browser.ts";
import { alive, attachSheet, fillBrief, goToPayment, sheet, sheetIsSent, stop } from "../place.ts";

// For the full run: what is pressed, typed or linked to while a page's scripts are not there, or its next page does not come.
const chat = (page: Page) => page.getByRole("link", { name: "Chat with support" });

test.describe("no line for a while", () => {
  test.use({ expected: /ERR_INTERNET_DISCONNECTED/ });
  test("a press on the chat is kept, shown as busy, and opens it when the connection is back", async ({ page }) => {
    // Without a line from its first moment: a pointer that rests on it would have it ask for scripts before.
    const answer = await page.request.get("/faq");
    await page.route("**/faq", (route) => route.fulfill({ response: answer }));
    await page.context().setOffline(true);
    await page.goto("/faq");
    await chat(page).click();
    await expect(chat(page)).toHaveAttribute("aria-busy", "true");
    await expect(page).toHaveURL(/\/faq$/);
    await page.context().setOffline(false);
    await expect(page.getByRole("dialog").or(page.getByRole("region", { name: /support/i }))).toBeVisible();
  });
});

test.describe("scripts that fail late", () => {
  test.use({ expected: /Failed to load resource/ });
  test("a press that leads away is dropped when somebody typed after it", async ({ page }) => {
    const failing = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", (route) => failing.promise.then(() => route.abort()));
    await page.goto("/");
    await chat(page).click();
    await expect(chat(page)).toHaveAttribute("aria-busy", "true");
    const pages = page.getByRole("spinbutton", { name: "Pages" });
    await pages.fill("9");
    failing.resolve();
    await expect(chat(page)).not.toHaveAttribute("aria-busy");
    await expect(page).toHaveURL(/\/$/);
    await expect(pages).toHaveValue("9");
    await chat(page).click();
    await expect(page).toHaveURL(/\/contact$/);
  });
});

for (const typed of ["", "Very "])
  test(`a caret in a long text stays when the scripts come, ${typed ? "typed in before" : "nothing typed"}`, async ({
    page,
  }) => {
    await signIn(page, demo.admin);
    const scripts = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", (route) => scripts.promise.then(() => route.continue()));
    await page.goto("/admin/site/pages/terms", { waitUntil: "commit" });
    const text = page.getByLabel("Text of the page");
    const before = await text.inputValue();
    await text.evaluate((area: HTMLTextAreaElement) => {
      area.focus();
      area.setSelectionRange(2, 2);
    });
    await page.keyboard.insertText(typed);
    scripts.resolve();
    await alive(page);
    await page.keyboard.insertText("new ");
    await expect(text).toHaveValue(`# ${typed}new ${before.slice(2)}`);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

test("who stops a form on its way can send it again", async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  const held: Route[] = [];
  await page.route("**/start?*", (route) => void held.push(route));
  await page.goto("/");
  const go = page.getByRole("button", { name: "Continue" }).first();
  await page.getByRole("button", { name: "One page more" }).click();
  await expect(page.getByText("6 pages").first()).toBeVisible();
  await go.press("Enter", { noWaitAfter: true });
  await expect.poll(() => held.length).toBe(1);
  await devtools.send("Page.stopLoading");
  await expect(go).toBeEnabled();
  await expect(go).not.toHaveAttribute("aria-busy", "true");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await go.click();
  await expect(page).toHaveURL(/\/start\?/);
});

test.describe("fonts that do not come", () => {
  test.use({ expected: /Failed to load resource/ });
  test("a link to a part that is drawn late leads to it, at its full height", async ({ page }) => {
    // With the fonts a line above it may wrap in another place, which is no matter of late parts.
    await page.route("**/*.woff2", (route) => route.abort());
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/#how");
    const part = page.locator("#how");
    await expect(part).toBeInViewport();
    const top = () => part.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const first = await top();
    await page.waitForLoadState("networkidle");
    await expect(page.locator(".defer-render").last()).toHaveCSS("content-visibility", "visible");
    expect(Math.abs((await top()) - first)).toBeLessThan(2);
  });
});

test("a day that is chosen before the scripts come stays chosen, and its list until it is left", async ({ page }) => {
  const coming = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", (route) => coming.promise.then(() => route.continue()));
  await page.goto("/");
  const fold = page.locator(".when > summary");
  await fold.click();
  const day = page.getByLabel("Day", { exact: true });
  await day.focus();
  await day.selectOption({ index: 9 });
  const chosen = await day.inputValue();
  coming.resolve();
  await withScripts(page);
  await page.waitForLoadState("networkidle");
  await expect(day).toBeFocused();
  await expect(day).toHaveValue(chosen);
  await fold.focus();
  await expect(page.locator("input[name=deadlineDate]")).toHaveValue(chosen);
  await expect(page.getByRole("grid").locator(`[data-day="${chosen}"]`)).toHaveAttribute("aria-pressed", "true");
  await expect(day).toHaveCount(0);
});

test("a press counts when a file's row moves the button away under the pointer", async ({ page, client }) => {
  await page.setViewportSize({ width: 390, height: 3200 });
  await signIn(page, client.email);
  const letThrough = await stop(page, /\/browser-lists-[\w-]{8}\.js$/);
  await page.goto("/quizzesorder");
  await fillBrief(page, "Pressed on the move");
  const button = page.locator("form").getByRole("button", { name: "Go to payment" }).last();
  const choose = page.getByRole("button", { name: "Choose files" });
  await expect(choose).toBeEnabled();
  await attachSheet(page);
  await button.hover();
  await page.mouse.down();
  const before = await button.boundingBox();
  letThrough();
  await expect(page.getByText("task-sheet.txt").first()).toBeVisible();
  await expect.poll(async () => (await button.boundingBox())?.y).not.toBe(before?.y);
  await page.mouse.up();
  await expect(page).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/);
});

test("a press is kept when the answers of before come while the order is placed", async ({ page, client }) => {
  await signIn(page, client.email);
  await page.goto("/quizzesorder");
  await fillBrief(page, "Begun on this device");
  await expect(page.getByText(/^Your answers are (saved|kept)/)).toBeVisible();
  const kept = await stop(page, /\/keep-answers-[^/]*\.js$/);
  const placing = await stop(page, /\/quizzesorder\.data/, "POST");
  await page.goto("/quizzesorder");
  await fillBrief(page, "Placed in a hurry");
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("quizzesorder"));
  const press = goToPayment(page);
  await sent;
  const came = page.waitForResponse(/\/keep-answers-[^/]*\.js$/);
  kept();
  await (await came).finished();
  placing();
  await press;
  await expect(page.getByText("Placed in a hurry").first()).toBeVisible();
});

test("Enter in the chat waits for the file of the message", async ({ page, client }) => {
  await signIn(page, client.email);
  await page.goto("/");
  const letThrough = await stop(page, /\/files$/, "POST");
  await page.getByRole("button", { name: /^Chat with support/ }).click();
  const panel = page.getByRole("dialog", { name: /Support$/ });
  const field = panel.getByRole("textbox", { name: "Message" });
  await field.fill("With its sheet");
  await panel.locator(".composer input[type=file]").setInputFiles(sheet);
  await field.press("Enter");
  await expect(sheetIsSent(page)).toBeVisible();
  await expect(field).toHaveValue("With its sheet");
  letThrough();
  await expect(field).toHaveValue("");
  await expect(panel).toContainText("With its sheet");
  await expect(panel).toContainText("task-sheet.txt");
});
