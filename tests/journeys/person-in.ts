import type { Browser, Page } from "@playwright/test";
import { type displays, setTheme, signIn, test } from "./browser.ts";

/** A window of its own, in the size and theme of this display. */
export async function pageOn(browser: Browser, display: (typeof displays)[number]): Promise<Page> {
  const baseURL = test.info().project.use.baseURL ?? "";
  const context = await browser.newContext({ viewport: display.viewport, baseURL });
  const page = await context.newPage();
  await setTheme(page, display.theme);
  return page;
}

/** A window of its own in which one of the demo's people is signed in. */
export async function personIn(browser: Browser, display: (typeof displays)[number], email: string): Promise<Page> {
  const page = await pageOn(browser, display);
  await signIn(page, email);
  return page;
}
