import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { type FakeSmtp, startSmtp } from "#fakes/smtp.ts";
import { codeAt, stepAt } from "#src/modules/accounts/factors/codes.ts";
import { withBooks } from "../faults/app/books.ts";
import { type Product, startProduct } from "../support/product.ts";
import { plugAuthenticator } from "./authenticator.ts";
import { expect, expectAccessible, test } from "./browser.ts";

const email = "owner@shop.test";
const password = "seven quiet boats at noon";

let smtp: FakeSmtp;
let product: Product;
test.beforeAll(async () => {
  smtp = await startSmtp();
  product = await startProduct({ host: "localhost", env: { DEMO: "off", SMTP_URL: smtp.url, LIMITS_FACTOR: "1" } });
});
test.afterAll(async () => {
  await product.stop();
  await smtp.close();
});

/** The link that the operator's command prints. */
async function firstAdmin(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["scripts/command.js", "admin-create", "--email", email, "--name", "Owner Person"],
    { env: { PATH: process.env.PATH, DATA_DIR: product.dataDir, BASE_URL: product.url, DEMO: "off" } },
  );
  expect(stdout).toContain("The first sign-in asks to add a second factor");
  return stdout.match(/http\S+/)?.[0] ?? "";
}

async function typePassword(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** The code that the app shows now. */
const codeNow = (key: string) => codeAt(key, stepAt(new Date()));

async function signOut(page: Page): Promise<void> {
  await page.goto("/accountSettings");
  await page.getByRole("button", { name: "Sign out" }).last().click();
  await page.waitForURL(/\/$/);
}

test("the first admin adds a second factor, then a passkey, and signs in with each", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  const device = await plugAuthenticator(page);
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      document.documentElement.dataset.asked = options?.mediation ?? "now";
      return get(options);
    };
  });
  await page.goto(await firstAdmin());
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Save the new password" }).click();
  await page.waitForURL(/\/login$/);
  await expectAccessible(page, "sign in");

  await page.goto("/login?next=/admin/orders");
  await typePassword(page);
  await page.waitForURL(/\/accountSettings\/second-factor\?next=/);
  await expect(page.getByText("Your role needs a second factor.")).toBeVisible();
  await expectAccessible(page, "second factor is needed");
  // Who waits for the role is offered no order, and is not let type one.
  await expect(page.getByRole("link", { name: "New order" })).toHaveCount(0);
  await page.goto("/order");
  await page.waitForURL(/\/accountSettings\/second-factor\?next=%2Forder$/);
  await page.goto("/admin");
  await page.waitForURL(/\/accountSettings\/second-factor\?next=%2Fadmin$/);

  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const key = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  expect(key).toMatch(/^[A-Z2-7]{32}$/);
  await expectAccessible(page, "authenticator app");
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Finish" }).click();
  await expect(page.getByText("This code does not fit.")).toBeVisible();
  await expect(page.locator("code")).toContainText(key.slice(0, 4));
  await page.getByLabel("Code").fill(await codeNow(key));
  await page.getByRole("button", { name: "Finish" }).click();
  await expect(page.getByRole("heading", { name: "Your backup codes" })).toBeVisible();
  const backupCodes = await page.locator("ol code").allTextContents();
  expect(backupCodes).toHaveLength(10);
  await expectAccessible(page, "backup codes");
  await page.getByRole("link", { name: /I have kept them/ }).click();
  await page.waitForURL(({ pathname }) => pathname === "/admin");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  await page.goto("/accountSettings/passkeys");
  await device.touch(true);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("The passkey is added.")).toBeVisible();
  await device.touch(false);
  await expectAccessible(page, "passkeys");

  await signOut(page);
  await page.goto("/login?next=/admin/orders");
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
  // The device answers requests that come after it is touched: the offer in the list must not take this one.
  await page.getByLabel("E-mail").focus();
  if (await page.evaluate(() => PublicKeyCredential.isConditionalMediationAvailable()))
    await expect(page.locator("html[data-asked=conditional]")).toBeAttached();
  await device.touch(true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/admin/orders");
  await device.touch(false);

  await signOut(page);
  await page.goto("/login?next=/admin/orders");
  await typePassword(page);
  await page.waitForURL(/\/login\/second-step\?next=/);
  await expectAccessible(page, "second step");
  await page.getByRole("link", { name: "Use a backup code" }).click();
  await page.getByLabel("Backup code").fill((backupCodes[0] ?? "").toLowerCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/admin/orders");

  await withBooks(product.dataDir, ({ rows }) =>
    rows("update accounts.sessions set fresh_at = now() - interval '11 minutes'"),
  );
  await page.goto("/accountSettings/passkeys");
  await page.waitForURL(/\/confirm-identity\?next=%2FaccountSettings%2Fpasskeys$/);
  await expectAccessible(page, "confirm identity");
  // An admin who has a second factor confirms with it: no password is asked for.
  await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: "Use a backup code" }).click();
  await page.getByLabel("Backup code").fill(backupCodes[2] ?? "");
  await page.getByRole("button", { name: "Confirm with the code" }).click();
  await page.waitForURL(/\/accountSettings\/passkeys$/);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("button", { name: "Remove it" }).click();
  await expect(page.getByText("The passkey is removed.")).toBeVisible();

  const plain = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
  const still = await plain.newPage();
  await still.goto("/login?next=/admin/orders");
  await typePassword(still);
  await still.getByRole("link", { name: "Use a backup code" }).click();
  await still.getByLabel("Backup code").fill(backupCodes[0] ?? "");
  await still.getByRole("button", { name: "Continue" }).click();
  await expect(still.getByText("This backup code does not fit, or it was used already.")).toBeVisible();
  await still.getByLabel("Backup code").fill(backupCodes[1] ?? "");
  await still.getByRole("button", { name: "Continue" }).click();
  await still.waitForURL(({ pathname }) => pathname === "/admin/orders");
  await still.goto("/accountSettings/second-factor");
  await still.getByRole("button", { name: "Move to another app or phone" }).click();
  await expect(still.locator("code")).toHaveText(/^[A-Z2-7]{4} /);
  await plain.close();

  const subjects = ["An authenticator app was added", "A passkey was added", "A backup code was used"];
  await expect.poll(() => smtp.mails.map(({ headers }) => headers.subject)).toEqual(expect.arrayContaining(subjects));
  for (const { raw } of smtp.mails) for (const secret of [key, ...backupCodes]) expect(raw).not.toContain(secret);
  await context.close();
});

