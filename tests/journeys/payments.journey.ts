import { letThrough } from "#fakes/paypal/actions.ts";
import { isFullRun } from "../support/full-run.ts";
import { expect, expectAccessible, test } from "./browser.ts";
import { openShop, opensUntil, payBy, register, type Shop, typeCard } from "./shop.ts";

let shop: Shop;
test.beforeAll(async () => {
  shop = await openShop();
});
test.afterAll(() => shop.close());
test.afterEach(() => {
  Object.assign(shop.stripe.knobs, { drop: false, duplicate: false, reorder: false, down: null });
});

test.describe("cards at Stripe", () => {
  test("declined, then 3-D Secure; cancelled and begun again is the same page; webhooks twice and turned round", async ({
    page,
  }) => {
    Object.assign(shop.stripe.knobs, { duplicate: true, reorder: true });
    await register(page, shop, "card@example.test");
    await payBy(page, shop, { title: "A card that works", method: "Credit card" });
    await page.waitForURL(/127\.0\.0\.1.*\/pay\//);
    const first = page.url();
    await page.getByRole("link", { name: "Cancel and go back" }).click();
    await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/);
    await expectAccessible(page, "checkout");
    await page.getByRole("button", { name: /^Pay \$/ }).click();
    await page.waitForURL(first);
    await typeCard(page, "4000 0000 0000 0002");
    await expect(page.getByRole("alert")).toHaveText("Your card was declined.");
    await typeCard(page, "4000 0027 6000 3184");
    await page.getByRole("button", { name: "Fail" }).click();
    await typeCard(page, "4000 0027 6000 3184");
    await page.getByRole("button", { name: "Complete" }).click();
    await page.waitForURL(/\/checkout\/.*\/return/);
    await expect(page.getByRole("heading", { name: "We have your order" })).toBeVisible();
    await shop.stripe.flush();
    expect(shop.stripe.bank.books.intents.size).toBe(1);
  });

  test("the window is closed after paying: the webhook alone pays; cancelled, all goes back to the card", async ({
    page,
  }) => {
    await register(page, shop, "closed@example.test");
    await payBy(page, shop, { title: "A window that was closed", method: "Credit card" });
    await page.waitForURL(/127\.0\.0\.1.*\/pay\//);
    const form = new URLSearchParams({ choice: "pay", card: "4242424242424242" });
    await fetch(page.url(), { method: "POST", body: form, redirect: "manual" });
    await shop.stripe.flush();
    await opensUntil(page, `${shop.product.url}/dashboard`, "Paid, choosing a writer");
    await page.getByRole("link", { name: "A window that was closed" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "A window that was closed" })).toBeVisible();
    const before = shop.stripe.bank.books.refunds.size;
    await page
      .getByRole("link", { name: /cancel/i })
      .or(page.getByRole("button", { name: /cancel/i }))
      .first()
      .click();
    const sure = page.getByRole("button", { name: /cancel/i }).last();
    if (shop.stripe.bank.books.refunds.size === before) await sure.click();
    await expect.poll(() => shop.stripe.bank.books.refunds.size).toBe(before + 1);
  });
});

test("PayPal looks at a payment: it is being reviewed, nothing can be paid beside it, and let through it is paid", async ({
  page,
}) => {
  await register(page, shop, "paypal@example.test");
  await payBy(page, shop, { title: "PayPal looks at it", method: "PayPal" });
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
  shop.paypal.knobs.duplicate = true;
  for (const order of shop.paypal.bank.books.orders.values()) letThrough(shop.paypal.bank, order, true);
  await shop.paypal.flush();
  await opensUntil(page, checkout, "This order is paid.");
});

if (isFullRun)
  test.describe("a provider that is away", () => {
    test.use({ expected: /status of 503|Failed to load resource/ });
    test("a sentence and a way on; nothing is charged, and the order can still be paid", async ({ page }) => {
      await register(page, shop, "away@example.test");
      shop.stripe.knobs.down = "error";
      await payBy(page, shop, { title: "A provider that is away", method: "Credit card" });
      await expect(page.getByText(/We cannot reach the payment page/).first()).toBeVisible();
      shop.stripe.knobs.down = null;
      await page.getByRole("button", { name: /^Pay \$/ }).click();
      await page.waitForURL(/127\.0\.0\.1.*\/pay\//);
    });
  });
