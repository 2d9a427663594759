import {
  expect,
  expectAccessible,
  setTheme,
  signIn,
  signInAtStart,
  test,
  walkedDisplays,
  withScripts,
} from "./browser.ts";
import { fillBrief, goToPayment, payThere, stop, tryPayment } from "./place.ts";

/** Each "$92.40" in a text. */
const money = /\$[\d,]+\.\d\d/g;

for (const display of walkedDisplays) {
  test.describe(display.name, () => {
    test.use({ viewport: display.viewport });

    test(`a client prices, places, pays for and follows an order (${display.name})`, async ({ page, client }) => {
      await setTheme(page, display.theme);
      await page.goto("/");
      await expectAccessible(page, "home");
      await page.getByLabel("Subject").selectOption("Philosophy");
      await page.getByLabel("Pages").fill("4");
      const total = page.locator(".total .sum").first();
      await expect(total).toContainText("$");
      await page.getByRole("button", { name: "Continue with this price" }).click();

      await page.waitForURL(/\/start\?next=/);
      await expectAccessible(page, "start");
      await signInAtStart(page, client.email);

      await page.waitForURL(/\/order\?/);
      await expect(page.getByLabel("Subject")).toHaveValue("Philosophy");
      await expect(page.getByLabel("Pages")).toHaveValue("4");
      const title = `What can we know? ${display.name}`;
      await fillBrief(page, title);
      await expectAccessible(page, "order");
      // A total that was corrected shows the old figure struck out before the new one.
      const sum = await page.locator(".total .sum").first().textContent();
      const shown = sum?.match(money)?.at(-1) ?? "";
      expect(shown).not.toBe("");
      await goToPayment(page);
      await expect(page.getByText(shown).first()).toBeVisible();
      await expectAccessible(page, "checkout");
      await expect(page.getByRole("button", { name: `Pay ${shown}` })).toBeVisible();
      await payThere(page, (name) => expectAccessible(page, name));
      const calendar = page.getByRole("link", { name: "Add to my calendar" });
      const file = await page.request.get((await calendar.getAttribute("href")) ?? "");
      expect(file.headers()["content-type"]).toContain("text/calendar");
      expect(await file.text()).toContain(`SUMMARY:Ready to read: ${title}`);

      await page.goto("/dashboard");
      await expectAccessible(page, "dashboard");
      await page.getByRole("link", { name: title }).first().click();
      await expect(page.getByRole("heading", { name: title })).toBeVisible();
      await expect(page.getByText("Paid, choosing a writer").first()).toBeVisible();
      await expectAccessible(page, "order page");

      await page.goto("/mailbox");
      await expect(page.getByRole("main").getByText(client.email).first()).toBeVisible();
      await page
        .getByRole("row", { name: client.email })
        .getByRole("link", { name: /paid|payment|receipt/i })
        .first()
        .click();
      await expect(page.getByText(title).first()).toBeVisible();
      await expect(page.getByText(shown).first()).toBeVisible();
    });
  });
}

test("the price of the answers given before the scripts come is carried on at once", async ({ page }) => {
  const letScriptsThrough = await stop(page, /\.js$/);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByLabel("Subject").selectOption("Philosophy");
  await page.getByLabel("Pages").fill("4");
  // When the scripts have read the answers, a field is left and the price is taken before anything else happens.
  await page.evaluate(() => {
    window.FormData = class extends FormData {
      constructor(...form: ConstructorParameters<typeof FormData>) {
        super(...form);
        if (form[0]?.id === "choices") void leaveAndContinue();
      }
    };
    async function leaveAndContinue() {
      await null;
      document.querySelector("[name=pages]")?.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
      for (let turn = 0; turn < 5; turn++) await null;
      document.querySelector<HTMLButtonElement>("#continue")?.click();
    }
  });
  letScriptsThrough();
  await page.waitForURL(/\/start\?next=/);
  const order = new URLSearchParams(new URL(page.url()).searchParams.get("next")?.split("?")[1]);
  expect([order.get("subject"), order.get("pages")]).toEqual(["Philosophy", "4"]);
});

