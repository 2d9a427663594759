import { demo, expect, expectAccessible, signIn, test } from "../browser.ts";
import { fillBrief, goToPayment, payThere } from "../place.ts";

// A code that is refused is answered as a refusal.
test.use({ expected: /409/ });

test("a promotion code from the checkout to the receipt: refused, entered, taken off, entered again, paid", async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `JOURNEY-${Date.now() % 1_000_000}`;
  const admin = await (await browser.newContext({ baseURL })).newPage();
  await signIn(admin, demo.admin);
  await admin.goto("/admin/pricing");
  await admin.getByRole("main").getByRole("link", { name: "Promotion codes" }).click();
  await admin.getByRole("link", { name: "Make a code" }).click();
  await admin.getByLabel("Code", { exact: true }).fill(name.toLowerCase());
  await admin.getByLabel("Percent", { exact: true }).fill("10");
  await expectAccessible(admin, "a new code");
  await admin.getByRole("button", { name: "Make the code" }).click();
  await expect(admin.getByText("The code is created.")).toBeVisible();

  await signIn(page, demo.client);
  await page.goto("/order?service=essay");
  await expect(page.getByLabel("Pages").first()).toBeEditable();
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Subject").selectOption("Psychology");
  await fillBrief(page, "A road with a code");
  await goToPayment(page);

  const code = page.getByLabel("Promotion code");
  await page.getByText("Add a promotion code").click();
  const use = page.getByRole("button", { name: "Use this code" });
  await code.fill("NOBODY-HAS-IT");
  await code.press("Enter");
  await expect(page.locator(".err").getByText("We do not know this code.")).toBeVisible();
  await expect(code).toBeFocused();
  await expect(code).toHaveValue("NOBODY-HAS-IT");
  await expectAccessible(page, "a refused code");
  await code.fill(` ${name.toLowerCase()} `);
  await use.click();
  await expect(page.getByText(`Code ${name}`, { exact: true })).toBeVisible();
  await expect(page.locator(".total").getByText("To pay")).toBeVisible();
  await expectAccessible(page, "a code at the checkout");
  await page.getByRole("button", { name: `Remove the code ${name}` }).click();
  await expect(page.locator(".total").getByText("Total")).toBeVisible();
  await page.getByText("Add a promotion code").click();
  await code.fill(name);
  await use.click();
  await expect(page.getByText("10% off")).toBeVisible();
  await payThere(page);
  await expect(page.getByText(`Code ${name}`, { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Open the receipt" }).click();
  await expect(page.getByRole("cell", { name: `Code ${name}` })).toBeVisible();

  await admin.reload();
  await admin.waitForLoadState("networkidle");
  await expect(admin.getByRole("cell", { name: "Paid" })).toBeVisible();
  await admin.getByRole("button", { name: "End the code" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "End the code" }).click();
  await expect(admin.getByText("The code has ended.")).toBeVisible();
  await admin.context().close();
});
