import { demo, displays, expect, expectPageAccessible, signIn, test } from "../browser.ts";
import { personIn } from "../person-in.ts";

// An admin sees the pages as a client does: asks with a reason, reads, changes nothing, ends it; the client reads why.

const reason = "The client cannot find the order.";

test.describe("an admin sees the pages as a client", () => {
  for (const javaScriptEnabled of [true, false])
    test(javaScriptEnabled ? "with scripts" : "without scripts", async ({ browser, page: _, client, baseURL }) => {
      const display = displays[0];
      const context = await browser.newContext({ javaScriptEnabled, baseURL: baseURL ?? "" });
      const admin = await context.newPage();
      await signIn(admin, demo.admin);
      await admin.goto(`/admin/people?search=${encodeURIComponent(client.email)}`);
      await admin.getByRole("link", { name: client.name }).first().click();
      const ask = javaScriptEnabled ? admin.getByRole("button", { name: /^See as/ }) : admin.getByText(/^See as/);
      await ask.first().click();
      await admin.getByLabel("Reason").first().fill(reason);
      await admin.getByRole("button", { name: "See the pages" }).click();

      await expect(admin.getByRole("heading", { level: 1, name: "Your orders" })).toBeVisible();
      const banner = admin.getByRole("complementary", { name: "Whose view this is" });
      await expect(banner).toContainText(`You see the pages as ${client.name}`);
      if (javaScriptEnabled) await expectPageAccessible(admin, "a page seen as a client");
      await admin.goto("/accountSettings");
      await admin.getByLabel("Name", { exact: true }).fill("Somebody else");
      await admin.getByRole("button", { name: "Save changes" }).click();
      await expect(admin.getByText("Nothing can be changed in this view.")).toBeVisible();
      await admin.goto("/accountSettings/sign-in");
      await expect(admin.getByText("This page stays closed in this view.")).toBeVisible();
      if (javaScriptEnabled) await expectPageAccessible(admin, "a page that is closed in the view");
      await admin.goto("/admin");
      await expect(banner).toBeVisible();
      await admin.getByRole("button", { name: "End this view" }).click();
      await expect(admin.getByRole("heading", { level: 1, name: client.name })).toBeVisible();
      await expect(banner).toHaveCount(0);

      const page = await personIn(browser, display, client.email);
      await page.goto("/accountSettings/sign-in");
      await expect(page.getByText(`Reason: ${reason}`)).toBeVisible();
      await expectPageAccessible(page, "the settings that name a view");
      await expect(page.getByText("Somebody else")).toHaveCount(0);
      await page.context().close();
      await context.close();
    });
});
