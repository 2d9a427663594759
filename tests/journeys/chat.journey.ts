import type { Page } from "@playwright/test";
import { demo, expect, expectAccessible, signIn, test } from "./browser.ts";

const panel = (page: Page) => page.getByRole("dialog", { name: /Support$/ });
const messageField = (page: Page) => panel(page).getByRole("textbox", { name: "Message" });
const say = async (page: Page, text: string) => {
  await messageField(page).fill(text);
  await messageField(page).press("Enter");
};
const message = (page: Page, text: string) => panel(page).locator(".msg", { hasText: text });
const tile = (page: Page) => page.getByRole("button", { name: /^Chat with support/ });

test.use({ expected: /ERR_INTERNET_DISCONNECTED/ });

test("words are kept from a guest's first letter to the answer, through a sign-in and a cut line", async ({
  page,
  browser,
  client,
}, info) => {
  const mark = info.testId.slice(-6);
  await page.goto("/about");
  const link = page.getByRole("link", { name: "Chat with support" });
  await expect(link).toHaveAttribute("href", "/contact");
  await link.click();
  await expect(panel(page).getByText("Sign in to chat with support.")).toBeVisible();
  await expect(panel(page).getByRole("button", { name: /WhatsApp is not set up/ })).toBeDisabled();
  await expect(panel(page).getByRole("button", { name: "Send" })).toBeDisabled();
  await say(page, `Is Friday possible? ${mark}`);
  await expect(panel(page).getByText("Sign in to send this. Your words are kept.")).toBeVisible();
  await expectAccessible(page, "chat of a guest");
  await panel(page).getByRole("link", { name: "Sign in" }).click();
  await page.waitForURL(/\/login\?next=/);
  await page.getByLabel("E-mail").fill(client.email);
  await page.getByLabel("Password", { exact: true }).fill(demo.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/about$/);
  await expect(messageField(page)).toHaveValue(`Is Friday possible? ${mark}`);
  await messageField(page).press("Shift+Enter");
  await messageField(page).pressSequentially("<b>Or Monday?</b> https://example.com/plan.");
  await messageField(page).press("Enter");
  await expect(messageField(page)).toHaveValue("");
  await expect(message(page, `Is Friday possible? ${mark}`)).toContainText("<b>Or Monday?</b>");
  await expect(message(page, mark).getByRole("link")).toHaveAttribute("rel", "noopener noreferrer nofollow");
  await expect(panel(page).getByText("Sending")).toHaveCount(0);

  const me = await page.evaluate(async () => (await (await fetch("/api/chat")).json()).chatId);
  const adminContext = await browser.newContext({ baseURL: info.project.use.baseURL ?? "" });
  const adminPage = await adminContext.newPage();
  await signIn(adminPage, demo.admin);
  await adminPage.goto("/about");
  await tile(adminPage).click();
  await say(adminPage, "To nobody");
  await expect(panel(adminPage).getByRole("alert")).toContainText("Chat session not initialized");
  await expect(messageField(adminPage)).toHaveValue("To nobody");
  await adminPage.goto(`/about?chat=${me}`);
  await expect(panel(adminPage)).toContainText("All messages are marked as from Support.");
  await expect(message(adminPage, `Is Friday possible? ${mark}`)).toContainText("Client");
  await expect(message(page, mark).getByText("Seen")).toBeVisible();
  // The hint is never stored: a stream that connects at that moment shows the next one, three seconds later.
  await expect(async () => {
    await messageField(adminPage).pressSequentially("Fri ");
    await expect(panel(page).getByText("Support is writing")).toBeVisible({ timeout: 3_500 });
  }).toPass();
  await say(adminPage, `Friday is fine ${mark}`);
  await expect(message(page, `Friday is fine ${mark}`)).toContainText("Support");
  await expect(panel(page).getByText("Support is writing")).toHaveCount(0);
  await expectAccessible(page, "chat of a client");

  await page.context().setOffline(true);
  await say(page, `First in the dark ${mark}`);
  await say(page, `Second in the dark ${mark}`);
  await expect(message(page, `First in the dark ${mark}`)).toContainText("Waits for the connection");
  await expect(panel(page).getByRole("alert")).toContainText("Failed to send message. Please try again.");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(tile(page)).toBeFocused();
  await page.context().setOffline(false);
  const dark = panel(adminPage).locator(".msg", { hasText: `in the dark ${mark}` });
  await expect(dark).toContainText(["First in the dark", "Second in the dark"]);

  await say(adminPage, `While you were away ${mark}`);
  await expect(tile(page)).toHaveAccessibleName(/, 1 new message$/);
  await tile(page).click();
  await expect(message(page, `While you were away ${mark}`)).toBeVisible();
  await expect(panel(page).getByText("Waits for the connection")).toHaveCount(0);
  await page.mouse.click(300, 400);
  await expect(panel(page)).toHaveCount(0);
  await expect(tile(page)).toHaveAccessibleName("Chat with support");

  await adminContext.close();

  await tile(page).click();
  await messageField(page).fill(`Not sent yet ${mark}`);
  await page.reload();
  await tile(page).click();
  await expect(messageField(page)).toHaveValue(`Not sent yet ${mark}`);
  await messageField(page).fill("x".repeat(10_001));
  await expect(panel(page).getByRole("alert")).toContainText("This one has 10,001");
  await messageField(page).fill("");
  await panel(page).getByRole("button", { name: "Close chat" }).click();
  await expect(tile(page)).toBeFocused();
});
