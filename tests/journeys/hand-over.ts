import { expect, type Page } from "@playwright/test";

/** Fills in what a finished delivery of a paper needs beside the work itself. */
export async function fillHandOver(page: Page): Promise<void> {
  for (const tick of await page.getByRole("region", { name: "Acceptance checklist" }).getByRole("checkbox").all())
    await tick.check();
  const cited = await page
    .getByRole("region", { name: "Brief" })
    .locator("dl > div", { hasText: "Sources" })
    .locator("dd")
    .allTextContents();
  const sources = Array.from({ length: Number(cited[0] ?? 0) }, (_, at) => `Source ${at + 1}: for its dates`);
  await page.getByLabel("If it is less than promised: why").fill("A short text for the test.");
  await page.getByLabel("Outline").fill("The question\nTwo answers\nWhat they share");
  await page.getByLabel("Annotated sources").fill(sources.join("\n"));
  await page.getByLabel("The reasons behind the work").fill("From the question to what both answers share.");
  await page.getByLabel("Questions to test yourself").fill("Who doubts?\nWho answers?\nWhat is left?");
  await page.getByRole("radio", { name: "Nothing" }).check();
  await page.getByLabel("Every source exists").check();
  await page.getByLabel("I wrote this for this order").check();
  await expect(page.getByText("Everything else is there")).toBeVisible();
}