test("an account begins with the link in the mail, in whatever browser it is opened, and continues where it was", async ({
  browser,
}) => {
  const own = "reader@shop.test";
  const open = async () => (await browser.newContext({ baseURL: product.url })).newPage();
  const [page, phone] = [await open(), await open()];
  const register = async (secret: string) => {
    await page.getByLabel("Password", { exact: true }).fill(secret);
    await page.getByRole("button", { name: "Create account" }).click();
  };
  await page.goto("/register?next=/custom");
  await page.getByLabel("Name").fill("Ines Reader");
  await page.getByLabel("E-mail").fill(own);
  await page.getByLabel(/I have read/).check();
  await register("ines reader ines");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("E-mail")).toHaveValue(own);
  await register(password);
  await expect(page.getByRole("heading", { name: "We sent you an e-mail" })).toBeVisible();
  await expectAccessible(page, "an e-mail was sent");

  const linkOf = () =>
    smtp.mails.findLast(({ to }) => to.includes(own))?.text.match(/http\S+\/register\?token=\S+/)?.[0];
  await expect.poll(linkOf).toBeTruthy();
  const link = linkOf() ?? "";
  await phone.goto(link);
  await phone.waitForURL(({ search }) => !search.includes("token"));
  await expect(phone.getByText(own)).toBeVisible();
  await expectAccessible(phone, "confirm the e-mail");
  await phone.getByRole("button", { name: "Confirm and continue" }).click();
  await phone.waitForURL(({ pathname }) => pathname === "/custom");

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link is over" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("E-mail").fill(own);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/dashboard$/);
  for (const one of [page, phone]) await one.context().close();
});
