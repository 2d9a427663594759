import type { BrowserContextOptions, Page } from "@playwright/test";
import { sized } from "../support/full-run.ts";
import { expect, expectAccessible, test } from "./browser.ts";
import { firstAdmin, openShop, opensUntil, payBy, register, type Shop } from "./shop.ts";

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWM4Y2wMQQxwFgBLYgctHTQ66QAAAABJRU5ErkJggg==",
  "base64",
);

const damaged = { name: "damaged.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n1 0 obj\n<<") };

/** A proof that cannot be read does not pass as sent: the page says who does not have it, and why. */
async function sendDamaged(page: Page): Promise<void> {
  await page.locator("[data-drop] input[type=file][multiple]").setInputFiles(damaged);
  await expect(page.getByText("The PDF is damaged and cannot be read.")).toBeVisible();
  await page.getByRole("button", { name: "Send the proof" }).click();
  await expect(page.getByText("Our team does not have “damaged.pdf”.")).toBeVisible();
  await expect(page.getByText("Thank you. We watch for your transfer.")).toBeVisible();
}

let shop: Shop;
let admin: BrowserContextOptions["storageState"];
test.describe("a bank transfer", () => {
  test.beforeAll(async ({ browser }) => {
    shop = await openShop();
    admin = await firstAdmin(browser, shop);
    const page = await browser.newPage({ baseURL: shop.product.url, storageState: admin });
    await page.goto("/admin/payments/bank");
    await page.getByLabel("Account holder").fill("Paperwright Ltd");
    await page.getByLabel("IBAN or account number").fill("GB33 BUKB 2020 1555 5555 55");
    await page.getByLabel("BIC").fill("BUKBGB22");
    await page.getByLabel("Name of the bank").fill("Bank of Trees");
    await page.getByRole("button", { name: "Save the account" }).click();
    await expect(page.getByText("Clients see it from now on.")).toBeVisible();
    await page.close();
  });
  test.afterAll(() => shop.close());

  for (const javaScriptEnabled of sized([true], [true, false]))
    test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
      test.use({ javaScriptEnabled });

      test("is announced with a proof, found on the statement by an admin, and the order is paid", async ({
        page,
        browser,
      }) => {
        const name = javaScriptEnabled ? "A transfer" : "A plain transfer";
        await register(page, shop, javaScriptEnabled ? "bank@example.test" : "plain-bank@example.test");
        await payBy(page, shop, { title: name, method: "Bank transfer" });
        await page.waitForURL(/\/checkout\/[0-9a-f-]{36}\/transfer$/);
        if (javaScriptEnabled) {
          await expectAccessible(page, "transfer");
          await expect(page.getByRole("button", { name: "Choose files" })).toBeEnabled();
        }
        const details = page.locator("dl.copyrows");
        await expect(details).toContainText("GB33 BUKB 2020 1555 5555 55");
        const amount = /\$(\d+\.\d\d)/.exec((await details.textContent()) ?? "")?.[1] ?? "";
        const proof = { name: "proof.png", mimeType: "image/png", buffer: picture };
        await page
          .locator(javaScriptEnabled ? "[data-drop] input[type=file][multiple]" : "#plain-file")
          .setInputFiles(proof);
        if (javaScriptEnabled) await expect(page.getByText("proof.png is sent.")).toBeAttached();
        if (!javaScriptEnabled) await page.getByRole("button", { name: "Send the file" }).click();
        if (!javaScriptEnabled) await expect(page.getByText("proof.png").first()).toBeAttached();
        await page.getByRole("button", { name: /I have sent the transfer|Send the proof/ }).click();
        await expect(page.getByText("Thank you. We watch for your transfer.")).toBeVisible();
        await expect(page.getByRole("list", { name: "Proof that you sent" }).getByText("proof.png")).toBeVisible();
        if (javaScriptEnabled) {
          await sendDamaged(page);
          await expectAccessible(page, "transfer-damaged");
          await page.getByRole("button", { name: /^Send it as it is\s?: damaged\.pdf$/ }).click();
          await expect(page.getByText("Our team has the file as it is.")).toBeVisible();
          await expect(page.getByText("Our team does not have")).toBeHidden();
        }
        const orderId = /checkout\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
        await page.goto(`${shop.product.url}/dashboard/orders/${orderId}`);
        await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

        const adminPage = await browser.newPage({
          baseURL: shop.product.url,
          storageState: admin,
          javaScriptEnabled,
        });
        await adminPage.goto(`/admin/orders/${orderId}`);
        await expect(adminPage.getByText("proof.png").first()).toBeVisible();
        const confirm = adminPage
          .locator("form")
          .filter({ has: adminPage.getByRole("button", { name: "Confirm the transfer" }) });
        await adminPage.getByText("Confirm a bank transfer").first().click();
        // A part of it is no payment yet.
        await confirm.getByLabel("Amount in US dollars").fill("10.00");
        await confirm.getByLabel("Reference on the bank statement").fill(`PART ${name}`);
        await confirm.getByRole("button", { name: "Confirm the transfer" }).click();
        await adminPage.getByRole("button", { name: /^Confirm a transfer of \$10\.00/ }).click();
        await opensUntil(page, `${shop.product.url}/checkout/${orderId}/transfer`, "$10.00 has arrived.");

        await adminPage.goto(`/admin/orders/${orderId}`);
        await adminPage.getByText("Confirm a bank transfer").first().click();
        await confirm.getByLabel("Amount in US dollars").fill((Number(amount) - 10).toFixed(2));
        await confirm.getByLabel("Reference on the bank statement").fill(`REST ${name}`);
        await confirm.getByRole("button", { name: "Confirm the transfer" }).click();
        await adminPage.getByRole("button", { name: /^Confirm a transfer of/ }).click();
        await expect(adminPage.getByText("The transfer is confirmed, and the order is paid.").first()).toBeVisible();
        await adminPage.close();

        await opensUntil(page, `${shop.product.url}/dashboard`, "Paid, choosing a writer");
        await page.goto(`${shop.product.url}/checkout/${orderId}`);
        await expect(page.getByText("This order is paid.").first()).toBeVisible();
      });
    });
});
