import { demo, expect, signIn, test } from "../browser.ts";
import { alive, expectTotal, fillBrief } from "../place.ts";
import { expectDrawnAgain, failAppending, triggerFailure } from "./failing-part.ts";

test.use({ expected: /the browser refuses|React error #520|element is not in a Document/ });

test("an error has the part drawn again with what was typed and chosen", async ({ page, client }) => {
  await signIn(page, client.email);
  await page.goto("/order?service=non-technical&subject=Philosophy");
  await alive(page);
  await fillBrief(page, "Kept through an error");
  const promise = page.getByLabel(/I promise this, and I am 18 or older/);
  const editing = page.locator("input[name=orderType][value=editing]");
  // New lines are made while React renders, which it tries twice.
  await triggerFailure(editing, null, { line: "Order type: editing" });
  await expectDrawnAgain(page);
  await expect(page.getByText(/^Editing, \d+ pages/).first()).toBeVisible();
  await expect(editing).toBeChecked();
  await expect(promise).toBeFocused();
  const pages = page.getByRole("spinbutton", { name: "Pages" });
  await triggerFailure(pages, "7", { line: "1,925 words", times: 1 });
  await expectDrawnAgain(page);
  await expect(page.getByText("Editing, 7 pages").first()).toBeVisible();
  await expect(promise).toBeChecked();
  await expect(page.getByLabel("Title or question")).toHaveValue("Kept through an error");
  await expect(page.getByLabel("Country")).toHaveValue("DE");
  await expectTotal(page);
  await promise.uncheck();
  await triggerFailure(pages, "6", { line: "1,650 words", times: 1 });
  await expectDrawnAgain(page);
  await expect(promise).not.toBeChecked();
});

test("an error keeps what is typed before the last fields are written back", async ({ page, client }) => {
  await signIn(page, client.email);
  await page.goto("/order?service=non-technical&subject=Philosophy");
  await alive(page);
  await expectTotal(page);
  const pages = page.getByRole("spinbutton", { name: "Pages" });
  await triggerFailure(pages, "8", { line: "2,200 words", lateTimers: true });
  await expectDrawnAgain(page);
  await pages.evaluate((field: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "9");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    dispatchEvent(new Event("timers-run"));
  });
  await expect(page.getByText("Writing, 9 pages").first()).toBeVisible();
  await expect(pages).toHaveValue("9");
});

test("an error keeps the choice that was made at that moment, whatever follows from it", async ({ page }) => {
  await page.goto("/non-technical-writing/essays");
  await page.mouse.move(30, 30);
  await alive(page);
  await expectTotal(page);
  const steps = page.locator("select[name=hours]");
  await triggerFailure(steps, "24", { line: "24 hours" });
  await expectDrawnAgain(page);
  await expect(page.getByText(/^Deadline: .*24 hours/).first()).toBeVisible();
  await expect(steps).toHaveValue("24");
  await expectTotal(page);
});

test("an error of a part that stays is reported in words, with what was typed", async ({ page, client }) => {
  await signIn(page, client.email);
  await page.goto("/order?service=non-technical&subject=Philosophy");
  await alive(page);
  await fillBrief(page, "Shown when the part is given up");
  const pages = page.getByRole("spinbutton", { name: "Pages" });
  await triggerFailure(pages, "7", { line: "1,925 words", times: 3, stays: true });
  const alert = page.getByRole("alert").filter({ hasText: "This page stopped working" });
  await expect(alert).toContainText("Load the page again, or write to support.");
  await expect(alert).toContainText("Shown when the part is given up");
  await expect(alert).toContainText("Compare two answers to the sceptic.");
  await alert.getByRole("button", { name: "Load the page again" }).click();
  await expect(page.getByLabel("Title or question")).toBeVisible();
});

test("an error has nothing to do with one of another hour", async ({ page }) => {
  await page.clock.install();
  await page.goto("/non-technical-writing/essays");
  await page.mouse.move(30, 30);
  await alive(page);
  await expectTotal(page);
  const pages = page.getByRole("spinbutton", { name: "Pages" });
  for (const many of ["3", "4", "6", "7", "8"]) {
    await triggerFailure(pages, many, { line: `${(Number(many) * 275).toLocaleString("en")} words`, times: 1 });
    await expectDrawnAgain(page);
    await expect(page.getByText(`Writing, ${many} pages`).first()).toBeVisible();
    await page.clock.fastForward("01:00:00");
  }
});

for (const who of ["client", "admin"] as const)
  test(`an error of the frame leaves a form of the ${who} as it is`, async ({ page, client }) => {
    const letThrough = Promise.withResolvers<void>();
    await page.route("**/api/notices", async (route) => {
      await letThrough.promise;
      await route.fulfill({ json: { unread: 3, answers: 0, notices: [] } });
    });
    await signIn(page, who === "client" ? client.email : demo.admin);
    await page.goto(who === "client" ? "/order?service=non-technical" : "/admin/codes/new");
    await alive(page);
    const field = page.locator("main [name=title], main [name=code]").first();
    await field.fill("Typed before");
    await field.evaluate((one) => one.setAttribute("data-kept", ""));
    const failed = (part: string) =>
      page
        .getByRole("alert")
        .filter({ hasText: `${part} stopped working` })
        .first();
    if (who === "admin") {
      await failAppending(page, "body", "dialog");
      const heard = page.waitForEvent("console", (one) => one.text().includes("the browser refuses"));
      await page.keyboard.press("Control+K");
      await heard;
    }
    await failAppending(page, "a", ".count");
    letThrough.resolve();
    await expect(failed("The menu")).toBeVisible();
    await expect(page.locator("[data-kept]")).toHaveValue("Typed before");
  });
