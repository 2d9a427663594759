import type { Browser, Page } from "@playwright/test";
import { displays, test } from "./browser.ts";

const [wide] = displays;

export async function pageWith(browser: Browser, more: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const baseURL = test.info().project.use.baseURL ?? "";
  const context = await browser.newContext({ viewport: wide.viewport, baseURL, ...more });
  return context.newPage();
}

/** Writes into the own chat as the panel does. */
export const write = (page: Page, message: string) =>
  page.evaluate(
    (text) =>
      fetch("/api/chat/messages", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ id: crypto.randomUUID(), message: text }),
      }).then((answer) => answer.status),
    message,
  );

/** Everything that the client's side receives of the chat. */
export const receivedChat = (page: Page): Promise<string> =>
  page.evaluate(() => fetch("/api/chat").then((answer) => answer.text()));

export const answerField = (page: Page) => page.getByLabel("Message as Support");
