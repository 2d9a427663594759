import { demo, displays, expect, expectPageAccessible, signIn, test } from "../browser.ts";
import { personIn } from "../person-in.ts";

// A client is threatened: one form seals the data, says what happens, and shows everything that is done with it.

test.describe("a threat is reported and sealed", () => {
  for (const javaScriptEnabled of [true, false])
    test(javaScriptEnabled ? "with scripts" : "without scripts", async ({ browser, page: _, client, baseURL }) => {
      const display = displays[0];
      const context = await browser.newContext({ javaScriptEnabled, baseURL: baseURL ?? "" });
      const page = await context.newPage();
      await signIn(page, client.email);
      await page.goto("/accountSettings/threat");
      if (javaScriptEnabled) await expectPageAccessible(page, "the form of a report");
      await page.getByLabel("Another app").check();
      await page.getByLabel("What do they say or want?").fill("They want 300 dollars.");
      await page.getByRole("button", { name: "Report it and seal my data" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Your data is sealed" })).toBeVisible();
      await expect(page.getByText("Nothing else was opened.")).toBeVisible();

      const admin = await personIn(browser, display, demo.admin);
      await admin.goto(`/admin/people?search=${encodeURIComponent(client.email)}`);
      await expect(admin.getByRole("link", { name: client.name })).toHaveCount(0);
      await admin.goto("/admin/notices");
      await admin.getByRole("link", { name: "Somebody reports a threat" }).first().click();
      await expect(admin.getByRole("heading", { level: 1 })).toContainText("the data is sealed");
      await expect(admin.getByText(client.name)).toHaveCount(0);
      await admin.getByRole("button", { name: "Read the report" }).click();
      await expect(admin.getByText("They want 300 dollars.")).toBeVisible();
      await expectPageAccessible(admin, "the page of a sealed person");
      await admin.getByLabel("Your answer").fill("You are safe. We look at it now.");
      await admin.getByRole("button", { name: "Answer", exact: true }).click();
      await expect(admin.getByText("The client reads your answer")).toBeVisible();

      await page.goto("/accountSettings/threat");
      await expect(page.getByText("You are safe. We look at it now.")).toBeVisible();
      if (javaScriptEnabled) await expectPageAccessible(page, "the page of a report");
      await page.getByRole("button", { name: "Take the seal off" }).click();
      await expect(page.getByRole("button", { name: "Report it and seal my data" })).toBeVisible();
      await context.close();
      await admin.context().close();
    });
});