test.describe("a refused form", () => {
  test.use({ expected: /status of 422/ });

  test("what is mended before the scripts come is mended when they have come", async ({ page, client }) => {
    await signIn(page, client.email);
    const letScriptsThrough = await stop(page, /\.js$/);
    await page.goto("/order?service=non-technical&subject=History", { waitUntil: "commit" });
    await page.getByLabel("Title or question").fill("A title that stays");
    await tryPayment(page);
    await expect(page.getByText("Two answers need your attention.")).toBeVisible();
    const instructions = page.getByLabel("Instructions for the writer");
    await instructions.fill("Five pages.");
    await expect(instructions).toHaveAttribute("aria-invalid", "true");
    letScriptsThrough();
    await expect(instructions).not.toHaveAttribute("aria-invalid");
    await expect(page.getByText("One answer needs your attention.")).toBeVisible();
    await expect(instructions).toHaveValue("Five pages.");
  });

  test("so it is in the forms of public pages", async ({ page }) => {
    const letScriptsThrough = await stop(page, /\.js$/);
    await page.goto("/contact");
    await page.getByLabel("Name").fill("Linh Tran");
    await page.getByLabel("E-mail").fill("linh@");
    await page.getByRole("button", { name: "Send the question" }).click();
    const [email, question] = [page.getByLabel("E-mail"), page.getByRole("textbox", { name: "Question" })];
    await expect(email).toHaveAttribute("aria-invalid", "true");
    await email.fill("linh@example.test");
    letScriptsThrough();
    await expect(email).not.toHaveAttribute("aria-invalid");
    await expect(question).toHaveAttribute("aria-invalid", "true");
    await expect(email).toHaveValue("linh@example.test");
  });

  test("what is wrong stands beside its field, and nothing typed is lost", async ({ page, client }) => {
    await signIn(page, client.email);
    await page.goto("/order?service=non-technical&subject=History");
    await page.getByLabel("Title or question").fill("A title that stays");
    await withScripts(page);
    // The page is read again after the refusal: what is typed meanwhile stays.
    const read = await stop(page, /\/order\.data/);
    await tryPayment(page);
    await expect(page.getByRole("alert").first()).toContainText("need your attention");
    await expect(page.getByText("Loading the page")).toBeAttached();
    await expect(page.getByLabel("Title or question")).toHaveValue("A title that stays");
    const instructions = page.getByLabel("Instructions for the writer");
    await expect(instructions).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText("Two answers need your attention.")).toBeVisible();
    await instructions.fill("Five pages.");
    await expect(instructions).not.toHaveAttribute("aria-invalid");
    await expect(page.getByText("One answer needs your attention.")).toBeVisible();
    read();
    await expect(page.getByText("Loading the page")).toHaveCount(0);
    await page.getByLabel(/I promise this/).check();
    await expect(page.getByText(/your attention/)).toBeHidden();
    await expect(instructions).toHaveValue("Five pages.");

    await page.goto("/contact");
    await page.getByLabel("E-mail").fill("linh@");
    await page.getByRole("button", { name: "Send the question" }).click();
    await expect(page.getByText("Two answers need your attention.")).toBeVisible();
    // The scripts of this page come at the first touch; they leave the focus where somebody types.
    const question = page.getByRole("textbox", { name: "Question" });
    await question.click();
    await withScripts(page);
    await expect(question).toBeFocused();
    await page.keyboard.type("Do you take lab reports?");
    await expect(question).toHaveValue("Do you take lab reports?");
    await expect(page.getByText("One answer needs your attention.")).toBeVisible();
    await page.getByLabel("E-mail").fill("linh@example.test");
    await expect(page.getByText(/your attention|does not look like/)).toHaveCount(0);
  });
});

test("a double click places one order", async ({ page, client }) => {
  await signIn(page, client.email);
  await page.goto("/order?service=quiz");
  const title = `Twice ${Date.now()}`;
  await fillBrief(page, title);
  await goToPayment(page, "twice");
  await page.goto("/dashboard");
  await expect(page.getByRole("table").getByRole("link", { name: title })).toHaveCount(1);
});

test.describe("a breaking line", () => {
  test.use({ expected: /Failed to load resource|net::/ });

  test("keeps the form and everything typed, says so, and sends it once when it is back", async ({
    page,
    context,
    client,
  }) => {
    await signIn(page, client.email);
    await page.goto("/order?service=quiz");
    const title = `Offline ${Date.now()}`;
    await fillBrief(page, title);
    // Before scripts work a browser without a line shows a page of its own.
    await expect(page.getByText(/^Your answers are (saved|kept)/)).toBeVisible();
    await context.setOffline(true);
    await tryPayment(page);
    await expect(page.getByText("You are offline. Your answers are saved on this device.")).toBeVisible();
    await expect(page.getByLabel("Title or question")).toHaveValue(title);
    await context.setOffline(false);
    await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/);
    await page.goto("/dashboard");
    await expect(page.getByRole("table").getByRole("link", { name: title })).toHaveCount(1);
  });
});
