import type { Page } from "@playwright/test";
import { letThrough } from "#fakes/paypal/deeds.ts";
import { type FakePayPal, startPayPal } from "#fakes/paypal/start.ts";
import { type FakeSmtp, startSmtp } from "#fakes/smtp.ts";
import { type FakeStripe, startStripe } from "#fakes/stripe/start.ts";
import { freePort, type Product, startProduct } from "../support/product.ts";
import { expect, expectAccessible, test } from "./browser.ts";
import { fillBrief, goToPayment } from "./place.ts";

const password = "seven quiet rivers meet";

let smtp: FakeSmtp;
let stripe: FakeStripe;
let paypal: FakePayPal;
let product: Product;
test.beforeAll(async () => {
  smtp = await startSmtp();
  const port = await freePort();
  stripe = await startStripe({ webhooks: `http://localhost:${port}/webhooks/stripe` });
  paypal = await startPayPal({ webhooks: `http://localhost:${port}/webhooks/paypal` });
  const env = { DEMO: "off", SMTP_URL: smtp.url, ...stripe.env, ...paypal.env };
  product = await startProduct({ host: "localhost", port, env });
});
test.afterAll(async () => {
  await product.stop();
  await stripe.close();
  await paypal.close();
  await smtp.close();
});
test.afterEach(() => {
  Object.assign(stripe.knobs, { drop: false, duplicate: false, reorder: false, down: null });
});

/** A new client of the real installation, signed in by the link of the mail. */
async function register(page: Page, email: string): Promise<void> {
  await page.goto(`${product.url}/register`);
  await page.getByLabel("Name").fill("Noor Visser");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel(/I have read/).check();
  await page.getByRole("button", { name: "Create account" }).click();
  const mail = await smtp.mailTo(email);
  await page.goto(/http:\/\/localhost\S+/.exec(mail.text)?.[0] ?? "");
  const confirm = page.getByRole("button", { name: /confirm/i });
  if (await confirm.isVisible().catch(() => false)) await confirm.click();
  if (page.url().includes("/login")) {
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  }
  await page.waitForURL(/\/dashboard/);
}

/** Places an order and opens the payment page of the method. */
async function toProvider(page: Page, title: string, method: string): Promise<void> {
  await page.goto(`${product.url}/order?service=essay`);
  await page.getByLabel("Subject").selectOption("Philosophy");
  await fillBrief(page, title);
  await goToPayment(page);
  await page.getByLabel(method).check();
  await expectAccessible(page, "checkout");
  await page.getByRole("button", { name: /^Pay \$/ }).click();
}

/** An event is followed after it was answered: opens the page until it says so. */
const opensUntil = (page: Page, address: string, text: string): Promise<void> =>
  expect(async () => {
    await page.goto(address);
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 2_000 });
  }).toPass();

const typeCard = async (page: Page, card: string): Promise<void> => {
  await page.getByLabel("Card number").fill(card);
  await page.getByRole("button", { name: /^Pay \$/ }).click();
};

test.describe("cards at Stripe", () => {
  test("declined, then 3-D Secure; cancelled and begun again is the same page; webhooks twice and turned round", async ({
    page,
  }) => {
    Object.assign(stripe.knobs, { duplicate: true, reorder: true });
    await register(page, "card@example.test");
    await toProvider(page, "A card that works", "Credit card");
    await page.waitForURL(/127\.0\.0\.1.*\/pay\//);
    const first = page.url();
    await page.getByRole("link", { name: "Cancel and go back" }).click();
    await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/);
    await page.getByRole("button", { name: /^Pay \$/ }).click();
    await page.waitForURL(first);
    await typeCard(page, "4000 0000 0000 0002");
    await expect(page.getByRole("alert")).toHaveText("Your card was declined.");
    await typeCard(page, "4000 0027 6000 3184");
    await page.getByRole("button", { name: "Fail" }).click();
    await typeCard(page, "4000 0027 6000 3184");
    await page.getByRole("button", { name: "Complete" }).click();
    await page.waitForURL(/\/checkout\/.*\/return/);
    await expect(page.getByRole("heading", { name: "Your order is with us" })).toBeVisible();
    await stripe.flush();
    expect(stripe.bank.books.intents.size).toBe(1);
  });

  test("the window is closed after paying: the webhook alone pays; cancelled, all goes back to the card", async ({
    page,
  }) => {
    await register(page, "closed@example.test");
    await toProvider(page, "A window that was closed", "Credit card");
    await page.waitForURL(/127\.0\.0\.1.*\/pay\//);
    const form = new URLSearchParams({ deed: "pay", card: "4242424242424242" });
    await fetch(page.url(), { method: "POST", body: form, redirect: "manual" });
    await stripe.flush();
    await opensUntil(page, `${product.url}/dashboard`, "Paid, choosing a writer");
    await page.getByRole("link", { name: "A window that was closed" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "A window that was closed" })).toBeVisible();
    const before = stripe.bank.books.refunds.size;
    await page
      .getByRole("link", { name: /cancel/i })
      .or(page.getByRole("button", { name: /cancel/i }))
      .first()
      .click();
    const sure = page.getByRole("button", { name: /cancel/i }).last();
    if (stripe.bank.books.refunds.size === before) await sure.click();
    await expect.poll(() => stripe.bank.books.refunds.size).toBe(before + 1);
  });
});

test("PayPal looks at a payment: it is being reviewed, nothing can be paid beside it, and let through it is paid", async ({
  page,
}) => {
  await register(page, "paypal@example.test");
  await toProvider(page, "PayPal looks at it", "PayPal");
  await page.waitForURL(/checkoutnow/);
  await page.getByRole("link", { name: "Cancel and go back" }).click();
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/);
  const checkout = page.url();
  await page.getByLabel("PayPal").check();
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await page.getByRole("button", { name: "Approve, and PayPal looks at it" }).click();
  await page.waitForURL(/\/checkout\/.*\/return/);
  await expect(page.getByRole("heading", { name: "Your payment is being reviewed" })).toBeVisible();
  await expectAccessible(page, "being reviewed");
  await page.goto(checkout);
  await expect(page.getByText("Your payment is being reviewed.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pay \$/ })).toHaveCount(0);
  paypal.knobs.duplicate = true;
  for (const order of paypal.bank.books.orders.values()) letThrough(paypal.bank, order, true);
  await paypal.flush();
  await opensUntil(page, checkout, "This order is paid.");
});

if (process.env.FULL_RUN)
  test.describe("a provider that is away", () => {
    test.use({ expected: /status of 503|Failed to load resource/ });
    test("a sentence and a way on; nothing is charged, and the order can still be paid", async ({ page }) => {
      await register(page, "away@example.test");
      stripe.knobs.down = "error";
      await toProvider(page, "A provider that is away", "Credit card");
      await expect(page.getByText(/We cannot reach the payment page/).first()).toBeVisible();
      stripe.knobs.down = null;
      await page.getByRole("button", { name: /^Pay \$/ }).click();
      await page.waitForURL(/127\.0\.0\.1.*\/pay\//);
    });
  });
