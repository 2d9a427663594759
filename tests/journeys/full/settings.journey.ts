import type { Page } from "@playwright/test";
import { demo, displays, expect, expectAccessible, register, test } from "../browser.ts";
import { personIn } from "../person-in.ts";

const password = "seven quiet rivers meet";
const next = "eight quiet rivers meet again";

const registerAs = (page: Page, email: string) => register(page, { name: "Noor Visser", email, password });

/** Goes on with Tab until the field of this label has the focus, and types. */
async function tabTo(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  for (let steps = 0; steps < 20; steps += 1) {
    if (await field.evaluate((one) => one === document.activeElement)) return page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  throw new Error(`Nobody gets to "${label}" with the keyboard.`);
}

/** By the keyboard alone. */
async function signIn(page: Page, email: string, by: string): Promise<void> {
  await page.goto("/login");
  await tabTo(page, "E-mail", email);
  await tabTo(page, "Password", by);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard/);
}

/** Opens the newest mail with this subject in the demo mailbox and follows its button. */
async function followMail(page: Page, subject: string): Promise<void> {
  await page.goto("/mailbox");
  await page.getByRole("link", { name: subject }).first().click();
  await expect(page.getByRole("heading", { name: subject, level: 1 })).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: /Confirm|Undo the change/ })
    .click();
  await page.waitForURL(/\/email-change$/);
}

// A refused form answers 422, which the browser notes.
test.use({ expected: /422/ });

const part = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Account settings" }).getByRole("link", { name, exact: true });

test("a person keeps the own account: name, sessions, password, notices, look", async ({ page, browser }) => {
  const email = `noor-${Date.now()}@example.test`;
  await registerAs(page, email);
  const other = await (await browser.newContext()).newPage();
  await signIn(other, email, password);

  await page.goto("/accountSettings");
  await expectAccessible(page, "profile");
  await page.getByLabel("Name").fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Write a name.", { exact: true })).toBeVisible();
  await page.getByLabel("Name").fill("Noor de Visser");
  await page.getByLabel("Time zone").selectOption("Europe/Amsterdam");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();

  await part(page, "Sign-in and security").click();
  await expect(page.getByText("This browser")).toBeVisible();
  await expectAccessible(page, "sign-in and security");
  await page.getByRole("button", { name: /^Sign out: / }).click();
  await expect(page.getByText("One session is over.")).toBeVisible();
  await other.goto("/dashboard");
  await other.waitForURL(/\/login\?next=/);
  await signIn(other, email, password);

  await page.getByLabel("Current password").fill("not my password at all");
  await page.getByLabel("New password").fill(next);
  await expect(page.getByText("Long enough to be hard to guess.")).toBeVisible();
  await page.getByRole("button", { name: "Save the new password" }).click();
  await expect(page.getByText("This is not your password. Nothing was changed.", { exact: true })).toBeVisible();
  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password").fill(next);
  await page.getByRole("button", { name: "Save the new password" }).click();
  await expect(page.getByText("Every other browser is signed out.")).toBeVisible();
  await other.goto("/dashboard");
  await other.waitForURL(/\/login\?next=/);
  await other.context().close();

  await part(page, "E-mails").click();
  await expectAccessible(page, "mails");
  const progress = page.getByRole("region", { name: "Progress of an order" });
  await progress.getByLabel("Only important").check();
  await expect(page.getByText(/Saved at \d\d:\d\d\./)).toBeVisible();
  await page.reload();
  await expect(progress.getByLabel("Only important")).toBeChecked();
  await progress.getByText("Choose one by one").click();
  await expect(page.getByLabel("A writer has your order")).not.toBeChecked();
  await page.getByLabel("You can read a draft").check();
  await expect(progress.getByText("Your own choice")).toBeVisible();
  await expect(page.getByText(/Saved at \d\d:\d\d\./)).toBeVisible();
  await expectAccessible(page, "mails, one by one");
  await page.reload();
  await expect(progress.getByText("Your own choice")).toBeVisible();

  await part(page, "Appearance").click();
  await page.getByLabel("Dark", { exact: true }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expectAccessible(page, "look");
  const fresh = await (await browser.newContext()).newPage();
  await signIn(fresh, email, next);
  await expect(fresh.locator("html")).toHaveAttribute("data-theme", "dark");
  await fresh.context().close();
});

test("a person downloads the data, asks for deletion, and stays after all", async ({ page }) => {
  await page.goto("/passreset");
  await expectAccessible(page, "reset");
  await registerAs(page, `leaving-${Date.now()}@example.test`);
  // A mailed link says what it is to people who are signed in, too.
  await page.goto("/passreset?token=made-up");
  await expect(page.getByRole("heading", { name: "This link is over" })).toBeVisible();
  await expectAccessible(page, "a link that is over");
  await expect(page.getByRole("link", { name: "Change the password" })).toBeVisible();
  await page.goto("/accountSettings/data");
  await expectAccessible(page, "data");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data (ZIP)" }).click();
  expect((await saving).suggestedFilename()).toMatch(/\.zip$/);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(
    page
      .getByRole("main")
      .getByText(/read what goes/i)
      .last(),
  ).toBeVisible();
  await page.getByLabel("I have read what goes and what stays").check();
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText(/Your account is deleted on/)).toBeVisible();
  await expectAccessible(page, "leaving");
  await page.getByRole("button", { name: "Keep my account" }).click();
  await expect(page.getByText("Your account stays.")).toBeVisible();
});

