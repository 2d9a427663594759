import { expect, test, vi } from "vitest";
import { drawnPdf } from "#tests/support/drawn-pdf.ts";
import { memorySource, type Source } from "../source.ts";
import { pdfText } from "./pdf-text.ts";

const message = "The text stays.";
const pdf = async (pages: number, lines: number): Promise<Source> =>
  memorySource(await drawnPdf(message, pages, lines));

test("progress is reported before each page; of many pages, not for each", async () => {
  const heard: number[] = [];
  expect(await pdfText(await pdf(3, 1), ({ page, pages }) => heard.push(page, pages))).toMatchObject({ pages: 3 });
  expect(heard).toEqual([1, 3, 2, 3, 3, 3]);
  const many: number[] = [];
  await pdfText(await pdf(1000, 1), ({ page }) => many.push(page));
  expect(many).toEqual(Array.from({ length: 200 }, (_, at) => 5 * at + 1));
});

test("pages that are drawings need no more room the more there are of them", async () => {
  expect(await pdfText(await pdf(6, 500_000), () => undefined)).toMatchObject({ text: message, pages: 6 });
});

test("a page that needs more room than we allow is refused in words", async () => {
  const complained = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await expect(pdfText(await pdf(2, 2_500_000), () => undefined)).rejects.toMatchObject({ code: "too-large" });
  expect(complained.mock.calls).toEqual([[expect.stringContaining("Aborted")]]);
  complained.mockReset();
});
