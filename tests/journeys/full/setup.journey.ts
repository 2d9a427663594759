// A new real installation, from its first start to an open shop of one's own with a paid order, by its owner alone: on
// screens, by one process that is never started again.
import type { Browser, Page } from "@playwright/test";
import { openPdfium } from "#src/modules/files/clean/pdf/open-pdfium.ts";
import { expect, test } from "../browser.ts";
import { alive, fillBrief, goToPayment } from "../place.ts";
import { firstAdmin, openShop, payBy, register, type Shop, typeCard } from "../shop.ts";

test.describe.configure({ mode: "serial" });

let shop: Shop;
let owner: Awaited<ReturnType<typeof firstAdmin>>;
test.beforeAll(async ({ browser }) => {
  shop = await openShop(1, true);
  owner = await firstAdmin(browser, shop);
});
test.afterAll(() => shop.close());

const windowOf = async (browser: Browser, storageState?: typeof owner): Promise<Page> =>
  (await browser.newContext({ baseURL: shop.product.url, ...(storageState && { storageState }) })).newPage();

test("an owner follows the guide and opens the shop", async ({ browser }) => {
  const { smtp } = shop;
  const visitor = await windowOf(browser);
  await register(visitor, shop, "noor@client.test");
  await visitor.goto("/order?service=essay");
  await expect(visitor.getByText("We open soon.").first()).toBeVisible();
  for (const path of ["/", "/non-technical-writing/essays"]) {
    await visitor.goto(path);
    await expect(visitor.locator("#slip").getByText("We open soon.")).toBeVisible();
    await expect(visitor.locator("#continue")).toHaveCount(0);
  }

  const page = await windowOf(browser, owner);
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: /^Before you open: \d+ steps to do$/ })).toBeVisible();
  await page.getByRole("link", { name: "All 15 steps" }).click();
  const step = (title: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  await expect(page.getByRole("button", { name: "Open the shop" })).toBeHidden();

  await step("Legal name and texts").getByRole("link").click();
  await page.getByRole("link", { name: "Fill in in Settings" }).click();
  await page.getByLabel("Legal name").fill("Ada Lovelace Ltd");
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByText("Changed from nothing")).toBeVisible();
  for (const text of ["Terms", "Privacy policy", "Guarantees", "Contact"]) {
    await page.goto("/setup/texts");
    await page.getByRole("button", { name: `Read: ${text}` }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/setup"));
  }

  await page.goto("/setup");
  await expect(step("Legal name and texts")).toContainText("Done");
  await step("E-mail sender").getByRole("button").click();
  await expect(step("E-mail sender")).toContainText("Sent to owner@shop.test. The mail server accepted it.");
  expect(smtp.mails.map(({ text }) => text).join()).toContain("Your shop can send e-mails");
  await step("A payment method").getByRole("link").click();
  await page.getByRole("button", { name: "Check: Card by Stripe" }).click();
  await expect(page.getByText("Card by Stripe: the keys work.")).toBeVisible();

  await page.goto("/setup");
  await page.getByRole("button", { name: "Open the shop" }).click();
  await expect(page.getByText("Your shop is open. Clients can order now.")).toBeVisible();
  // Every process reads settings anew within a second.
  await expect(async () => {
    await visitor.goto("/order?service=essay");
    await expect(visitor.getByText("We open soon.")).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await expect(visitor.getByLabel("Subject")).toBeVisible();
  await visitor.goto("/");
  await expect(visitor.locator("#continue")).toBeEnabled();
  await visitor.goto("/terms");
  await expect(visitor.getByText("Ada Lovelace Ltd (“Paperwright”)")).toBeVisible();

  await page.goto("/admin/site");
  await page.getByLabel("Colour", { exact: true }).fill("#2A9D8F");
  await expect(page.getByText("Too light for white words. 4.5 is needed.")).toBeVisible();
  await page.getByRole("button", { name: "Take #00776A" }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Published. Visitors see it within 3 seconds.")).toBeVisible();
  const colour = () =>
    visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--color-pen"));
  await expect(async () => {
    await visitor.goto("/login");
    expect(await colour()).toBe("#00776A");
  }).toPass();
  await visitor.emulateMedia({ colorScheme: "dark" });
  await visitor.goto("/");
  // Style sheets of other pages are fetched ahead, and come after that of the brand.
  await visitor.waitForFunction(() => Array.from(document.styleSheets).some(({ href }) => href?.includes("/assets/")));
  expect(await colour()).toBe("#77CDBE");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone. Every page looks as before within 3 seconds.")).toBeVisible();
});

const own = {
  name: "Quill House",
  email: "help@quill.test",
  colour: "#7A1F1F",
  logo: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"><path d="M0 0h400v100z"/></svg>`,
  terms: "Quill House answers each complaint within a day.",
  service: "Grant proposals",
};
const published = "Published. Visitors see it within 3 seconds.";

/** Name, logo, colour, terms and a service, each published on its screen. */
async function makeOwn(page: Page): Promise<void> {
  await page.goto("/admin/settings?group=site");
  await page.getByLabel("Name of the shop").fill(own.name);
  await page.getByLabel("E-mail", { exact: true }).fill(own.email);
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByText("Changed from Paperwright").first()).toBeVisible();

  await page.goto("/admin/site");
  await alive(page);
  const logo = { name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(own.logo) };
  await page.getByLabel("Upload the light logo").setInputFiles(logo);
  await expect(page.getByText("The picture is in your draft.")).toBeVisible();
  await page.getByLabel("Colour", { exact: true }).fill(own.colour);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText(published)).toBeVisible();

  await page.goto("/admin/site/pages/terms");
  const text = page.getByLabel("Text of the page");
  await text.fill(`${await text.inputValue()}\n\n## Complaints\n\n${own.terms}\n`);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText(published)).toBeVisible();

  await page.goto("/admin/site/services");
  await page.getByRole("textbox", { name: "Name" }).fill(own.service);
  await page.getByRole("button", { name: "Add the service" }).click();
  await page.getByRole("textbox", { name: "Address" }).fill("grant-proposals");
  await page.getByRole("textbox", { name: "Word on the button" }).fill("proposal");
  await page.getByRole("textbox", { name: "Short text" }).fill("One aim, one plan, one budget.");
  await page.getByRole("textbox", { name: "At the top of its page" }).fill("One aim and one plan, in plain words.");
  await page.getByRole("textbox", { name: "What we need from you" }).fill("The call\nYour aim");
  await page.getByRole("textbox", { name: "What comes back" }).fill("A proposal\nA plan");
  await page.getByRole("checkbox", { name: "This service is public" }).check();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText(published)).toBeVisible();
}

