import { resolve } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { pollMs } from "#src/modules/chat/panel/chat.ts";
import { type Product, startProduct } from "#tests/support/product.ts";
import { demo, expect, register, signIn, test } from "../browser.ts";

// A killed process takes its lines with it.
test.use({ expected: /net::ERR_|Failed to load resource/ });

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWM4Y2wMQQxwFgBLYgctHTQ66QAAAABJRU5ErkJggg==",
  "base64",
);

const panel = (page: Page): Locator => page.getByRole("dialog", { name: /Support$/ });
const log = (page: Page): Locator => page.getByRole("region", { name: "Conversation", exact: true });

type Side = { page: Page; say: (text: string) => Promise<void> };

const sideOf = (page: Page, field: Locator): Side => ({
  page,
  say: async (text) => {
    await field.fill(text);
    await field.press("Enter");
  },
});

/**
 * The page never asks on a timer: what it shows from now on came to it as news. Counts the timers it was refused, so that
 * one can see that these are the ones it asks with.
 */
const withoutPolls = (page: Page): Promise<unknown> =>
  page.addInitScript((waits: readonly unknown[]) => {
    const start = window.setTimeout;
    const seen = { polls: 0 };
    const withheld = (...[run, ms, ...rest]: Parameters<typeof start>): number => {
      if (!waits.includes(ms)) return start(run, ms, ...rest);
      seen.polls += 1;
      return 0;
    };
    Object.assign(window, { seen, setTimeout: withheld });
  }, Object.values(pollMs));

const pollsOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { seen: { polls: number } }).seen.polls);

async function pass(from: Side, to: Side, text: string): Promise<void> {
  await from.say(text);
  await expect(log(to.page).getByText(text, { exact: true })).toBeVisible();
}

const messagesOf = async (page: Page): Promise<string[]> => log(page).locator(".msg .words").allTextContents();

/** Resolves when the page has asked the server for nothing of its own for longer than its news are gathered. */
function quietOf(page: Page): () => Promise<void> {
  let last = Date.now();
  page.on("request", (request) => {
    if (/\.data|\/readyz/.test(request.url())) last = Date.now();
  });
  return () => expect.poll(() => Date.now() - last > 2_000).toBe(true);
}

test("client on one process, admin on another that is killed and restarted: nothing lost, doubled or out of order", async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const dataDir = resolve(".cache/journeys", new URL(baseURL ?? "").port);
  const start = (port?: number): Promise<Product> =>
    startProduct({ dataDir, keep: true, host: "localhost", ...(port !== undefined && { port }) });
  let second = await start();
  const stamp = Date.now();
  try {
    await withoutPolls(page);
    await register(page, { name: `Two Processes ${stamp}`, email: `two-${stamp}@demo.test` });
    await page.goto("/about");
    await page.getByRole("button", { name: /^Chat with support/ }).click();
    const client = sideOf(page, panel(page).getByRole("textbox", { name: "Message" }));
    await client.say("Good evening.");
    await expect(panel(page).getByText("Sending")).toHaveCount(0);
    const chatId = await page.evaluate(async () => (await (await fetch("/api/chat")).json()).chatId);

    const adminContext = await browser.newContext({ baseURL: second.url, viewport: { width: 1440, height: 900 } });
    const adminPage = await adminContext.newPage();
    await withoutPolls(adminPage);
    const quiet = quietOf(adminPage);
    await signIn(adminPage, demo.admin);
    await adminPage.goto(`/admin/chats/${chatId}`);
    const admin = sideOf(adminPage, adminPage.getByLabel("Message as Support"));
    await expect(log(adminPage)).toContainText("Good evening.");
    await expect(adminPage.getByRole("button", { name: "Attach a file" })).toBeVisible();

    for (const n of [1, 2, 3, 4, 5]) {
      await pass(client, admin, `Question ${n}`);
      await pass(admin, client, `Answer ${n}`);
    }
    for (const one of [page, adminPage]) expect(await pollsOf(one)).toBeGreaterThan(0);

    await panel(page)
      .locator("input[type=file]")
      .setInputFiles({ name: "page-2.png", mimeType: "image/png", buffer: picture });
    await expect(panel(page).getByText("Sent, ")).toBeVisible();
    await panel(page).getByRole("button", { name: "Send" }).click();
    // The check ends on either process; the small picture appears without a press.
    await expect(log(adminPage).locator(".att img")).toHaveAttribute("src", /\/files\/[0-9a-f-]+\/picture\?small=1$/);
    await adminPage
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from(`A plan ${stamp}`) });
    await expect(adminPage.getByRole("list", { name: "Files of this message" })).toContainText("Sent, ");
    await adminPage.getByRole("button", { name: "Send as Support" }).click();
    const plan = log(page).getByRole("link", { name: /plan\.txt/ });
    await expect(plan).toBeVisible();
    const got = await page.request.get((await plan.getAttribute("href")) ?? "");
    expect(await got.text()).toBe(`A plan ${stamp}`);

    // Read further up: what comes does not pull down, a pill says how much, End goes there.
    await log(page).evaluate((box) => {
      box.scrollTop = 0;
    });
    await expect.poll(() => log(page).evaluate((box) => box.scrollTop)).toBe(0);
    await admin.say("Below one");
    await admin.say("Below two");
    await expect(log(page).getByRole("button", { name: "2 new messages" })).toBeVisible();
    expect(await log(page).evaluate((box) => box.scrollTop)).toBe(0);
    await log(page).focus();
    await page.keyboard.press("End");
    await expect(log(page).getByRole("button", { name: /new message/ })).toHaveCount(0);

    const before = await messagesOf(page);
    await quiet();
    await admin.say("Support 1");
    const killed = second.kill();
    for (const n of [2, 3, 4]) await admin.say(`Support ${n}`);
    for (const n of [1, 2, 3]) await client.say(`Client ${n}`);
    await killed;
    await admin.say("Support 5");
    await expect(log(adminPage).getByText("Not sent yet").first()).toBeVisible();
    second = await start(second.port);
    const replies = [1, 2, 3, 4, 5].map((n) => `Support ${n}`);
    const clients = [1, 2, 3].map((n) => `Client ${n}`);
    for (const one of [page, adminPage]) {
      await expect.poll(async () => (await messagesOf(one)).length, { timeout: 60_000 }).toBe(before.length + 8);
      await expect(log(one).locator(".msg.going")).toHaveCount(0, { timeout: 60_000 });
    }
    const [here, far] = [await messagesOf(page), await messagesOf(adminPage)];
    expect(here).toEqual(far);
    expect(here.slice(0, before.length)).toEqual(before);
    expect(here.filter((text) => replies.includes(text))).toEqual(replies);
    expect(here.filter((text) => clients.includes(text))).toEqual(clients);
    const stored = await page.evaluate(async () => (await (await fetch("/api/chat")).json()).messages);
    expect(stored.map(({ message }: { message: string }) => message).filter(Boolean)).toEqual(here);

    await pass(client, admin, "After all, a question");
    await pass(admin, client, "After all, an answer");
    await adminContext.close();
  } finally {
    await second.stop();
  }
});
