import type { Page } from "@playwright/test";
import { withBooks } from "../../faults/app/books.ts";
import { expect, expectAccessible, test } from "../browser.ts";

const port = Number(process.env.JOURNEY_PORT ?? 3217);
const stand = { google: `http://127.0.0.1:${port + 1}`, apple: `http://127.0.0.1:${port + 2}` };

const turn = async (kind: keyof typeof stand, knobs: Record<string, unknown>): Promise<void> => {
  const answer = await fetch(`${stand[kind]}/_control`, { method: "POST", body: JSON.stringify(knobs) });
  expect(await answer.json()).toMatchObject(knobs);
};
test.afterEach(async () => {
  for (const kind of ["google", "apple"] as const) await turn(kind, { coop: null });
});

const next = "/accountSettings";
const press = (page: Page, name: "Google" | "Apple") =>
  page.getByRole("button", { name: `Continue with ${name}` }).click();

/** The e-mail of whoever is signed in. */
const whoIsIn = async (page: Page): Promise<string | undefined> =>
  (await (await page.request.get("/api/auth/get-session")).json())?.user?.email;

/** On the provider's page: chooses somebody, and agrees the first time. */
async function choose(page: Page, who: string): Promise<void> {
  await page.getByRole("button", { name: who }).click();
  const allow = page.getByRole("button", { name: "Allow" });
  if (await allow.isVisible().catch(() => false)) await allow.click();
}

/** Opens the popup by the click and chooses there; the popup closes itself. */
async function inPopup(page: Page, choice: (popup: Page) => Promise<void>): Promise<void> {
  const opening = page.waitForEvent("popup");
  await press(page, "Google");
  const popup = await opening;
  await expect(popup.getByRole("heading", { name: "Fake for Google" })).toBeVisible();
  await choice(popup);
  await expect.poll(() => popup.isClosed()).toBe(true);
}

for (const coop of [null, "same-origin"] as const) {
  test(`Google in a popup, provider's opener policy ${coop}`, async ({ page }) => {
    await turn("google", { coop });
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await inPopup(page, (popup) => choose(popup, "Ada Winter"));
    await page.waitForURL(`**${next}`);
    expect(await whoIsIn(page)).toBe("ada@example.test");
  });
}

test("a popup that is given up leaves the page as it was, with a sentence", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("E-mail").fill("half@typed");
  await inPopup(page, (popup) => popup.getByRole("button", { name: "Cancel" }).click());
  await expect(page.getByText("You did not continue with Google. Nothing was changed.")).toBeVisible();
  await inPopup(page, (popup) => popup.close());
  await expect(page.getByText(/other window was closed/)).toBeVisible();
  await expectAccessible(page, "login with a sentence");
  await inPopup(page, (popup) => choose(popup, "Cleo Marsh"));
  await expect(page.getByText(/Google has not confirmed that your e-mail is yours/)).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue("half@typed");
  await inPopup(page, (popup) => choose(popup, "Ada Winter"));
  await page.waitForURL("**/dashboard");
});

test("a blocked popup becomes a redirect", async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto(`/register?next=${encodeURIComponent(next)}`);
  await expectAccessible(page, "register");
  await page.getByLabel("Name").fill("Somebody");
  await press(page, "Google");
  await choose(page, "Dima Petrov");
  await page.waitForURL(`**${next}`);
  expect(await whoIsIn(page)).toBe("client@demo.test");
});

test.describe("Apple", () => {
  test("by redirect and form post: refused, then the first time, then again", async ({ page }) => {
    // Reached by a link: the page's own policy is then that of the first one.
    await page.goto("/");
    await page.getByRole("link", { name: "Sign in" }).first().click();
    await page.waitForURL("**/login**");
    await press(page, "Apple");
    await page.getByRole("button", { name: "Ada Winter" }).click();
    await page.getByRole("button", { name: "Deny" }).click();
    await page.waitForURL(/\/login\?trouble=apple\.cancelled/);
    await expect(page.getByText("You did not continue with Apple. Nothing was changed.")).toBeVisible();
    for (const time of ["first", "second"]) {
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await press(page, "Apple");
      await choose(page, "Bo Lind");
      await page.waitForURL(`**${next}`);
      await expect(page.getByLabel("Name", { exact: true }), time).toHaveValue("bo");
      // A page that still polls would get the answer that nobody is signed in any more.
      await page.goto("about:blank");
      await page.context().clearCookies();
    }
  });

  test("joins no account of an address whose mailbox is not Apple's", async ({ page }) => {
    await page.goto("/login");
    await press(page, "Apple");
    await choose(page, "Finn Holm");
    await expect(page.getByText("There is an account with this e-mail already.")).toBeVisible();
  });
});

test("an admin goes to the admin area", async ({ page }) => {
  await page.goto("/login");
  await inPopup(page, (popup) => choose(popup, "Finn Holm"));
  await page.waitForURL("**/admin");
});

test("in the settings a provider is connected, signs in, and is taken away again", async ({ page }) => {
  await page.goto("/login");
  await inPopup(page, (popup) => choose(popup, "Ada Winter"));
  await page.waitForURL("**/dashboard");
  await page.goto("/accountSettings/sign-in");
  await page.getByRole("button", { name: "Connect Apple" }).click();
  await choose(page, "Ada Winter");
  await page.waitForURL("**/accountSettings/sign-in");
  await expect(page.getByText("Apple is connected")).toBeVisible();
  // What is asked for later needs a fresh proof: the connected account gives it, in a popup again.
  await withBooks(`.cache/journeys/${port}`, ({ rows }) => rows("update accounts.sessions set fresh_at = null"));
  await page.goto("/confirm-identity?next=/accountSettings/sign-in");
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: /with Google/ }).click();
  const popup = await opening;
  await choose(popup, "Ada Winter");
  await page.waitForURL(({ pathname }) => pathname === "/accountSettings/sign-in");
  await page.getByRole("button", { name: "Disconnect Apple" }).click();
  await expect(page.getByRole("button", { name: "Connect Apple" })).toBeVisible();
  await expect(page.getByText("It is your only way in")).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("Google is a plain form", async ({ page }) => {
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await press(page, "Google");
    await page.getByRole("button", { name: "Gil Ross" }).click();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.waitForURL(`**${next}`);
    expect(await whoIsIn(page)).toBe("gil@example.test");
    await page.goto("/auth/popup-done?n=x&to=%2Fdashboard");
    await page.getByRole("link", { name: "Continue here" }).click();
    await page.waitForURL("**/dashboard");
  });
});

test.describe("at another name of this machine", () => {
  test.use({ expected: /status of 403/ });
  test("the window closes again, and the page says where to go", async ({ page }) => {
    await page.goto(`http://127.0.0.1:${port}/login`);
    const opening = page.waitForEvent("popup");
    await press(page, "Google");
    const popup = await opening;
    await expect.poll(() => popup.isClosed()).toBe(true);
    await expect(page.getByText("Google works only at the main address of this site.")).toBeVisible();
  });
});
