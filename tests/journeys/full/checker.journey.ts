import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import type { Page } from "@playwright/test";
import { strToU8, zipSync } from "fflate";
import { machineLike, personLike } from "../../support/checked-texts.ts";
import { drawnPdf } from "../../support/drawn-pdf.ts";
import { demo, expect, expectAccessible, signIn, test } from "../browser.ts";

const paragraphs = (text: string): string =>
  text
    .split("\n\n")
    .map((one) => `<w:p><w:r><w:t>${one.replaceAll("&", "&amp;")}</w:t></w:r></w:p>`)
    .join("");

const docx = (text: string): Uint8Array =>
  zipSync({
    "[Content_Types].xml": strToU8("<Types/>"),
    "word/document.xml": strToU8(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs(text)}<w:tbl><w:tr><w:tc><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>`,
    ),
  });

async function pdf(text: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage();
  const font = await document.embedFont(StandardFonts.Helvetica);
  page.drawText(text, { x: 40, y: 780, size: 10, font, maxWidth: 500, lineHeight: 13 });
  return document.save();
}

async function scan(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage().drawRectangle({ x: 40, y: 40, width: 200, height: 200 });
  return document.save();
}

const tooLong = "word ".repeat(10_001);
const check = (page: Page) => page.getByRole("button", { name: "Check the text" }).click();
const title = (page: Page) => page.locator("#verdict");
const box = (page: Page) => page.getByRole("textbox", { name: "Your text" });

test.use({ expected: /status of 422/ });

test("a pasted text and files of every kind are checked; what cannot be read is named, and the text is kept", async ({
  page,
}, info) => {
  const folder = info.outputDir;
  mkdirSync(folder, { recursive: true });
  const file = (name: string, bytes: Uint8Array | string): string => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  await signIn(page, demo.client);
  await page.goto("/aichecker");
  await expectAccessible(page, "checker");
  await box(page).fill(machineLike);
  await check(page);
  await expect(title(page)).toHaveText("The style resembles machine-written text.");
  await expect(page.locator(".page-text mark").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "How often is it wrong?" })).toBeVisible();
  await expectAccessible(page, "checker's answer");

  // A number leads to its reason and back, and the answer stays.
  const number = page.getByRole("link", { name: /^Mark \d+, see the reason$/ }).first();
  await number.click();
  const reason = page.locator(".reasons3 > .here");
  await expect(reason).toBeFocused();
  const mark = reason.getByRole("link", { name: /^Go to mark \d+$/ }).first();
  const led = await mark.getAttribute("href");
  await mark.click();
  await expect(page.locator(`mark${led}`)).toBeFocused();
  await expect(title(page)).toBeVisible();

  await page.getByRole("link", { name: "Edit" }).click();
  await expect(box(page)).toBeFocused();
  await expect(page.locator("#your-text")).toBeHidden();
  await expectAccessible(page, "checker's answer, edited");
  await box(page).fill(personLike);
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(title(page)).not.toHaveText("The style resembles machine-written text.");
  await expect(page.locator(".page-text")).toContainText("My uncle kept bees");

  const read = async (path: string): Promise<void> => {
    await page.goto("/aichecker");
    await page.getByLabel("Open a file").setInputFiles(path);
    await check(page);
  };
  await read(file("essay.docx", docx(machineLike)));
  await expect(page.locator(".page-text")).toContainText("Education plays a crucial role");
  const found = page.getByText(/^Found in the file: \d+ words, 1 of them in tables\.$/);
  await expect(found).toBeVisible();
  await page.getByRole("button", { name: "Keep this answer" }).click();
  await expect(page.getByRole("heading", { name: "Kept answer" })).toBeVisible();
  await expect(found).toBeVisible();
  const report = page.waitForEvent("download");
  await page.getByRole("button", { name: "Report as PDF" }).click();
  expect((await report).suggestedFilename()).toMatch(/^ai-checker-[0-9a-f]{12}\.pdf$/);
  await page.getByRole("button", { name: "Erase this answer" }).click();
  await expect(page.getByText("The answer and its text are deleted.")).toBeVisible();
  await read(file("essay.txt", machineLike));
  await expect(page.locator(".page-text")).toContainText("Education plays a crucial role");
  await read(file("essay.pdf", await pdf(machineLike)));
  await expect(page.locator(".page-text")).toContainText("Education plays a crucial role");
  await read(file("essay.md", `# Essay\n\n${machineLike}\n`));
  await expect(page.locator(".page-text")).toContainText("Education plays a crucial role");

  await page.goto("/aichecker");
  await box(page).fill("kept while the file is refused");
  await page.getByLabel("Open a file").setInputFiles(file("scan.pdf", await scan()));
  await check(page);
  await expect(page.getByText(/pictures of pages and no text/).first()).toBeVisible();
  await expect(box(page)).toHaveValue("kept while the file is refused");
  await check(page);
  await expect(title(page)).toHaveText("Too short. Add 44 words.");
  await expect(box(page)).toBeFocused();
  await expect(page.getByRole("button", { name: "Report as PDF" })).toHaveCount(0);
  await expectAccessible(page, "checker's answer to a short text");

  await page.goto("/aichecker/how");
  await expect(page.getByRole("img", { name: /^All kinds, human texts called like a machine: 150/ })).toBeVisible();
  await expectAccessible(page, "how it works");
});

