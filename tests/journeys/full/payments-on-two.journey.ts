import type { FakePayPal } from "#fakes/paypal/start.ts";
import { withBooks } from "../../faults/app/books.ts";
import { expect, test } from "../browser.ts";
import { openShop, opensUntil, payBy, register, type Shop, typeCard } from "../shop.ts";

const capturesOf = ({ bank }: FakePayPal) =>
  [...bank.books.orders.values()].flatMap(({ purchase_units: [unit] }) => unit?.payments?.captures ?? []);

/** Clients are on one process, the providers' messages come to the other one. */
let shop: Shop;
test.describe("two processes", () => {
  test.beforeAll(async () => {
    shop = await openShop(2);
  });
  test.afterAll(() => shop.close());

  test("a card and PayPal: a returning client is paid once, whatever the other process receives, and how often", async ({
    page,
  }) => {
    const { stripe, paypal, receiver, product } = shop;
    for (const { knobs } of [stripe, paypal]) knobs.duplicate = true;
    await register(page, shop, "two@example.test");
    await payBy(page, shop, { title: "A card on two", method: "Credit card" });
    await typeCard(page, "4242 4242 4242 4242");
    await page.waitForURL(/\/checkout\/.*\/return/);
    await expect(page.getByRole("heading", { name: "We have your order" })).toBeVisible();
    await stripe.flush();

    await payBy(page, shop, { title: "PayPal on two", method: "PayPal" });
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.waitForURL(/\/checkout\/.*\/return/);
    await expect(page.getByRole("heading", { name: "We have your order" })).toBeVisible();
    await paypal.flush();

    // Nobody returns: only the other process receives the event.
    await payBy(page, shop, { title: "A closed window on two", method: "Credit card" });
    await page.waitForURL(/127\.0\.0\.1.*\/pay\//);
    const form = new URLSearchParams({ choice: "pay", card: "4242424242424242" });
    await fetch(page.url(), { method: "POST", body: form, redirect: "manual" });
    await stripe.flush();

    for (const { url } of [product, receiver]) {
      await expect(async () => {
        await page.goto(`${url}/dashboard`);
        await expect(page.getByText("Paid, choosing a writer")).toHaveCount(3, { timeout: 2_000 });
      }).toPass();
    }
    const left = "select count(*)::int as n from payments.provider_events where processed_at is null";
    await withBooks(product.dataDir, async ({ rows }) => {
      await expect.poll(async () => (await rows<{ n: number }>(left))[0]?.n).toBe(0);
      const [kept] = await rows(`select count(*)::int as all, count(*) filter (where verdict = 'settle')::int as paid,
          count(distinct order_id)::int as orders, (select count(*)::int from payments.refunds) as back
          from payments.settlements`);
      expect(kept).toEqual({ all: 3, paid: 3, orders: 3, back: 0 });
    });
    expect([stripe.bank.books.intents.size, capturesOf(paypal).length]).toEqual([2, 1]);
  });

  test("a refund begun on one process arrives at the provider once", async ({ page }) => {
    const { stripe, receiver } = shop;
    await register(page, shop, "back@example.test");
    await payBy(page, shop, { title: "Cancelled on two", method: "Credit card" });
    await typeCard(page, "4242 4242 4242 4242");
    await page.waitForURL(/\/checkout\/.*\/return/);
    const before = stripe.bank.books.refunds.size;
    await opensUntil(page, `${receiver.url}/dashboard`, "Paid, choosing a writer");
    await page.getByRole("link", { name: "Cancelled on two" }).first().click();
    await page.getByRole("link", { name: "Cancel the order" }).click();
    await page.getByRole("button", { name: "Cancel the order" }).click();
    await expect(page.getByText("Cancelled").first()).toBeVisible();
    await expect.poll(() => stripe.bank.books.refunds.size).toBe(before + 1);
    await stripe.flush();
    const settled = "select count(*)::int as n from payments.refunds where state = 'succeeded'";
    await withBooks(receiver.dataDir, async ({ rows }) => {
      await expect.poll(async () => (await rows<{ n: number }>(settled))[0]?.n).toBe(1);
    });
    expect(stripe.bank.books.refunds.size).toBe(before + 1);
  });
});
