import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { demo, expect, signIn, test, withScripts } from "../browser.ts";
import { fillBrief, goToPayment, payThere } from "../place.ts";

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
  await withScripts(page);
  await page.waitForLoadState("networkidle");
}

/** Whether the page was brought back as it was left, and not loaded again. */
async function isKept(page: Page, next = "/terms"): Promise<boolean> {
  await page.goto(next);
  await page.goBack({ waitUntil: "commit" });
  await page.waitForFunction(() => (window as Seen).kept !== undefined);
  return page.evaluate(() => (window as Seen).kept === true);
}

/** Some versions of Chromium keep no page while a program drives them, not even one of one line: then ours is not kept either. */
async function keepsPages(page: Page): Promise<boolean> {
  const plain = createServer((_, answer) => answer.setHeader("content-type", "text/html").end("<p>One line</p>"));
  await new Promise<void>((listening) => plain.listen(0, listening));
  const url = `http://localhost:${(plain.address() as AddressInfo).port}`;
  try {
    await page.goto(url);
    return await isKept(page, `${url}/next`);
  } finally {
    plain.closeAllConnections();
    plain.close();
  }
}

test("the back button brings a page as it was left, touched and with its scripts running", async ({ baseURL }) => {
  const page = await openKeeping({ ...(baseURL && { baseURL }) });
  const keeps = await keepsPages(page);
  const asked: string[] = [];
  page.on("request", (request) => request.url().endsWith("/api/passkeys") && asked.push(page.url()));
  for (const path of ["/", "/non-technical-writing/essays", "/faq", "/login", "/register"]) {
    await page.goto(path);
    await touch(page);
    expect(await isKept(page), path).toBe(keeps);
  }
  expect(asked).toEqual([]);

  await page.goto("/login");
  await touch(page);
  await page.getByLabel("E-mail").focus();
  await expect.poll(() => asked.length).toBe(1);
  await page.waitForLoadState("networkidle");
  expect(await isKept(page), "/login with passkeys in its list").toBe(keeps);
  if (keeps) await expect.poll(() => asked.length, "passkeys are in the list again").toBe(2);
  await page.context().browser()?.close();
});

const small = { viewport: { width: 390, height: 640 } };
const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));
const scroll = (page: Page): Promise<void> => page.evaluate(() => scrollTo(0, 500));

type Entries = Window & { navigation?: { currentEntry: { index: number } | null } };

/** Where each Back from here leads, until the shop's first page. */
async function waysBack(page: Page): Promise<string[]> {
  const ways: string[] = [];
  const place = () => page.evaluate(() => (window as Entries).navigation?.currentEntry?.index ?? 0);
  for (let at = await place(); at > 0; at = await place()) {
    await page.evaluate(() => history.back());
    await expect(async () => expect(await place()).toBeLessThan(at)).toPass();
    // Pages of signed-in people keep a stream open: their network is never idle.
    await page.waitForLoadState("load");
    ways.push(new URL(page.url()).pathname);
  }
  return ways;
}

for (const keeping of [true, false]) {
  const open = async (baseURL: string | undefined): Promise<Page> => {
    const options = { ...small, ...(baseURL && { baseURL }) };
    if (keeping) return openKeeping(options);
    return (await chromium.launch(test.info().project.use.launchOptions)).newPage(options);
  };
  test.describe(keeping ? "a browser that keeps pages" : "a browser that loads pages again", () => {
    test("a visitor's page begins at its top, and what was typed stays", async ({ baseURL }) => {
      const page = await open(baseURL);
      await page.goto("/contact");
      await page.getByRole("textbox", { name: "Question" }).fill("When is it ready?");
      await withScripts(page);
      await scroll(page);
      expect(await scrolled(page)).toBeGreaterThan(100);
      await page.goto("/faq");
      await scroll(page);
      await page.goBack();
      await expect(page.getByRole("textbox", { name: "Question" })).toHaveValue("When is it ready?");
      await expect.poll(() => scrolled(page)).toBe(0);
      await page.goForward();
      await expect(page).toHaveURL(/\/faq$/);
      await expect.poll(() => scrolled(page)).toBe(0);
      await page.context().browser()?.close();
    });
  });
}

test("after a sign-in and a payment no page that is over comes back", async ({ baseURL, client }) => {
  const page = await openKeeping({ ...small, ...(baseURL && { baseURL }) });
  await signIn(page, client.email);
  await page.goto("/order?service=writing");
  await withScripts(page);
  await page.getByText("Choose another service").click();
  await page.getByRole("list", { name: "Services" }).getByRole("link", { name: /quiz/i }).click();
  await expect(page.locator("main summary").first()).toContainText(/quiz/i);
  await fillBrief(page, "Paid, then Back");
  await goToPayment(page);
  await payThere(page);
  await page.getByRole("link", { name: "Go to the order" }).first().click();
  await expect(page).toHaveURL(/\/dashboard\/orders\//);
  const ways = await waysBack(page);
  expect(ways.filter((path) => /^\/(order|login)$/.test(path))).toEqual([]);
  expect(ways.length).toBeGreaterThan(2);
  await page.context().browser()?.close();
});

test("a client's pages begin at their top, the admin's lists at the place they were left at", async ({ page }) => {
  await page.setViewportSize(small.viewport);
  const returnTo = async (list: string, link: string) => {
    await page.goto(list);
    await withScripts(page);
    await page.waitForLoadState("networkidle");
    await scroll(page);
    const left = await scrolled(page);
    expect(left).toBeGreaterThan(100);
    await page
      .locator(link)
      .first()
      .evaluate((found: HTMLElement) => found.click());
    await expect(page).not.toHaveURL(new RegExp(`${list}$`));
    await page.waitForLoadState("networkidle");
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${list}$`));
    await expect(page.locator(link).first()).toBeAttached();
    return left;
  };
  await signIn(page, demo.client);
  await returnTo("/dashboard", "main a[href^='/dashboard/orders/']");
  await expect.poll(() => scrolled(page)).toBe(0);
  // An open page would ask for its news without a session.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await signIn(page, demo.admin);
  const left = await returnTo("/admin/orders", "main a.title");
  await expect.poll(() => scrolled(page)).toBe(left);
});

test("a page that was kept whole begins at its top, and is loaded anew once somebody else was shown one", async ({
  page,
}) => {
  await page.setViewportSize(small.viewport);
  const showAgain = () =>
    page.evaluate(() => void dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  const typed = page.getByRole("textbox", { name: "Question" });
  await page.goto("/contact");
  await typed.fill("When is it ready?");
  await scroll(page);
  await showAgain();
  expect(await scrolled(page)).toBe(0);
  await expect(typed).toHaveValue("When is it ready?");
  await page.evaluate(() => sessionStorage.setItem("shownTo", "somebody else"));
  const loaded = page.waitForEvent("load");
  await showAgain();
  await loaded;
});