test("a change of e-mail: both ends confirm, the old one takes it back", async ({ page, browser }) => {
  const stamp = Date.now();
  const email = `nora-${stamp}@example.test`;
  await registerAs(page, email);
  const wanted = `nora.new-${stamp}@example.test`;
  await page.goto("/accountSettings");
  await page.getByRole("link", { name: "Change e-mail" }).click();
  await expectAccessible(page, "change e-mail");
  await page.getByLabel("New e-mail").fill(wanted);
  await page.getByRole("button", { name: "Send the two e-mails" }).click();
  await expect(page.getByText("We sent two e-mails. Confirm the change in both.")).toBeVisible();
  await expectAccessible(page, "two e-mails");
  await followMail(page, "Confirm your new e-mail");
  await expectAccessible(page, "confirm");
  await page.getByRole("button", { name: "Confirm this e-mail" }).click();
  await expect(page.getByText("Confirmed here")).toBeVisible();
  const elsewhere = await (await browser.newContext()).newPage();
  await followMail(elsewhere, "Confirm the change of your e-mail");
  await elsewhere.getByRole("button", { name: "Confirm the change" }).click();
  await expect(elsewhere.getByText("Your e-mail is changed")).toBeVisible();
  await page.goto("/accountSettings");
  await expect(page.getByRole("main").getByText(wanted)).toBeVisible();

  await followMail(elsewhere, "The e-mail of your account was changed");
  await expectAccessible(elsewhere, "take back");
  await elsewhere.getByRole("button", { name: "Undo the change" }).click();
  await elsewhere.getByRole("link", { name: "Choose a new password" }).click();
  await expectAccessible(elsewhere, "choose a new password");
  await elsewhere.getByLabel("New password").fill("nine quiet rivers part");
  await elsewhere.getByRole("button", { name: "Save the new password" }).click();
  await elsewhere.waitForURL(/\/login$/);
  await expect(elsewhere.getByText("Your password is changed.")).toBeVisible();
  await page.goto("/accountSettings");
  await page.waitForURL(/\/login\?next=/);
  await signIn(elsewhere, email, "nine quiet rivers part");
  await elsewhere.context().close();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("settings are plain forms, and a link that is over says one sentence", async ({ page }) => {
    await registerAs(page, `plain-${Date.now()}@example.test`);
    await page.goto("/accountSettings/notices");
    const money = page.getByRole("region", { name: "Money" });
    await money.getByText("Choose one by one").click();
    await page.getByLabel("Refund").uncheck();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(money.getByText("Your own choice")).toBeVisible();
    await money.getByLabel("None").check();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(money.getByLabel("None")).toBeChecked();
    await page.goto("/accountSettings/appearance");
    await page.getByLabel("Dark", { exact: true }).check();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(page.getByLabel("Dark", { exact: true })).toBeChecked();
    await page.goto("/accountSettings");
    await page.getByLabel("Name").fill("Plain Person");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.goto("/email-change?token=made-up");
    await expect(page.getByText("This link is over")).toBeVisible();
    await page.getByRole("link", { name: "Account settings" }).click();
    await expect(page.getByLabel("Name")).toHaveValue("Plain Person");
  });
});

test("a setting out of bounds is marked when its field is left, and saves nothing until it is right", async ({
  browser,
}) => {
  const page = await personIn(browser, displays[0], demo.admin);
  await page.goto("/admin/settings?search=undone");
  const field = page.getByRole("textbox", { name: "An approval can be undone for" });
  const kept = await field.inputValue();
  await field.fill("99999");
  await expect(page.getByRole("button", { name: "Save settings" })).toBeVisible();
  await field.press("Tab");
  await expect(page.getByText(/^Enter \d+ to \d+ s, a whole number\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Correct the value first" }).press("Enter");
  await expect(field).toBeFocused();
  await field.fill(kept);
  await expect(page.getByText(/^Enter \d+ to/)).toBeHidden();
  await expect(page.getByRole("button", { name: "Save settings" })).toBeAttached();

  await field.fill(String(Number(kept) + 1));
  await expect(page.getByText("1 change not saved.")).toBeVisible();
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("The settings are saved.")).toBeVisible();
  await expect(page.getByText("1 change not saved.")).toBeHidden();
  await page.getByRole("button", { name: "Undo: An approval can be undone for" }).first().click();
  await expect(field).toHaveValue(kept);
  await field.fill(`  ${kept}`);
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("1 change not saved."), "the same number written otherwise").toBeHidden();
  await expect(field).toHaveValue(kept);
  await field.fill("99999");
  await field.press("Tab");
  await page.getByRole("link", { name: "Tax and transfers" }).click();
  await expect(page.getByText("1 change not saved."), "another group has nothing typed").toBeHidden();
  await expect(page.getByText("One value needs correction.")).toBeHidden();
  await page.context().close();
});
