import { type Browser, chromium, type Page } from "@playwright/test";
import { findChromium } from "../../scripts/chromium.ts";

export const sandboxArgs: readonly string[] = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

/** `line`: the port that leads to every server, over a slow line. */
export const openBrowser = async (line?: number): Promise<Browser> =>
  chromium.launch({
    executablePath: await findChromium(),
    args: [...sandboxArgs, ...(line ? [`--host-resolver-rules=MAP * 127.0.0.1:${line}`] : [])],
  });

/** What Lighthouse's mobile profile has: a phone's screen, and a processor four times slower. */
export const phone = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true, slower: 4 };
export const computer = { viewport: { width: 1350, height: 940 }, isMobile: false, hasTouch: false, slower: 1 };
export type Device = typeof phone;

/** An empty page of a visitor who was never here, on such a device. */
export async function newPage(browser: Browser, { slower, ...device }: Device): Promise<Page> {
  const page = await (await browser.newContext(device)).newPage();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  return page;
}
