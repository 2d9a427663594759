import { PDFDocument, rgb } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { drawPage } from "./open-pdfium.ts";

const box = { width: 320, height: 1_280 };

async function pdfOf(width: number, height: number, red = height / 2): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([width, height]);
  page.drawRectangle({ x: 0, y: height - red, width, height: red, color: rgb(1, 0, 0) });
  document.addPage().drawRectangle({ x: 0, y: 0, width: 1000, height: 1000, color: rgb(0, 0, 1) });
  return document.save();
}
const colours = (pixels: Uint8Array, width: number, height: number) =>
  [0, height - 1].map((row) => [...pixels.subarray(row * width * 4, row * width * 4 + 4)]);

test("the first page, upright, on white", async () => {
  const { pixels, width, height } = await drawPage(await pdfOf(600, 800), box);
  expect([width, height, pixels.length]).toEqual([320, 426, 320 * 426 * 4]);
  expect(colours(pixels, width, height)).toEqual([
    [255, 0, 0, 255],
    [255, 255, 255, 255],
  ]);
});

test.each([
  [14_400, 14_400, 320, 320],
  [3, 14_400, 1, 1_280],
  [14_400, 3, 320, 1],
  [1, 1, 320, 320],
])("a page of %i x %i points fits the box", async (width, height, wide, high) => {
  const drawn = await drawPage(await pdfOf(width, height), box);
  expect([drawn.width, drawn.height]).toEqual([wide, high]);
});

test("noise, half a PDF and a locked one are errors, and the next one is drawn", async () => {
  const good = await pdfOf(100, 100);
  const locked = await PDFDocument.create();
  locked.addPage();
  locked.encrypt({ userPassword: "a", ownerPassword: "b" });
  const noise = new Uint8Array(Buffer.from(`%PDF-1.7\n${"x".repeat(5_000)}`));
  for (const bytes of [noise, good.subarray(0, 60), await locked.save(), new Uint8Array()])
    await expect(drawPage(bytes, box)).rejects.toThrow();
  expect((await drawPage(good, box)).width).toBe(320);
});

test("a document that wants more memory than it may have ends with an error", async () => {
  const before = process.memoryUsage().rss;
  const large = Buffer.concat([await pdfOf(9, 9), Buffer.alloc(270 * 1024 * 1024)]);
  await expect(drawPage(large, box)).rejects.toThrow();
  expect(process.memoryUsage().rss - before).toBeLessThan(700 * 1024 * 1024);
});
