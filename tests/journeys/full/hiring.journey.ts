import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { demo, expect, expectAccessible, register, signIn, test } from "../browser.ts";

// A new role ends the session: what the open page asks then is refused.
test.use({ expected: /status of (?:401|422)/ });

const task = "One idea that beginners often misunderstand is what a cause is in history. ".repeat(12);

type Applicant = { name: string; country: string; hours: string };

/** The first step: who applies. */
async function fillYou(page: Page, { name, country, hours }: Applicant): Promise<void> {
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Country that you live in").selectOption(country);
  await page.getByLabel("Time zone").selectOption("Europe/London");
  await page.getByLabel("Hours a week that you have for this work").fill(hours);
  await page.getByLabel("How do you know your subjects?").fill("A doctorate in history and six years of teaching.");
}

/** The second step: what they write. */
async function fillWork(page: Page): Promise<void> {
  await page.getByText("Essays and papers").click();
  await page.getByLabel("Subject 1", { exact: true }).selectOption("History");
  await page.getByLabel("Language 1", { exact: true }).selectOption("English");
}

test("somebody applies without an account, signs in, sends, is asked, answers and is accepted", async ({
  page,
  browser,
}, info) => {
  const samples = ["one.txt", "two.txt"].map((name) => info.outputPath(name));
  for (const path of samples) await writeFile(path, "A sample of my own writing. ".repeat(100));
  const step = (name: string) => expect(page.locator("#step")).toContainText(name);
  const goOn = () => page.getByRole("button", { name: /^Continue to/ }).click();

  await page.goto("/hiring");
  await goOn();
  await expect(page.getByRole("alert")).toContainText("Your name: write your name.");
  await fillYou(page, { name: "Ines Carvalho", country: "PT", hours: "12" });
  await goOn();
  await step("What you write");
  await fillWork(page);
  await page.reload();
  await step("What you write");
  await expect(page.getByLabel("Subject 1", { exact: true })).toHaveValue("History");
  await expectAccessible(page, "hiring");
  await goOn();
  await step("Samples");
  await page.locator("input[type=file]").first().setInputFiles(samples);
  await expect(page.getByText("two.txt")).toBeVisible();
  await goOn();
  await page.getByLabel("Explain one idea").fill(task);
  await goOn();
  await page.getByLabel("I agree to these terms").check();
  await page.getByRole("button", { name: "Sign in and send" }).click();
  await page.waitForURL(/\/start/);
  const next = new URL(page.url()).searchParams.get("next") ?? "";
  const email = `ines-${Date.now()}@demo.test`;
  const at = `/register?next=${encodeURIComponent(next)}`;
  await register(page, { name: "Ines Carvalho", email }, { at, reaching: /\/hiring/ });
  await expect(page.getByText("You are signed in. What you wrote is here.")).toBeVisible();
  await expect(page.locator('input[name="files"]')).toHaveValue(/,/);
  await page.getByRole("button", { name: "Send the application" }).click();
  await expect(page.getByText("We have your application.")).toBeVisible();

  const context = await browser.newContext({ baseURL: info.project.use.baseURL ?? "" });
  const admin = await context.newPage();
  await signIn(admin, demo.admin);
  await admin.goto("/admin/writers");
  await admin.getByRole("link", { name: "Review the application of Ines Carvalho" }).first().click();
  await expect(admin.getByText("one.txt").first()).toBeVisible();
  await expectAccessible(admin, "application");
  await admin.getByLabel("What is missing?").fill("Which century do you know best?");
  await admin.getByRole("button", { name: "Send the question" }).click();
  await expect(admin.getByText("The question is sent.")).toBeVisible();

  await page.reload();
  await expect(page.getByText("Which century do you know best?")).toBeVisible();
  await page.getByLabel("How do you know your subjects?").fill("A doctorate in history, of the nineteenth century.");
  await page.getByRole("button", { name: "Fair-work terms" }).click();
  await page.getByLabel("I agree to these terms").check();
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect(page.getByText("We have your application.")).toBeVisible();

  await admin.reload();
  await expect(admin.getByText("of the nineteenth century")).toBeVisible();
  await admin.getByRole("button", { name: "Accept as a writer" }).click();
  await expect(admin.getByText("The application is accepted.")).toBeVisible();
  await expect(admin.getByRole("link", { name: "Ines Carvalho" }).first()).toBeVisible();
  await admin.getByRole("button", { name: "Let writers claim" }).click();
  await expect(admin.getByText("Writers may take paid orders themselves now.")).toBeVisible();
  await admin.getByRole("button", { name: "Stop claiming" }).click();
  await expect(admin.getByText("Your team assigns the orders now.")).toBeVisible();
  await context.close();

  await page.goto(`/login?next=${encodeURIComponent("/hiring")}`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(demo.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("You already write for us.")).toBeVisible();
});

test("without scripts: the steps, sign-in, samples one by one, and the sending", async ({ browser }, info) => {
  const samples = ["first.txt", "second.txt"].map((name) => info.outputPath(name));
  for (const path of samples) await writeFile(path, "A sample of my own writing. ".repeat(100));
  const baseURL = info.project.use.baseURL ?? "";
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  const step = (name: string) => expect(page.locator("#step")).toContainText(name);
  const goOn = () =>
    page
      .getByRole("button", { name: /^Continue to/ })
      .last()
      .click();
  await page.goto("/hiring");
  await goOn();
  await expect(page.getByText("Write your name.").first()).toBeVisible();
  await fillYou(page, { name: "Tomas Berg", country: "SE", hours: "10" });
  await goOn();
  await step("What you write");
  await fillWork(page);
  await goOn();
  await step("Samples");
  await goOn();
  await page.getByLabel("Explain one idea").fill(task);
  await goOn();
  await page.getByLabel("I agree to these terms").check();
  await page.getByRole("button", { name: "Sign in and send" }).last().click();
  await page.waitForURL(/\/start/);
  const next = new URL(page.url()).searchParams.get("next") ?? "";
  await page.goto(`/register?next=${encodeURIComponent(next)}`);
  await page.getByLabel("Name").fill("Tomas Berg");
  await page.getByLabel("E-mail").fill(`tomas-${Date.now()}@demo.test`);
  await page.getByLabel("Password", { exact: true }).fill(demo.password);
  await page.getByLabel(/I have read/).check();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(/\/hiring/);
  await expect(page.getByText("You are signed in. What you wrote is here.")).toBeVisible();
  await page.getByRole("button", { name: "Send the application" }).last().click();
  await step("Samples");
  for (const path of samples) {
    await page.locator("input[type=file]:visible").setInputFiles(path);
    await page.getByRole("button", { name: "Send the file" }).click();
    await step("Samples");
    await expect(page.getByText(path.split("/").at(-1) ?? "").first()).toBeVisible();
  }
  await goOn();
  await expect(page.getByLabel("Explain one idea")).toHaveValue(task);
  await goOn();
  await page.getByLabel("I agree to these terms").check();
  await page.getByRole("button", { name: "Send the application" }).last().click();
  await expect(page.getByText("We have your application.")).toBeVisible();
  await expect(page.getByText("second.txt")).toBeVisible();
  await context.close();
});
