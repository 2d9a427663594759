import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { isFullRun } from "../support/full-run.ts";

/** What Playwright says in the place of the worker that journeys keep out (playwright.config.ts). */
const workerBlocked = "Service Worker registration blocked by Playwright";

/** Every journey also proves that no page complained: console errors, blocked content, failed scripts. */
export const test = base.extend<{ complaints: string[]; expected: RegExp | null; client: Newcomer }>({
  /** A client of the test's own, with an account and no session: two journeys at once are two people. */
  client: async ({ baseURL }, use) => {
    const origin = baseURL ?? "";
    const mark = crypto.randomUUID();
    const own = { name: `Ada ${mark.slice(0, 6)}`, email: `client-${mark}@demo.test`, password: demo.password };
    const answer = await fetch(`${origin}/api/auth/sign-up/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify({ ...own, terms: "on" }),
    });
    if (!answer.ok) throw new Error(`The account was not opened: ${answer.status} ${await answer.text()}`);
    await use(own);
  },
  /** A complaint that the journey provokes, such as a refused form's status. */
  expected: [null, { option: true }],
  complaints: [
    async ({ page, expected }, use) => {
      const messages: string[] = [];
      const hear = (watched: Page) => {
        watched.on("console", (message) => {
          if (message.text() === workerBlocked) return;
          if (message.type() === "error" || message.type() === "warning")
            messages.push(`${message.text().slice(0, 300)} ${message.location().url}`);
        });
        watched.on("pageerror", (error) => messages.push(String(error)));
      };
      hear(page);
      page.context().on("page", hear);
      await use(messages);
      expect(
        messages.filter((line) => !expected?.test(line)),
        "console messages of the pages",
      ).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** No id stands twice: labels, descriptions and links would reach the first element alone. */
export async function expectDistinctIds(page: Page, name: string): Promise<void> {
  const ids = await page.evaluate(() => Array.from(document.querySelectorAll("[id]"), ({ id }) => id));
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  expect(twice, `${name}: ids that stand twice`).toEqual([]);
}

/**
 * WCAG 2.2 AA and best practice, the whole page, once, as who wants no motion sees it: a page that comes to life draws
 * its words anew, and what is still fading in has no contrast yet. What moves by itself is brought to its end.
 */
export async function expectPageAccessible(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  });
  // Gathering the results in a page of their own, for frames of other origins, costs two thirds; there are none here.
  // Describing every element that a rule found right costs more than finding it right. No rule of these reads style sheets.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"], preload: false })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  await page.emulateMedia({ reducedMotion: null });
  expect(violations.map((v) => `${name}: ${v.id} ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`)).toEqual([]);
}

/**
 * The same for one of a page's states, in the full run; in `npm test` the journey of every screen looks at each page once, and
 * a state's ids are read.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await expectDistinctIds(page, name);
  if (isFullRun) await expectPageAccessible(page, name);
}

export const displays = [
  { name: "1440 light", viewport: { width: 1440, height: 900 }, theme: "light" },
  { name: "1440 dark", viewport: { width: 1440, height: 900 }, theme: "dark" },
  { name: "390 light", viewport: { width: 390, height: 844 }, theme: "light" },
  { name: "390 dark", viewport: { width: 390, height: 844 }, theme: "dark" },
] as const;

/** On which the long roads are walked: the narrow dark one, all four in the full run. */
export const walkedDisplays = displays.filter((_, at) => isFullRun || at === 3);

/** Sets the stored look before the first page. */
export async function setTheme(page: Page, theme: string): Promise<void> {
  const url = test.info().project.use.baseURL ?? "http://localhost";
  await page.context().addCookies([{ name: "theme", value: theme, url }]);
}

export const demo = {
  client: "client@demo.test",
  writer: "writer@demo.test",
  admin: "admin@demo.test",
  password: "paper boat in the rain",
};

/** On the sign-in page: types the address and the password of a demo account, and sends them. */
async function typeSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(demo.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Signs in through the form, as a person does. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await typeSignIn(page, email);
  await page.waitForURL(/\/(dashboard|admin)/);
}

/** On the step between a price and an order: takes the way of people who have a password. */
export async function signInAtStart(page: Page, email: string): Promise<void> {
  await page.waitForURL(/\/start\?next=/);
  await page.getByRole("link", { name: "Sign in with it" }).click();
  await page.waitForURL(/\/login\?next=/);
  await typeSignIn(page, email);
}

export type Newcomer = { name: string; email: string; password?: string };

/** Opens an account at `/register`, or at the address that leads there and back, and waits for the page behind it. */
export async function register(
  page: Page,
  { name, email, password = demo.password }: Newcomer,
  { at = "/register", reaching = /\/dashboard/ } = {},
): Promise<void> {
  await page.goto(at);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel(/I have read/).check();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(reaching);
}

/** Waits until the page's scripts run. */
export const withScripts = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith("__react")));

/** The six digits that the page of demo mode shows in place of the e-mail. */
export const codeOn = async (page: Page): Promise<string> =>
  /\d{6}/.exec((await page.getByText(/is your code/).textContent()) ?? "")?.[0] ?? "";
