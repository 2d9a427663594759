import { expect, signIn, test } from "./browser.ts";
import { expectDrawnAgain, triggerFailure } from "./failing-part.ts";
import { alive, expectTotal, fillBrief } from "./place.ts";

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
