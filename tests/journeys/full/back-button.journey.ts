import { type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { expect, test } from "../browser.ts";

type Seen = Window & { kept?: boolean };

/** A browser that keeps pages for its back button, as people's do, and shows passkeys in the list of a field. */
async function openKeeping(options: BrowserContextOptions): Promise<Page> {
  const browser = await chromium.launch({
    ...test.info().project.use.launchOptions,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  const page = await browser.newPage(options);
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => true;
    addEventListener("pageshow", ({ persisted }) => {
      (window as Seen).kept = persisted;
    });
  });
  return page;
}

async function touch(page: Page): Promise<void> {
  await page.mouse.move(50, 50);
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith("__react")));
  await page.waitForLoadState("networkidle");
}

/** Whether the page was brought back as it was left, and not loaded again. */
async function isKept(page: Page): Promise<boolean> {
  await page.goto("/terms");
  await page.goBack({ waitUntil: "commit" });
  await page.waitForFunction(() => (window as Seen).kept !== undefined);
  return page.evaluate(() => (window as Seen).kept === true);
}

test("the back button brings a page as it was left, touched and with its scripts running", async ({ baseURL }) => {
  const page = await openKeeping({ ...(baseURL && { baseURL }) });
  const asked: string[] = [];
  page.on("request", (request) => request.url().endsWith("/api/passkeys") && asked.push(page.url()));
  for (const path of ["/", "/non-technical-writing/essays", "/faq", "/login", "/register"]) {
    await page.goto(path);
    await touch(page);
    expect(await isKept(page), path).toBe(true);
  }
  expect(asked).toEqual([]);

  await page.goto("/login");
  await touch(page);
  await page.getByLabel("E-mail").focus();
  await expect.poll(() => asked.length).toBe(1);
  await page.waitForLoadState("networkidle");
  expect(await isKept(page), "/login with passkeys in its list").toBe(true);
  await expect.poll(() => asked.length, "passkeys are in the list again").toBe(2);
  await page.context().browser()?.close();
});