test("it becomes a shop of its own, and an order in it is paid under its name and its terms", async ({ browser }) => {
  const page = await windowOf(browser, owner);
  const client = await windowOf(browser);
  await makeOwn(page);
  const mailsBefore = shop.smtp.mails.length;

  await expect(async () => {
    await client.goto("/non-technical-writing/grant-proposals");
    await expect(client).toHaveTitle(`${own.service} · ${own.name}`, { timeout: 1_000 });
  }).toPass();
  for (const path of ["/", "/faq", "/terms", "/login", "/non-technical-writing/grant-proposals"]) {
    await client.goto(path);
    expect(await client.content(), path).not.toContain("Paperwright");
    const root = () => getComputedStyle(document.documentElement).getPropertyValue("--color-pen");
    expect(await client.evaluate(root), path).toBe(own.colour);
    const mark = client.locator(".wordmark").first();
    expect(await mark.evaluate((one) => getComputedStyle(one).backgroundImage), path).toMatch(/\/brand\/\w+\.svg/);
  }

  await client.goto("/terms");
  await expect(client.getByText("Ada Lovelace Ltd (“Quill House”)")).toBeVisible();
  await expect(client.getByText(own.terms)).toBeVisible();
  const email = "ada@client.test";
  await register(client, shop, email);
  await client.goto("/non-technical-writing/grant-proposals");
  await alive(client);
  await client.getByRole("button", { name: "Order this proposal" }).click();
  await expect(client.getByRole("main").getByText(own.service).first()).toBeVisible();
  await fillBrief(client, "A grant for the old library");
  await goToPayment(client);
  await client.getByLabel("Credit card").check();
  await client.getByRole("button", { name: /^Pay \$/ }).click();
  await client.waitForURL(/127\.0\.0\.1.*\/pay\//);
  await typeCard(client, "4242 4242 4242 4242");
  await client.waitForURL(/\/checkout\/.*\/return/);
  const [, id] = /\/checkout\/([0-9a-f-]{36})/.exec(client.url()) ?? [];
  await shop.stripe.flush();

  await client.goto(`/checkout/${id}/receipt`);
  await expect(client.getByText(`${own.service}: A grant for the old library`)).toBeVisible();
  expect(await client.content()).not.toContain("Paperwright");
  const [pdf = ""] = /\/checkout\/[^"]+\.pdf/.exec(await client.content()) ?? [];
  const paper = await (await openPdfium()).loadDocument(await (await client.request.get(pdf)).body());
  const words = Array.from({ length: paper.getPageCount() }, (_, at) => paper.getPage(at).getText()).join("\n");
  expect(words).toContain(`${own.service}, order `);
  expect(words).toContain("Ada Lovelace Ltd");
  expect(words).toContain(own.email);
  expect(words).not.toContain("Paperwright");
  await client.goto(`/dashboard/orders/${id}`);
  await expect(client.getByText(new RegExp(`^${own.service}`)).first()).toBeVisible();
  expect(await client.content()).not.toContain("Paperwright");

  const receipt = () =>
    shop.smtp.mails.find(({ to, headers }) => to.includes(email) && /Receipt/.test(headers.subject ?? ""));
  await expect.poll(() => receipt()?.headers.from).toContain(own.name);
  expect(receipt()?.text).toMatch(new RegExp(`Service: +${own.service}`));
  for (const { raw } of shop.smtp.mails.slice(mailsBefore)) expect(raw).not.toMatch(/paperwright/i);

  await page.goto(`/admin/orders/${id}`);
  await expect(page.getByText(own.service, { exact: true })).toBeVisible();
  await page.getByText(/^Consents/).click();
  const agreed = page.getByRole("link", { name: /^version / }).first();
  const version = /\/terms\/(\S+)$/.exec((await agreed.getAttribute("href")) ?? "")?.[1] ?? "none";
  await client.goto(`/terms/${version}`);
  await expect(client.getByText(`Version ${version}, since`)).toBeVisible();
  await expect(client.getByText("It is the version for new orders.")).toBeVisible();
  await expect(client.getByText(own.terms)).toBeVisible();
});

test("a bank transfer to it names nobody else on the client's statement", async ({ browser }) => {
  const page = await windowOf(browser, owner);
  await page.goto("/admin/payments/bank");
  await page.getByLabel("Account holder").fill("Ada Lovelace Ltd");
  await page.getByLabel("IBAN or account number").fill("GB33 BUKB 2020 1555 5555 55");
  await page.getByRole("button", { name: "Save the account" }).click();
  await expect(page.getByText("Clients see it from now on.")).toBeVisible();
  const client = await windowOf(browser);
  await register(client, shop, "transfer@client.test");
  await payBy(client, shop, { title: "A paper on looms", method: "Bank transfer" });
  await client.waitForURL(/\/checkout\/[0-9a-f-]{36}\/transfer$/);
  const rows = client.locator("dl.copyrows");
  await expect(rows).toContainText("Ada Lovelace Ltd");
  await expect(rows, "the reference is the number of the order alone").toContainText(/Reference[A-Z0-9]{7}-\d/);
  expect(await client.content()).not.toMatch(/paperwright/i);
});