test("how it works and the model card are open to who is signed out", async ({ page }) => {
  await page.goto("/aichecker/card");
  await expect(page).toHaveURL(/\/aichecker\/how#mc$/);
  await expectAccessible(page, "how it works, signed out");
  await expect(page.getByText(/SHA-256 of the model/)).toBeVisible();
});

test("the page being read is shown; cancelling ends the reading, keeps the text, and continues by keyboard", async ({
  page,
}) => {
  await signIn(page, demo.client);
  await page.goto("/aichecker");
  await box(page).fill(machineLike);
  const file = page.getByLabel("Open a file");
  const buffer = Buffer.from(await drawnPdf(machineLike, 1000, 30_000));
  await file.setInputFiles({ name: "long.pdf", mimeType: "application/pdf", buffer });
  await check(page);
  await expect(page.getByText(/^Reading page \d+ of 1,000$/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(async () => (await page.request.get("/api/checks")).json()).toMatchObject({ own: null });
  await expect(box(page)).toHaveValue(machineLike);
  await expect(page.getByRole("button", { name: "Check the text" })).toBeFocused();
  await file.setInputFiles([]);
  await page.getByRole("button", { name: "Check the text" }).press("Enter");
  await expect(title(page)).toBeFocused();
  await expect(page.getByRole("region", { name: "Report" }).locator("time")).toHaveText(
    /^[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d \(.+\)$/,
  );
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, expected: /status of (413|422)/ });

  test("a text is checked, and too much of it is refused with the text kept", async ({ page }) => {
    await signIn(page, demo.client);
    await page.goto("/aichecker");
    await box(page).fill(machineLike);
    await check(page);
    await expect(title(page)).toHaveText("The style resembles machine-written text.");
    await page.getByRole("link", { name: "Edit" }).click();
    await box(page).fill(tooLong);
    await page.getByRole("button", { name: "Check again" }).click();
    await expect(page.getByText(/at most 50,000 are checked at once/).first()).toBeVisible();
    await expect(box(page)).toHaveValue(/^word word/);
    await page.goto("/aichecker");
    await box(page).fill("kept by the browser");
    await page.getByLabel("Open a file").setInputFiles({
      name: "long.txt",
      mimeType: "text/plain",
      buffer: Buffer.alloc(12 * 2 ** 20, "word "),
    });
    await check(page);
    await expect(page.getByText("A file here may have up to 10 MB.")).toBeVisible();
    await page.goBack();
    await expect(box(page)).toHaveValue("kept by the browser");
  });

  test("a report that is refused brings the form back, with its text and the reason", async ({ page }) => {
    await signIn(page, demo.client);
    await page.goto("/aichecker");
    await box(page).fill(machineLike);
    await check(page);
    const sent = page.locator("form", { has: page.getByRole("button", { name: "Report as PDF" }) });
    await sent.locator("input[name=text]").evaluate((input, text) => input.setAttribute("value", text), tooLong);
    await page.getByRole("button", { name: "Report as PDF" }).click();
    await expect(page.getByRole("alert")).toContainText("at most 50,000 are checked at once");
    await expect(box(page)).toHaveValue(/^word word/);
    await box(page).fill(machineLike);
    await check(page);
    await expect(title(page)).toHaveText("The style resembles machine-written text.");
  });
});
