import type { Browser, Page } from "@playwright/test";
import { demo, expect, expectAccessible, register, signIn, test } from "../browser.ts";
import { clippedAt } from "../clipped.ts";
import { answerField, pageWith, receivedChat, write } from "../support-chat.ts";

/** A conversation that Support answered: the client's page, and the chat's address. */
async function answeredChat(browser: Browser, admin: Page, name: string) {
  const stamp = `${Date.now()}-${name.toLowerCase()}`;
  const client = await pageWith(browser);
  await register(client, { name: `${name} ${stamp}`, email: `${stamp}@demo.test` });
  expect(await write(client, `When is it ready, asks ${name}`)).toBe(200);
  const chatId: string = await client.evaluate(async () => (await (await fetch("/api/chat")).json()).chatId);
  await admin.goto(`/admin/chats/${chatId}`);
  await expect(admin.getByRole("button", { name: "Attach a file" })).toBeVisible();
  await answerField(admin).fill("On Friday.");
  await answerField(admin).press("Enter");
  await expect(admin.getByRole("listitem").filter({ hasText: "On Friday." })).toContainText("Support, Demo Admin");
  return { client, chatId };
}

test.describe("closing", () => {
  test("by keys opens the next; the client is asked once how it was, without scripts too", async ({ browser }) => {
    const admin = await pageWith(browser);
    await signIn(admin, demo.admin);
    const first = await answeredChat(browser, admin, "Noa");
    const second = await answeredChat(browser, admin, "Kai");
    expect(await write(second.client, "And the second part?")).toBe(200);
    await admin.goto(`/admin/chats/${first.chatId}?from=clients`);
    await expect(admin.getByRole("button", { name: "Attach a file" })).toBeVisible();
    await admin.keyboard.press("r");
    await expect(answerField(admin)).toBeFocused();
    await answerField(admin).blur();
    await admin.keyboard.press("e");
    await expect(admin.getByText("The chat is closed. This is the next one.")).toBeVisible();
    await expect(admin).not.toHaveURL(new RegExp(first.chatId));
    await expect(admin).toHaveURL(/from=clients/);
    await admin.keyboard.press("j");
    await expect(admin.locator("[data-row] a").first()).toBeFocused();

    await first.client.goto("/notices");
    await first.client.getByRole("link", { name: /How was your conversation with support/ }).click();
    await expectAccessible(first.client, "how it was");
    expect(await clippedAt(first.client, "how it was")).toEqual([]);
    const plain = await pageWith(browser, {
      javaScriptEnabled: false,
      storageState: await first.client.context().storageState(),
    });
    await plain.goto("/notices");
    await plain.getByRole("link", { name: /How was your conversation with support/ }).click();
    await plain.getByLabel("Good", { exact: true }).check();
    await plain.getByLabel("What should we know?").fill("Quick and clear.");
    await plain.getByRole("button", { name: "Send" }).click();
    await expect(plain.getByText("Thank you. Support reads it.")).toBeVisible();
    await expect(plain.getByText("Quick and clear.")).toBeVisible();
    expect(await receivedChat(first.client)).not.toContain("question");

    await admin.goto(`/admin/chats/${first.chatId}`);
    await expect(admin.getByRole("listitem").filter({ hasText: "Quick and clear." })).toContainText("they say: Good");
    await admin.goto("/admin");
    await expect(admin.getByRole("region", { name: "Support" }).getByText(/^\d+ of \d+$/)).toBeVisible();
    for (const page of [first.client, second.client, admin, plain]) await page.context().close();
  });

  test("of many at once leaves who wrote meanwhile and can be taken back, without scripts too", async ({ browser }) => {
    const admin = await pageWith(browser);
    await signIn(admin, demo.admin);
    const mark = `many${Date.now()}`;
    const clients: Page[] = [];
    for (const name of ["Uma", "Vic"]) {
      const client = await pageWith(browser);
      await register(client, { name: `${name} ${mark}`, email: `${name}-${mark}@demo.test` });
      expect(await write(client, "Thank you")).toBe(200);
      clients.push(client);
    }
    const list = `/admin/chats?select=1&search=${mark}`;
    await admin.goto(list);
    await admin.getByRole("checkbox", { name: "Select all on this page" }).check();
    await expect(admin.getByText("2 selected")).toBeVisible();
    expect(await write(clients[1] as Page, "And one more question")).toBe(200);
    await expect(admin.getByText("1 can be closed. Skipped: 1 with a new message.")).toBeVisible();
    await admin.getByRole("button", { name: "Close 1 chat" }).click();
    await expect(admin.getByText("1 chat is closed.")).toBeVisible();
    await expect(admin.getByText(/^Vic .*: There is a new message/)).toBeVisible();
    await expect(admin.getByRole("checkbox", { name: `Select the chat with Vic ${mark}` })).toBeChecked();
    await expectAccessible(admin, "closing many chats");
    await admin.getByRole("button", { name: "Open it again" }).click();
    await expect(admin.getByText("1 chat is open again.")).toBeVisible();

    const plain = await pageWith(browser, {
      javaScriptEnabled: false,
      storageState: await admin.context().storageState(),
    });
    await plain.goto(list);
    for (const box of await plain.getByRole("checkbox").all()) await box.check();
    await plain.getByRole("button", { name: "Close the selected chats" }).click();
    await expect(plain.getByText("2 chats are closed.")).toBeVisible();
    await plain.getByRole("button", { name: "Open them again" }).click();
    await expect(plain.getByText("2 chats are open again.")).toBeVisible();
    for (const page of [...clients, admin, plain]) await page.context().close();
  });
});
