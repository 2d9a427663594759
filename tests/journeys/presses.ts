import type { Locator, Page } from "@playwright/test";

export type Count = { presses: number; pages: number };

/** Counts what somebody presses and which pages that brings; typed letters are not presses. */
export function watch(page: Page) {
  const count: Count = { presses: 0, pages: 0 };
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) count.pages += 1;
  });
  const press = async (what: Locator): Promise<void> => {
    count.presses += 1;
    await what.click();
  };
  /** A key that sends or opens is a press too. */
  const strike = async (key: string): Promise<void> => {
    count.presses += 1;
    await page.keyboard.press(key);
  };
  const since = (): Count => {
    const seen = { ...count };
    Object.assign(count, { presses: 0, pages: 0 });
    return seen;
  };
  return { press, strike, since };
}
