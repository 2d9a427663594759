import { existsSync, readFileSync, statSync } from "node:fs";
import type { Page } from "@playwright/test";
import { publicScriptsFile } from "../../../vite.parts.ts";
import { demo, expect, signIn, test, withScripts } from "../browser.ts";

/** Every kind of page that visitors get with small scripts. */
const pages = [
  "/",
  "/technical-writing",
  "/non-technical-writing",
  "/non-technical-writing/essays",
  "/coursework/mathematics",
  "/about",
  "/samples",
  "/contact",
  "/contact?order=ABCDEFG",
  "/faq",
  "/terms",
  "/privacy-policy",
  "/guarantees",
  "/accessibility",
  "/licence",
  "/honest-use/students",
  "/honest-use/never",
  "/honest-use/teachers",
  "/api/docs",
  "/aichecker/how",
  "/login",
  "/login?next=%2Forder",
  "/register",
  "/start?next=%2Forder",
  "/passreset",
];

/** Parts of the page that are not drawn yet. */
const undrawn = (page: Page): Promise<number> =>
  page
    .locator(".defer-render")
    .evaluateAll((parts) => parts.filter((part) => getComputedStyle(part).contentVisibility !== "visible").length);

/** What a page says of links to fetch before they are followed. */
const rulesAhead = (drawn: string): unknown[] =>
  [...drawn.matchAll(/<script type="speculationrules"[^>]*>(.*?)<\/script>/g)].map(([, rules = ""]) =>
    JSON.parse(rules),
  );

/** The bytes of a script as they are sent; the shortest ones are sent as they are. */
function sent(script: string): number {
  const file = `build/client${script}`;
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}

/** Holds every script back until it is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let open = () => undefined as unknown;
  const opened = new Promise<void>((resolve) => {
    open = () => resolve();
  });
  await page.route("**/assets/*.js", async (route) => {
    await opened;
    await route.continue();
  });
  return () => void open();
}

test("every public page asks for its scripts after the first paint, and is then drawn without a change", async ({
  browser,
}) => {
  // Another zone than the shop: the words of a deadline must not change after the first paint either.
  const page = await browser.newPage({ timezoneId: "Pacific/Auckland" });
  const files: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && files.push(request.url()));
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of pages) {
    files.length = 0;
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    const drawn = (await answer?.text()) ?? "";
    expect(drawn, path).not.toMatch(/<script[^>]* src=|rel="modulepreload"|rel="stylesheet"/);
    expect(rulesAhead(drawn), path).toEqual([{ prefetch: [{ where: { href_matches: "/*" }, eagerness: "moderate" }] }]);
    await expect.poll(() => undrawn(page), path).toBe(0);
    const before = await page.locator("body").innerText();
    expect(before, path).not.toMatch(/\d (?:day|hour|minute|page|word|month|year)s?(?=[a-rt-z])/);
    await page.keyboard.press("Shift");
    await withScripts(page);
    await expect(page.locator("link[media='not all']"), path).toHaveCount(0);
    expect(
      files.some((file) => file.includes("/react-router") || file.includes("framework")),
      path,
    ).toBe(false);
    expect(await page.locator("body").innerText(), path).toBe(before);
  }
});

test("a pointer that rests where a page appears asks for no script before the first paint", async ({ page }) => {
  // A browser reports it after layout.
  await page.addInitScript(() =>
    addEventListener("DOMContentLoaded", () =>
      document.body.dispatchEvent(new PointerEvent("pointermove", { bubbles: true })),
    ),
  );
  await page.goto("/login");
  await withScripts(page);
  const times = await page.evaluate(() => ({
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.POSITIVE_INFINITY,
    asked: performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ startTime }) => startTime),
  }));
  expect(times.asked.length).toBeGreaterThan(3);
  expect(Math.min(...times.asked)).toBeGreaterThanOrEqual(times.painted);
});

test("pages of people who are signed in are not fetched ahead", async ({ page }) => {
  await signIn(page, demo.client);
  for (const path of ["/", "/faq", "/dashboard", "/order?service=non-technical"]) {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(await answer.text(), path).not.toContain("speculationrules");
  }
});

test("the scripts of every visitors' page are within their weight", () => {
  const built: { pages: Record<string, string[]> } = JSON.parse(readFileSync(publicScriptsFile, "utf8"));
  /** Pages that print a price; `start` that of the order which waits for an account. */
  const priced =
    /^(modules\/site\/screens\/(home|embed-calculator)|modules\/accounts\/sign-in\/screens\/start|service-.*)$/;
  const pages = Object.entries(built.pages);
  expect(pages.length).toBeGreaterThan(20);
  const weights = pages.map(([id, files]) => ({
    id,
    kilobytes: files.reduce((sum, file) => sum + sent(file), 0) / 1000,
    most: priced.test(id) ? 100 : 91,
  }));
  expect(weights.filter(({ kilobytes, most }) => !(kilobytes > 0 && kilobytes <= most))).toEqual([]);
});

