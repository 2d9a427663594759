// The e-mail editor in a shop whose e-mails leave: what is published is what arrives. And two admins at one text.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../browser.ts";
import { firstAdmin, openShop, register, type Shop } from "../shop.ts";

// A refused form answers 422, another tab 409; the browser notes both.
test.use({ expected: /422|409/ });

let shop: Shop;
let owner: Awaited<ReturnType<typeof firstAdmin>>;
let second: typeof owner;
test.beforeAll(async ({ browser }) => {
  shop = await openShop();
  owner = await firstAdmin(browser, shop);
  second = await firstAdmin(browser, shop, "second@shop.test", "Second Person");
});
test.afterAll(() => shop.close());

const resetMail = "/admin/site/emails/account.reset";
const published = "Published. Visitors see it within 3 seconds.";
const subjectOf = (page: Page) => page.getByLabel("Subject");
const textOf = (page: Page) => page.getByRole("textbox", { name: /^Text/ });
const preview = (page: Page) => page.getByRole("complementary", { name: "Preview" });

/** The e-mail with a link to choose a password that this address gets for one more wish. */
async function askedFor(visitor: Page, email: string) {
  const links = () => shop.smtp.mails.filter(({ to, text }) => to.includes(email) && text.includes("/passreset"));
  const before = links().length;
  await visitor.goto("/passreset");
  await visitor.getByLabel("E-mail").fill(email);
  await visitor.getByRole("button", { name: "Send the link" }).click();
  await expect.poll(() => links().length).toBe(before + 1);
  return links().at(-1);
}

test("an admin writes an e-mail, sees it, sends it to oneself, publishes it, and takes it back", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: shop.product.url, storageState: owner });
  const page = await context.newPage();
  const visitor = await (await browser.newContext({ baseURL: shop.product.url })).newPage();
  const email = "noor@client.test";
  await register(visitor, shop, email);
  const client = await (await browser.newContext({ baseURL: shop.product.url })).newPage();
  const original = await askedFor(client, email);

  await page.goto("/admin/site/emails");
  await page.getByRole("link", { name: "Choose a new password" }).click();
  await expect(page).toHaveURL(new RegExp(`${resetMail}$`));
  await page.waitForLoadState("networkidle");
  await subjectOf(page).fill("Your way back");
  await textOf(page).fill("# A new password\n\n{{who asked}}\n\n- One press\n- **One** new password\n");
  await expect(page.getByText(/must be corrected/)).toBeVisible();
  await expect(page.getByText(/Put \{\{button\}\} back/).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish" })).toBeDisabled();
  await page.reload();
  await expect(page.getByText(/must be corrected/)).toBeVisible();
  await expect(subjectOf(page)).toHaveValue("Your way back");
  await expect(textOf(page)).toHaveValue(/One press/);
  await expectAccessible(page, "an e-mail to correct");

  await textOf(page).fill("# A new password\n\n{{who asked}}\n\n- One press\n- **One** new password\n\n{{button}}\n");
  await expect(page.getByText(/must be corrected/)).toBeHidden();
  await expect(preview(page).getByText("Your way back")).toBeVisible();
  await expect(preview(page).getByText("One press")).toBeVisible();
  await expectAccessible(page, "an e-mail in a draft");
  const sent = shop.smtp.mails.length;
  await page.getByRole("button", { name: "Send me a test" }).click();
  await expect(page.getByText("Sent to owner@shop.test. The mail server accepted it.")).toBeVisible();
  expect(shop.smtp.mails.slice(sent).map(({ to, headers }) => [to, headers.subject])).toEqual([
    [["owner@shop.test"], "Test: Your way back"],
  ]);
  expect((await askedFor(client, email))?.headers.subject, "a draft changes no e-mail").toBe(original?.headers.subject);

  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText(published)).toBeVisible();
  const own = await askedFor(client, email);
  expect(own?.to).toEqual([email]);
  expect(own?.headers.subject).toBe("Your way back");
  expect(own?.text).toContain("One press");
  expect(own?.html).toMatch(/<li[^>]*>\s*One press/);
  const [link = ""] = /http:\/\/localhost\S+/.exec(own?.text ?? "") ?? [];
  await client.goto(link);
  await expect(client.getByLabel(/New password/).first()).toBeVisible();

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/^Undone\./)).toBeVisible();
  expect((await askedFor(client, email))?.headers.subject).toBe(original?.headers.subject);
  await expect(textOf(page)).not.toHaveValue(/One press/);
});

const edited = [
  { what: "e-mail", path: resetMail, field: subjectOf, news: "other e-mails" },
  {
    ...{ what: "page", path: "/admin/site/pages/contact", news: "this page" },
    field: (page: Page) => page.getByRole("textbox", { name: "Description" }),
  },
];

for (const { what, path, field, news } of edited)
  test(`two admins edit one ${what}: the second one reads whose words are public, and keeps the own ones`, async ({
    browser,
  }) => {
    const windowOf = async (storageState: typeof owner) =>
      (await browser.newContext({ baseURL: shop.product.url, storageState })).newPage();
    const [one, other] = [await windowOf(owner), await windowOf(second)];
    for (const page of [one, other]) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
    }
    await field(one).fill("Words of the first");
    await expect(one.getByText("Draft not published.")).toBeVisible();
    await field(other).fill("Words of the second");
    await expect(other.getByText("Draft not published.")).toBeVisible();
    await one.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(one.getByText(published)).toBeVisible();
    await other.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(other.getByText(new RegExp(`Owner Person published ${news}`))).toBeVisible();
    await expect(field(other)).toHaveValue("Words of the second");
    await other.getByRole("button", { name: "Take their changes" }).click();
    await expect(field(other)).toHaveValue("Words of the second");
    await other.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(other.getByText(published)).toBeVisible();
    await one.reload();
    await expect(field(one)).toHaveValue("Words of the second");
  });
