import type { Page, Request } from "@playwright/test";
import { demo, expect, signIn, test } from "./browser.ts";

// Of a part that no other journey asks the price of: all of them run on one installation.
const address = "/admin/pricing?part=calculations";
const isSave = (request: Request): boolean => request.method() === "POST" && /step=save/.test(request.postData() ?? "");
/** A save that went out by itself, and one that a person asked for. */
const isAutosave = (request: Request): boolean => isSave(request) && /auto=on/.test(request.postData() ?? "");
const isPressed = (request: Request): boolean => isSave(request) && !isAutosave(request);
const cell = (page: Page) => page.getByRole("textbox", { name: "Base multiplier" });

test("an admin types a price and presses a button at once: nothing is lost, and the site has it when it is published", async ({
  page,
  baseURL,
}) => {
  const total = async (): Promise<number> => {
    const deadline = new Date(Date.now() + 40 * 86_400_000);
    const work = { service: "calculations", course: "Physics", software: "MATLAB", pages: 3 };
    const headers = { origin: baseURL ?? "" };
    const answer = await page.request.post("/api/quotes", { data: { ...work, deadline }, headers });
    return (await answer.json()).totalCents;
  };
  const totalBefore = await total();
  await signIn(page, demo.admin);
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  const published = await cell(page).inputValue();
  const before = Number(published);
  const typed = (more: number) => (before + more).toFixed(2);
  for (const value of [typed(0.33), typed(0.44)]) {
    await cell(page).fill(value);
    await page.getByRole("button", { name: /^Put back Base multiplier/ }).click();
    await expect(cell(page), "put back, also a second time").toHaveValue(published);
    await page.waitForLoadState("networkidle");
  }
  for (const [value, underWay] of [
    [typed(0.11), false],
    [typed(0.22), true],
  ] as const) {
    const released = Promise.withResolvers<void>();
    await page.route(/admin\/pricing/, async (route) => {
      if (isAutosave(route.request())) await released.promise;
      await route.continue();
    });
    const autosave = underWay && page.waitForRequest(isAutosave);
    await cell(page).fill(value);
    await autosave;
    const saved = page.waitForResponse((answer) => isPressed(answer.request()));
    await page.getByRole("button", { name: "Save draft" }).last().click();
    released.resolve();
    expect((await saved).status()).toBe(202);
    await page.unrouteAll();
    await page.waitForLoadState("networkidle");
    await page.reload();
    await expect(cell(page)).toHaveValue(value);
    await page.waitForLoadState("networkidle");
  }
  await cell(page).fill(typed(0.55));
  await page.getByRole("link", { name: "History", exact: true }).click();
  await page.waitForURL(/pricing\/history/);
  await expect
    .poll(async () => {
      await page.goto(address);
      return cell(page).inputValue();
    })
    .toBe(typed(0.55));
  await page.waitForLoadState("networkidle");
  await cell(page).fill(typed(before));
  await page.getByRole("button", { name: "Review and publish" }).click();
  await page.waitForURL(/\/admin\/pricing\/publish/);
  await expect(page.getByRole("row", { name: /Base multiplier/ })).toContainText(String(2 * before));
  await page.getByLabel("Reason").fill("Calculations take longer than we thought");
  await page.getByRole("button", { name: "Publish these prices" }).click();
  await expect(page.getByText("The new prices are published.")).toBeVisible();
  expect(await total()).toBeGreaterThan(1.5 * totalBefore);
});
