import { execFileSync } from "node:child_process";
import { demo, displays, expect, expectAccessible, register, setTheme, signIn, test } from "../browser.ts";
import { answerField, pageWith, receivedChat, write } from "../support-chat.ts";

const [, , , small] = displays;

test("an admin reads a client's message, answers as Support, notes, hands over, closes, and mails the talk", async ({
  browser,
}) => {
  const stamp = Date.now();
  const name = `Noor Aziz ${stamp}`;
  const client = await pageWith(browser);
  await register(client, { name, email: `noor-${stamp}@demo.test` });
  const admin = await pageWith(browser);
  await signIn(admin, demo.admin);
  await admin.goto("/admin/chats");
  await expect(admin.getByRole("heading", { name: "No chat is open" })).toBeVisible();
  await expect(admin.getByRole("link", { name: /Demo Visitor/ })).toBeVisible();

  expect(await write(client, "Can two people read one order?")).toBe(200);
  const line = admin.getByRole("link", { name: new RegExp(name) });
  await expect(line).toContainText("Can two people read one order?");
  await expectAccessible(admin, "inbox, list");

  await line.click();
  await expect(admin.getByRole("heading", { name: "Admin Support" })).toBeVisible();
  await expect(admin.getByText("All messages here are marked as from Support.")).toBeVisible();
  await expect(admin.getByRole("region", { name: "Conversation", exact: true })).toContainText(
    "Can two people read one order?",
  );
  await answerField(admin).fill("Yes. Share the page of the order.");
  await answerField(admin).press("Enter");
  await expect(admin.getByRole("region", { name: "Conversation", exact: true })).toContainText(
    "Share the page of the order.",
  );
  await expect(answerField(admin)).toHaveValue("");
  await expect.poll(() => receivedChat(client)).toContain("Share the page of the order.");
  await expect(admin.getByText("You have this chat.")).toBeVisible();

  await answerField(admin).fill("Asks for a second reader.");
  await admin.getByRole("button", { name: "Keep as a note" }).click();
  const note = admin.getByRole("listitem").filter({ hasText: "Asks for a second reader." });
  await expect(note).toContainText("Note by Demo Admin");
  await expect(answerField(admin)).toHaveValue("");
  await answerField(admin).fill("Half written");
  expect(await receivedChat(client)).not.toContain("second reader");
  expect(await receivedChat(client)).not.toContain("Demo Admin");
  await expect(answerField(admin)).toHaveValue("Half written");
  await expectAccessible(admin, "inbox, conversation");
  expect(await write(client, "And three?")).toBe(200);
  await expect(admin.getByRole("region", { name: "Conversation", exact: true })).toContainText("And three?");
  await expect(answerField(admin)).toHaveValue("Half written");

  const chat = new URL(admin.url()).pathname;
  await admin.getByRole("button", { name: "Give it back" }).click();
  await expect(admin.getByText("Nobody has this chat yet.")).toBeVisible();
  await admin.getByRole("button", { name: "Take it" }).click();
  await expect(admin.getByText("You have this chat.")).toBeVisible();
  await admin.getByRole("button", { name: "Close the chat" }).first().click();
  await admin.getByRole("button", { name: "Close without sending" }).click();
  await expect(admin.getByText("The chat is closed.")).toBeVisible();
  await expect.poll(() => receivedChat(client)).toContain("Support closed this conversation.");
  await admin.goto(chat);
  await expect(admin.getByText("You have this chat. It is closed.")).toBeVisible();
  await admin.getByRole("button", { name: "Open it again" }).first().click();
  await expect(admin.getByText("You have this chat.", { exact: true })).toBeVisible();
  await admin.getByRole("button", { name: "Mail the conversation" }).click();
  await expect(admin.getByText(`The conversation is on its way to noor-${stamp}@demo.test.`)).toBeVisible();

  await admin.goto("/admin/chats/replies");
  await admin.getByLabel("Name").last().fill(`Greeting ${stamp}`);
  await admin.getByLabel("Text").last().fill("Hello {name}, we look at {order}.");
  await admin.getByRole("button", { name: "Save the reply" }).click();
  await expect(admin.getByText("The reply is saved.")).toBeVisible();
  await expect(admin.getByLabel("Text").last()).toHaveValue("");
  await expectAccessible(admin, "saved replies");
  await admin.goto(chat);
  await expect(answerField(admin)).toHaveValue("Half written");
  await answerField(admin).fill("");
  await admin.locator("summary", { hasText: "Saved replies" }).focus();
  await admin.keyboard.press("Enter");
  await admin.getByRole("button", { name: new RegExp(`Greeting ${stamp}`) }).press("Enter");
  await expect(answerField(admin)).toHaveValue(`Hello ${name}, we look at {order}.`);
  await expect(answerField(admin)).toBeFocused();

  await admin.setViewportSize(small.viewport);
  await setTheme(admin, small.theme);
  await admin.reload();
  await expectAccessible(admin, "conversation, small and dark");
  await admin.getByRole("link", { name: `About ${name}` }).click();
  await expect(admin.getByRole("button", { name: "Mail the conversation" })).toBeVisible();
  await expectAccessible(admin, "beside, small and dark");
  await admin.getByRole("link", { name: "Back to the conversation" }).click();
  await admin.getByRole("link", { name: "Back to the list" }).click();
  await expect(admin.getByRole("searchbox", { name: "Search chats" })).toBeVisible();

  const plain = await pageWith(browser, {
    javaScriptEnabled: false,
    storageState: await admin.context().storageState(),
  });
  await plain.goto(chat);
  await plain
    .getByLabel(/^Send a file/)
    .setInputFiles({ name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("A plan.") });
  await plain.getByRole("button", { name: "Send the file" }).click();
  await expect(plain.getByText("With the file plan.txt.")).toBeVisible();
  await answerField(plain).fill("Written without scripts.");
  await plain.getByRole("button", { name: "Send as Support" }).click();
  await expect(plain.getByRole("region", { name: "Conversation", exact: true })).toContainText(
    "Written without scripts.",
  );
  await expect(plain.getByRole("link", { name: /plan\.txt/ })).toBeVisible();
  await answerField(plain).fill("A note without scripts.");
  await plain.getByRole("button", { name: "Keep as a note" }).click();
  await expect(plain.getByRole("listitem").filter({ hasText: "A note without scripts." })).toBeVisible();
  await plain.getByRole("button", { name: "Close the chat" }).first().click();
  await expect(plain.getByText("The chat is closed.")).toBeVisible();
  await expect.poll(() => receivedChat(client)).toContain("Written without scripts.");
  for (const page of [client, admin, plain]) await page.context().close();
});