test("what is done before the scripts come is kept: choices are priced, a press on the chat opens it", async ({
  page,
}) => {
  const letScriptsCome = await holdScripts(page);
  await page.goto("/");
  await page.getByRole("spinbutton", { name: "Pages" }).fill("9");
  await page.getByRole("form", { name: "Price calculator" }).getByText("Editing").click();
  const more = page.getByRole("button", { name: "One source more" });
  for (let press = 0; press < 3; press += 1) await more.click();
  await page.getByRole("button", { name: "One page less" }).click();
  await expect(page.getByRole("spinbutton", { name: "Pages" })).toHaveValue("8");
  letScriptsCome();
  await expect(page.getByText("Editing, 8 pages")).toBeVisible();
  await expect(page.getByText("9 cited sources")).toBeVisible();
  await more.click();
  await expect(page.getByText("10 cited sources")).toBeVisible();

  await page.goto("/login");
  await page.getByLabel("Password", { exact: true }).fill("paper boat");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(page.getByRole("button", { name: "Hide password" })).toBeVisible();

  await page.goto("/");
  await withScripts(page);
  await page.getByRole("spinbutton", { name: "Pages" }).press("Enter");
  await expect(page).toHaveURL(/\/$/);

  await page.goto("/faq");
  await page.getByRole("link", { name: "Chat with support" }).click();
  await expect(page.getByRole("dialog").or(page.getByRole("region", { name: /support/i }))).toBeVisible();
});

test("what was opened before the scripts came stays open, and has then what they bring", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const letScriptsCome = await holdScripts(page);
  await page.goto("/");
  await page.getByText("Link, compare, print").click();
  letScriptsCome();
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();

  const letMenuCome = await holdScripts(page);
  await page.goto("/faq");
  await page.getByLabel("Menu").click();
  const inMenu = page.getByRole("navigation", { name: "Main, short" });
  await expect(inMenu).toBeVisible();
  letMenuCome();
  await withScripts(page);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect(inMenu).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(inMenu).toBeHidden();
});

test.describe("no line for a while", () => {
  test.use({ expected: /ERR_INTERNET_DISCONNECTED/ });
  test("a page that is touched while there is no line has its scripts as soon as there is one", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => request.resourceType() === "script" && asked.push(request.url()));
    await page.goto("/login");
    await page.context().setOffline(true);
    await page.waitForFunction(() => !navigator.onLine);
    await page.getByLabel("Password", { exact: true }).fill("paper boat");
    await page.getByRole("button", { name: "Show password" }).click();
    expect(asked).toEqual([]);
    await page.context().setOffline(false);
    await expect(page.getByRole("button", { name: "Hide password" })).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("paper boat");
  });
});

test("Continue keeps what was chosen before the scripts loaded", async ({ page }) => {
  await holdScripts(page);
  for (const [path, name] of [
    ["/", "Continue with this price"],
    ["/non-technical-writing/essays", "Order this essay"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("spinbutton", { name: "Pages" }).fill("9");
    await page.getByLabel("Subject").selectOption("Linguistics");
    await page.getByRole("button", { name }).click();
    await page.waitForURL(/\/start\?next=/);
    const chosen = new URL(new URL(page.url()).searchParams.get("next") ?? "", page.url()).searchParams;
    expect(Object.fromEntries(chosen)).toMatchObject({ service: "non-technical", pages: "9", subject: "Linguistics" });
    expect(chosen.get("deadlineDate")).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(chosen.get("serviceType")).toBe(path === "/" ? null : "essays");
    await expect(page.locator(".total .sum")).toContainText("$");
  }
});

test("scripts that are long in coming are waited for: what people use without them is shown meanwhile", async ({
  page,
}) => {
  const letScriptsCome = await holdScripts(page);
  const plain = page.getByRole("button", { name: "Show the price" });
  const live = page.getByRole("button", { name: "One page more" });
  const fonts: string[] = [];
  page.on("request", (request) => request.resourceType() === "font" && fonts.push(request.url()));
  await page.clock.install();
  await page.goto("/");
  await expect(live).toBeVisible();
  await expect(plain).toBeHidden();
  expect(fonts).toEqual([]);
  await page.clock.runFor("01:00");
  await expect(plain).toBeVisible();
  await expect(live).toBeHidden();
  await expect.poll(() => fonts.length, "fonts that wait for the scripts come without them").toBeGreaterThan(1);
  letScriptsCome();
  await page.clock.resume();
  await expect(live).toBeVisible();
  await expect(plain).toBeHidden();
});

test.describe("scripts and fonts that never come", () => {
  test.use({ expected: /Failed to load resource/ });
  test("leave a page that can be read and ordered from, and a chat that leads to the contact page", async ({
    page,
  }) => {
    await page.route(/\/assets\/.*\.(js|woff2)$/, (route) => route.abort());
    await page.goto("/non-technical-writing/essays");
    await page.getByRole("button", { name: "Order this" }).first().click();
    await expect(page).toHaveURL(/\/start\?next=%2Forder%3F.*serviceType%3Dessays/);
    await page.goto("/faq");
    await page.getByRole("link", { name: "Chat with support" }).click();
    await expect(page).toHaveURL(/\/contact$/);
  });
});

test.describe("scripts that an old browser cannot read", () => {
  test.use({ expected: /SyntaxError|Unexpected|Invalid/ });
  test("leave the page as the server drew it, and its forms go out plain", async ({ page }) => {
    await page.route(/\/assets\/.*\.js$/, (route) =>
      route.fulfill({ contentType: "text/javascript", body: "export const page = a of a newer language;" }),
    );
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: "Show the price" })).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).first().click();
    await expect(page).toHaveURL(/\/start\?/);
    await expect(page.getByLabel("E-mail")).toBeVisible();
  });
});
