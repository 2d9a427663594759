import type { Page } from "@playwright/test";
import { displays, expect, expectPageAccessible, signIn, test, withScripts } from "../browser.ts";
import { personIn } from "../person-in.ts";
import { fillBrief, goToPayment, payThere, stop } from "../place.ts";

// For the full run: what the order form and the calculator do beside taking an order.

const breakdown = (page: Page) => page.locator("#slip");
const client = "client@demo.test";
const [display] = displays;

test("a form that is begun on one device continues, whole, on another", async ({ browser }) => {
  const laptop = await personIn(browser, display, client);
  const phone = await personIn(browser, display, client);
  await laptop.goto("/order?service=technical");
  await withScripts(laptop);
  const kept = laptop.waitForResponse((answer) => answer.url().endsWith("/order/draft") && answer.ok());
  await laptop.getByLabel("Title or question").fill("Begun on the laptop");
  await laptop.getByRole("button", { name: "One page more" }).click();
  await kept;
  await expect(laptop.getByText("Your answers are saved on this device and in your account.")).toBeVisible();
  await phone.goto("/order");
  await expect(phone.getByText(/You started this order somewhere else/)).toBeVisible();
  await phone.getByRole("link", { name: "Continue it" }).click();
  await expect(phone.getByLabel("Title or question")).toHaveValue("Begun on the laptop");
  await expect(phone.getByLabel("Pages")).toHaveValue("6");
  await withScripts(phone);
  await phone.getByLabel("Title or question").fill("Written on the phone");
  await expect(phone.getByText("Your answers are saved on this device and in your account.")).toBeVisible();
  await laptop.getByLabel("Title or question").fill("Written on the laptop again");
  await expect(laptop.getByText(/You also filled in this form on another device/)).toBeVisible();
  await laptop.getByRole("button", { name: "Start with an empty form" }).click();
  await expect(laptop.getByLabel("Title or question")).toHaveValue("");
  await phone.goto("/order?draft");
  await expect(phone.getByText("The form in this link is no longer available.")).toBeVisible();
});

test("a draft saved after its order was placed is not an error", async ({ browser }) => {
  const page = await personIn(browser, display, client);
  const saver = Promise.withResolvers<void>();
  const placed = Promise.withResolvers<void>();
  await page.route("**/assets/keep-answers-*.js", (route) => saver.promise.then(() => route.continue()));
  await page.goto("/order?service=essay&subject=Philosophy");
  await withScripts(page);
  await fillBrief(page, "Sent before the saving script");
  await page.route("**/order.data*", (route) => placed.promise.then(() => route.continue()));
  const sending = page.waitForRequest((request) => request.method() === "POST" && /\/order\.data/.test(request.url()));
  const going = goToPayment(page);
  await sending;
  const loaded = page.waitForResponse(/\/assets\/keep-answers-/);
  const late = page.waitForResponse((answer) => answer.url().endsWith("/order/draft"));
  saver.resolve();
  await (await loaded).finished();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  placed.resolve();
  await going;
  expect((await late).status()).toBe(200);
});

test("a link holds the whole price; two prices stand side by side; the quote is a PDF", async ({ page }) => {
  await page.goto("/");
  await page.mouse.move(9, 9);
  await page.getByText("Link, compare, print").click();
  await page.getByRole("button", { name: "Keep this price as A" }).click();
  await page.getByLabel("Pages").fill("7");
  await expect(page.getByRole("status").filter({ hasText: /^B costs \$[\d.]+ more than A\.$/ })).toBeVisible();
  const link = await page.getByRole("textbox", { name: "Link to this price" }).inputValue();
  const total = await breakdown(page).locator(".sum").first().innerText();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Quote as PDF" }).click();
  expect((await download).suggestedFilename()).toMatch(/^quote-Q-[0-9A-F]{8}\.pdf$/);
  await page.getByRole("button", { name: "Go back to A" }).click();
  await expect(page.getByLabel("Pages")).toHaveValue("5");
  await page.goto(link);
  await expect(page.getByLabel("Pages")).toHaveValue("7");
  await expect(breakdown(page).locator(".sum").first()).toHaveText(total.split("\n").at(-1) ?? "");
});

test("a text for proofreading sets the pages by its words, and they can be changed", async ({ browser }) => {
  const page = await personIn(browser, display, client);
  await page.goto("/order?service=non-technical");
  await withScripts(page);
  await page.getByText("Proofreading", { exact: true }).click();
  await expect(page.getByText(/we count its words and set the pages/)).toBeVisible();
  await page.getByRole("button", { name: "Choose files" }).scrollIntoViewIfNeeded();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose files" }).click();
  const file = { name: "draft.txt", mimeType: "text/plain", buffer: Buffer.from("word ".repeat(2_310)) };
  await (await chooser).setFiles(file);
  await expect(page.getByText("Your text: 2,310 words: 9 pages.")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByLabel("Pages")).toHaveValue("9");
  await page.getByLabel("Pages").fill("4");
  await expect(page.getByRole("button", { name: "Set the pages to 9" })).toBeVisible();
  await page.getByRole("button", { name: "Remove draft.txt" }).click();
});

test("a clock that is a day wrong changes neither the deadline nor its price", async ({ browser }) => {
  const page = await personIn(browser, display, client);
  const steps = async () => {
    await page.goto("/order?service=technical");
    await withScripts(page);
    await expect(page.getByText(/This price is valid until/)).toBeVisible();
    return page.locator(".deadline-steps").innerText();
  };
  const right = await steps();
  await page.clock.install({ time: new Date(Date.now() + 86_400_000) });
  await page.goto("/order?service=technical");
  const prices = (text: string) => text.match(/\$[\d.,]+|[A-Z][a-z]{2} \d+/g);
  await expect.poll(async () => prices(await page.locator(".deadline-steps").innerText())).toEqual(prices(right));
});

test("a save of the form that is still on its way when the order is placed is called off", async ({ page, client }) => {
  await signIn(page, client.email);
  await page.goto("/order?service=non-technical&subject=Philosophy&pages=2&citedSources=0&hours=168");
  await withScripts(page);
  const letThrough = await stop(page, /\/order\/draft$/, "POST");
  const asked = page.waitForRequest(/\/order\/draft$/);
  await fillBrief(page, "Saved and placed at once");
  await asked;
  await goToPayment(page);
  letThrough();
  // What the server answers to a late save would be a complaint of the page.
  await payThere(page);
});

test.describe("no line", () => {
  test.use({ serviceWorkers: "allow", expected: /Failed to load resource|Failed to fetch|net::/ });

  test("a page that is opened without a line says so, and comes by itself when there is one", async ({
    page,
    context,
    client,
  }) => {
    const offline = page.getByRole("heading", { level: 1, name: "You are offline" });
    await page.goto("/login");
    await page.getByLabel("E-mail").focus();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await context.setOffline(true);
    await page.goto("/faq");
    await expect(offline).toBeVisible();
    await expectPageAccessible(page, "the offline page");
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(offline).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/questions/i);
    expect(new URL(page.url()).pathname).toBe("/faq");

    // An address whose scripts are there asks for its data alone.
    await signIn(page, client.email);
    await withScripts(page);
    const settings = page.getByRole("link", { name: "Settings" }).first();
    await settings.click();
    await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "Your orders" })).toBeVisible();
    await context.setOffline(true);
    await settings.click();
    await expect(offline).toBeVisible();
    await expect(page.getByText(/Error \d/)).toHaveCount(0);
    await context.setOffline(false);
    await expect(page).toHaveURL(/\/accountSettings/);
    await expect(offline).toHaveCount(0);
  });
});