/** A second admin, made as the operator makes one. */
function secondAdmin(email: string): void {
  const { port } = new URL(test.info().project.use.baseURL ?? "");
  execFileSync(
    process.execPath,
    ["scripts/command.js", "admin-create", "--email", email, "--name", "Petra Second", "--password-stdin"],
    { input: demo.password, env: { ...process.env, DATA_DIR: `.cache/journeys/${port}` }, stdio: "pipe" },
  );
}

test.describe("two admins at one chat", () => {
  test.use({ expected: /4(09|23)/ });

  test("see who is answering and who has it, and nobody takes it from the other unseen", async ({ browser }) => {
    const stamp = Date.now();
    const email = `petra-${stamp}@demo.test`;
    secondAdmin(email);
    const client = await pageWith(browser);
    await register(client, { name: `Li Wei ${stamp}`, email: `li-${stamp}@demo.test` });
    const [first, second] = [await pageWith(browser), await pageWith(browser)];
    await signIn(first, demo.admin);
    await signIn(second, email);
    // Its bell says what comes from now on: it knows what is there, and its line stands.
    const listens = ["/api/notices", "/api/live"].map((path) => first.waitForResponse((r) => r.url().includes(path)));
    await Promise.all([...listens, first.goto("/admin")]);
    expect(await write(client, "Who answers me?")).toBe(200);
    await expect(first.getByText(`Li Wei ${stamp} waits for an answer`)).toBeVisible();
    const bell = first.getByRole("navigation", { name: "Admin", exact: true }).getByRole("link", { name: /^Notices/ });
    await expect(bell).toHaveText(/^Notices\d+$/);
    const chatId: string = await client.evaluate(async () => (await (await fetch("/api/chat")).json()).chatId);
    const chat = `/admin/chats/${chatId}`;
    for (const page of [first, second]) {
      // Typing is published only to those who are subscribed at that moment.
      const line = page.waitForResponse((r) => r.url().includes("/api/live") && r.url().includes(chatId));
      await page.goto(chat);
      await line;
      await expect(page.getByRole("button", { name: "Attach a file" })).toBeVisible();
    }
    await second.getByLabel("Message as Support").pressSequentially("I look");
    await expect(first.getByText("Petra Second is writing an answer.")).toBeVisible();
    await expect(second.getByText("is writing an answer.")).toHaveCount(0);
    await expectAccessible(first, "two admins at one chat");

    const stale = await pageWith(browser, {
      javaScriptEnabled: false,
      storageState: await first.context().storageState(),
    });
    await stale.goto(chat);
    await second.getByRole("button", { name: "Take it" }).click();
    await expect(first.getByText("Petra Second has this chat.", { exact: true })).toBeVisible();
    await stale.getByRole("button", { name: "Take it" }).click();
    await expect(stale.getByText("Somebody else took this chat in the meantime.")).toBeVisible();
    await first.getByLabel("Message as Support").fill("Me too");
    await expect(first.getByText("Petra Second has this chat. Take it before you answer.")).toBeVisible();
    await first.getByLabel("Message as Support").press("Enter");
    await expect(first.getByText("Petra Second has this chat. Your answer is not sent.")).toBeVisible();
    await expectAccessible(first, "an answer in a colleague's chat");
    await first.getByRole("button", { name: "Close the chat" }).first().click();
    const dialog = first.getByRole("alertdialog", { name: "Close it without your answer?" });
    await expect(dialog).toContainText("Me too");
    await expectAccessible(first, "closing with an answer that is not sent");
    await dialog.getByRole("button", { name: "Keep it open" }).click();
    await first.getByRole("button", { name: "Send it all the same" }).click();
    await expect(first.getByLabel("Message as Support")).toHaveValue("");
    await expect.poll(() => receivedChat(client)).toContain("Me too");
    await answerField(stale).fill("And me");
    await stale.getByRole("button", { name: "Send as Support" }).click();
    await expect(stale.getByText(/^Petra Second has this chat\. Take it first/)).toBeVisible();
    await expect(answerField(stale)).toHaveValue("And me");
    await stale.getByRole("button", { name: "Send as Support" }).click();
    await expect.poll(() => receivedChat(client)).toContain("And me");
    for (const page of [client, first, second, stale]) await page.context().close();
  });
});

