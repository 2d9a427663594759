import { demo, expect, expectAccessible, signIn, test } from "../browser.ts";

// A refused form answers 422; the browser notes it.
test.use({ expected: /422/ });

test("an admin arranges the menu, adds links and a notice, publishes and undoes it; a guest follows", async ({
  page,
  browser,
}) => {
  await signIn(page, demo.admin);
  await page.goto("/admin/site/menu");
  await expectAccessible(page, "menu and footer");
  const menu = page.locator(".panel", { has: page.getByRole("heading", { name: "Menu", exact: true }) });
  await menu.getByRole("checkbox", { name: "Samples is shown" }).uncheck();
  await expect(menu.getByText("4 of at most 6 shown")).toBeVisible();
  await menu.locator("summary", { hasText: "Questions" }).click();
  await expect(page.getByText("Draft not published.")).toBeVisible();
  const moveUp = menu.getByRole("button", { name: "Move up Questions" });
  const answered = Promise.withResolvers<void>();
  await page.route("**/admin/site/menu.data*", async (route) => {
    if (route.request().method() === "POST") await answered.promise;
    await route.continue();
  });
  await moveUp.click();
  await expect(page.getByRole("button", { name: "Publishing" })).toBeVisible();
  await moveUp.click(); // a double click moves once
  answered.resolve();
  await expect(menu.locator("summary").nth(3)).toContainText("Questions");
  await expect(menu.locator("summary").nth(2)).toContainText("Samples");
  await page.unroute("**/admin/site/menu.data*");
  await menu.getByRole("button", { name: "Add a link to Menu" }).click();
  await expect(menu.getByRole("textbox", { name: "Name" }).last()).toBeFocused();
  await page.keyboard.type("Our journal");
  await menu.getByRole("textbox", { name: "Address" }).fill("javascript:alert(1)");
  await page.getByRole("textbox", { name: "Text" }).fill("Support is closed on 24 December.");
  await page.getByRole("textbox", { name: "Words of its link" }).fill("Other ways to reach us");
  await page.getByRole("textbox", { name: "Address of its link" }).fill("/contact");
  await expect(page.getByText(/“javascript:” is not allowed/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish" })).toBeDisabled();
  await menu.getByRole("textbox", { name: "Address" }).fill("https://journal.example/");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Published. Visitors see it within 3 seconds.")).toBeVisible();
  await expectAccessible(page, "a published menu");

  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await visitor.goto("/about");
  await expect(visitor.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText([
    "Services",
    "How it works",
    "Questions",
    "AI checker",
    "Our journal",
  ]);
  const notice = visitor.getByRole("complementary", { name: "Announcement" });
  await expect(notice).toHaveText("Support is closed on 24 December. Other ways to reach us");
  await notice.getByRole("link", { name: "Other ways to reach us" }).click();
  await expect(visitor).toHaveURL(/\/contact$/);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone. Every page looks as before within 3 seconds.")).toBeVisible();
  await visitor.goto("/about");
  await expect(notice).toBeHidden();
  await expect(visitor.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveCount(5);
});

test("a menu with the longest names stays within the page at each width", async ({ page, browser }) => {
  await signIn(page, demo.admin);
  await page.goto("/admin/site/menu");
  for (const at of [0, 1, 2, 3, 4]) {
    const name = page.locator(`[name="menu-${at}-label"]`);
    await page.locator("details", { has: name }).locator("summary").click();
    await name.fill(`Most letters there ${at}`);
  }
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Published. Visitors see it within 3 seconds.")).toBeVisible();

  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  for (const width of [320, 1024, 1200, 1440]) {
    await visitor.setViewportSize({ width, height: 800 });
    await visitor.goto("/about");
    await expect(visitor.getByText("Most letters there 4", { exact: true }).first()).toBeAttached();
    const over = await visitor.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over, `at ${width} px`).toBeLessThanOrEqual(0);
  }
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone. Every page looks as before within 3 seconds.")).toBeVisible();
});
