import type { Page } from "@playwright/test";
import { demo, displays, expect, expectAccessible, register, setTheme, signIn, test } from "../browser.ts";
import { pageOn } from "../person-in.ts";

/** Asks for a step on the person's page, gives the reason in the dialog, and confirms. */
async function take(page: Page, step: string, verb: string, reason: string): Promise<void> {
  await page.getByRole("button", { name: step }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: verb }).click();
}

test("an admin finds somebody, blocks them, opens the account and makes them a writer", async ({ browser }) => {
  const [display, , , small] = displays;
  const name = `Grace Mensah ${Date.now()}`;
  const email = `grace-${Date.now()}@demo.test`;
  const client = await pageOn(browser, display);
  await register(client, { name, email });

  const admin = await pageOn(browser, display);
  await signIn(admin, demo.admin);
  await admin.goto("/admin/people");
  await expectAccessible(admin, "people");
  const search = admin.getByRole("searchbox", { name: "Search people" });
  await search.fill("nobody of this name");
  await search.press("Enter");
  await expect(admin.getByText('Nobody matches "nobody of this name"')).toBeVisible();
  await search.fill(email.slice(0, -4));
  await search.press("Enter");
  await admin.getByRole("link", { name }).click();
  await expect(admin.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expectAccessible(admin, "person");

  const dialog = admin.getByRole("alertdialog");
  const block = admin.getByRole("button", { name: "Block the account" });
  await block.press("Enter");
  await expect(dialog.getByLabel("Reason")).toBeVisible();
  await admin.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(block).toBeFocused();

  await take(admin, "Block the account", "Block the account", "no");
  await expect(dialog.getByText("Give a reason of at least 3 characters.")).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toHaveValue("no");
  await expectAccessible(admin, "block");
  await dialog.getByLabel("Reason").fill("A stolen card.");
  await dialog.getByRole("button", { name: "Block the account" }).click();
  await expect(admin.getByText(/The account is blocked/)).toBeVisible();
  await expect(admin.getByText("Nobody is signed in to this account now.")).toBeVisible();

  await client.goto("/dashboard");
  await expect(client).toHaveURL(/\/login/);
  await client.getByLabel("E-mail").fill(email);
  await client.getByLabel("Password", { exact: true }).fill(demo.password);
  await client.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(client.getByText(/This account is closed at the moment/).first()).toBeVisible();

  await take(admin, "Unblock the account", "Unblock the account", "The bank confirmed the card.");
  await expect(admin.getByText(/The account is open again/)).toBeVisible();
  await admin.getByRole("button", { name: "Change the role" }).click();
  await dialog.getByRole("radio", { name: "Writer" }).check();
  await dialog.getByLabel("Reason").fill("A good hand.");
  await expectAccessible(admin, "role");
  await dialog.getByRole("button", { name: "Change the role" }).click();
  await expect(admin.getByText(/The role is changed/)).toBeVisible();
  await admin.locator("summary", { hasText: "Audit" }).click();
  for (const text of ["Client to Writer", "Reason: A good hand.", "Reason: A stolen card."])
    await expect(admin.getByText(text)).toBeVisible();

  await admin.setViewportSize(small.viewport);
  await setTheme(admin, small.theme);
  await admin.reload();
  await expectAccessible(admin, "person, small and dark");

  await signIn(client, email);
  await expect(client.getByRole("heading", { name: "Your work", exact: true })).toBeVisible();
  for (const page of [client, admin]) await page.context().close();
});