test.describe("a question without an account", () => {
  test.use({ expected: /422/ });

  test("is asked on the contact page, read in the inbox and answered by mail, once", async ({ browser, page }) => {
    const stamp = Date.now();
    const guest = await pageWith(browser, { javaScriptEnabled: false });
    await guest.goto("/contact");
    await guest.getByLabel("Name").fill(`Jun Ito ${stamp}`);
    await guest.getByLabel("E-mail").fill(`jun-${stamp}@example.com`);
    await guest.getByRole("textbox", { name: "Question" }).fill(" ");
    await guest.getByRole("button", { name: "Send the question" }).click();
    await expect(guest.getByText("Write a few sentences.").last()).toBeVisible();
    await expect(guest.getByLabel("Name")).toHaveValue(`Jun Ito ${stamp}`);
    await guest.getByRole("textbox", { name: "Question" }).fill("Is a poster an essay?");

    await signIn(page, demo.admin);
    await page.goto("/admin/chats?from=enquiries");
    await guest.getByRole("button", { name: "Send the question" }).click();
    await expect(guest.getByText("We have your question.")).toBeVisible();
    await page.getByRole("link", { name: new RegExp(`Jun Ito ${stamp}`) }).click();
    await expect(page.getByText("Is a poster an essay?").last()).toBeVisible();
    await expectAccessible(page, "enquiry");
    await page.getByLabel("Your answer").fill("A poster is a custom order.");
    await page.getByRole("button", { name: "Send the answer" }).click();
    await expect(page.getByRole("heading", { name: "The answer" })).toBeVisible();
    await page.goto("/mailbox");
    await expect(page.getByText(`jun-${stamp}@example.com`).first()).toBeVisible();
    await page.goto("/contact");
    await expectAccessible(page, "contact");
    await guest.context().close();
  });
});
