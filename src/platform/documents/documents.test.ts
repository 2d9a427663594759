import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { DocumentText } from "./blocks.ts";
import { docxOf } from "./docx.ts";
import { pdfOf } from "./pdf.ts";
import { inOrder, levelsOf } from "./runs.ts";

const textOf = (blocks: DocumentText["blocks"]): DocumentText => ({
  title: "Sleep & memory <1>",
  notes: ["Order 7KQ2M4X, version 2"],
  blocks,
  author: "Paperwright",
});
const paragraph = (text: string) => ({ kind: "paragraph", text }) as const;
const utf8 = new TextDecoder();

/** What PDFium reads on the first sheet. */
async function readBack(blocks: DocumentText["blocks"]): Promise<string> {
  const { PDFiumLibrary } = await import("@hyzyla/pdfium");
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await pdfOf(textOf(blocks)));
  const text = document.getPage(0).getText();
  document.destroy();
  library.destroy();
  return text;
}

test("the shop's icon stands in the head of the first sheet alone, and takes no room of the text", async () => {
  const { default: sharp } = await import("sharp");
  const icon = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#00776A" } })
    .png()
    .toBuffer();
  const { PDFiumLibrary } = await import("@hyzyla/pdfium");
  const library = await PDFiumLibrary.init();
  const long = textOf(Array.from({ length: 60 }, (_, at) => paragraph(`Line ${at}`)));
  const [plain, branded] = [await pdfOf(long), await pdfOf(long, icon)];
  const shown = await Promise.all([plain, branded].map((bytes) => library.loadDocument(bytes)));
  const picturesOn = (at: number) =>
    [...(shown[1]?.getPage(at).objects() ?? [])].filter(({ type }) => type === "image");
  expect(picturesOn(0)).toHaveLength(1);
  expect(picturesOn(1)).toHaveLength(0);
  expect(shown[1]?.getPage(0).getText()).toBe(shown[0]?.getPage(0).getText());
  for (const document of shown) document.destroy();
  library.destroy();
});

/** Where each piece of text begins, in points. */
async function placesOf(blocks: DocumentText["blocks"]): Promise<{ x: number; y: number }[]> {
  const { decodePDFRawStream, PDFDocument, PDFRawStream } = await import("@cantoo/pdf-lib");
  const pdf = await PDFDocument.load(await pdfOf(textOf(blocks)), { updateMetadata: false });
  const streams = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, one]) => (one instanceof PDFRawStream ? [one] : []));
  const drawn = streams.map((one) => new TextDecoder("latin1").decode(decodePDFRawStream(one).decode())).join("\n");
  return [...drawn.matchAll(/1 0 0 1 ([\d.]+) ([\d.]+) Tm/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
}

describe("a text as a Word file", () => {
  test("holds every word, headings as headings, lines as lines, and nothing that breaks its XML", async () => {
    const bytes = await docxOf(
      textOf([{ kind: "heading", text: "Trí nhớ" }, paragraph("one <b>&\ntwo\u0000\u0007 记 🌙 \uD800end")]),
    );
    const parts = unzipSync(bytes);
    const body = utf8.decode(parts["word/document.xml"]);
    expect(body).toContain('<w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t xml:space="preserve">Trí nhớ</w:t>');
    expect(body).toContain("one &lt;b&gt;&amp;</w:t><w:br/>");
    expect(body).toContain("two 记 🌙 end</w:t>");
    expect(utf8.decode(parts["docProps/core.xml"])).toContain("<dc:title>Sleep &amp; memory &lt;1&gt;</dc:title>");
  });

  test("the same text is the same file", async () => {
    const [one, two] = [await docxOf(textOf([paragraph("a")])), await docxOf(textOf([paragraph("a")]))];
    expect(Buffer.from(one).equals(two)).toBe(true);
  });
});

describe("a text as a PDF", () => {
  test("begins new sheets where one is full, a word of any length included", async () => {
    const { PDFDocument } = await import("@cantoo/pdf-lib");
    const blocks = [
      paragraph("x".repeat(3_000)),
      ...Array.from({ length: 30 }, () => paragraph("Ngủ, сон, ύπνος. ".repeat(20))),
    ];
    const bytes = await pdfOf(textOf(blocks));
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
    expect(pdf.getPageCount()).toBeGreaterThan(2);
    expect(pdf.getTitle()).toBe("Sleep & memory <1>");
    expect(pdf.getAuthor()).toBe("Paperwright");
  });

  test.each([
    ["one paragraph", "memory and forgetting ".repeat(4_000)],
    ["one word", "x".repeat(40_000)],
    ["one line after another", "a\n".repeat(20_000)],
  ])("%s, however long, leaves the server to others every some milliseconds", async (_what, text) => {
    await pdfOf(textOf([paragraph("once before")]));
    let turns = 0;
    let making = true;
    const turn = (): void => {
      turns += 1;
      if (making) setImmediate(turn);
    };
    setImmediate(turn);
    expect(await pdfOf(textOf([paragraph(text)]))).toBeInstanceOf(Uint8Array);
    making = false;
    expect(turns, "a busy loop has few and long turns").toBeGreaterThan(20);
  });

  test.each([
    ["Chinese", "王小明", "王小明"],
    ["Japanese", "山田太郎 さくら", "山田太郎 さくら"],
    ["Korean", "김철수", "김철수"],
    ["Hindi", "शिव कुमार", "शिव कुमार"],
    ["Bengali", "বাংলা", "বাংলা"],
    ["Tamil", "தமிழ்", "தமிழ்"],
    ["Thai", "สมชาย ใจดี", "สมชาย ใจดี"],
    ["Georgian, Armenian and Amharic", "ქართული Հայերեն አማርኛ", "ქართული Հայերեն አማርኛ"],
    ["Vietnamese, Greek and Russian", "Trí nhớ, ύπνος, сон", "Trí nhớ, ύπνος, сон"],
    ["an emoji", "Anna 😀 Müller", "Anna 😀 Müller"],
    ["what no face has", "a\ue000b 𐎀", "aU+E000b U+10380"],
  ])("%s is set, and read back by the reader of the product", async (_what, text, read) => {
    expect(await readBack([paragraph(text)])).toContain(read);
  });

  test("scripts that run from right to left stand in their order, numbers and brackets in theirs", async () => {
    const places = async (text: string) => (await placesOf([paragraph(text)])).slice(0, -1);
    const [latin, arabic] = [await readBack([paragraph("محمد علي")]), await readBack([paragraph("דוד כהן")])];
    for (const word of ["محمد", "علي"]) expect(latin).toContain(word);
    for (const word of ["דוד", "כהן"]) expect(arabic).toContain(word);
    expect(inOrder([1, 1, 2, 1, 0].map((level, at) => ({ level, at }))).map(({ at }) => at)).toEqual([3, 2, 1, 0, 4]);
    expect(levelsOf("Order 12 (a)")).toBeNull();
    expect([...(levelsOf("דוד 12") ?? [])]).toEqual([1, 1, 1, 1, 2, 2]);
    expect((await places("محمد")).length).toBeGreaterThan(0);
  });

  test("a long text without spaces is broken between its words, inside the measure", async () => {
    for (const text of ["中文文字很长没有空格。".repeat(40), "การเขียนเรียงความภาษาไทย".repeat(30)]) {
      const lines = new Set((await placesOf([paragraph(text)])).map(({ y }) => y));
      expect(lines.size).toBeGreaterThan(8);
    }
  });

  test("a row has its amount at the right end of its line", async () => {
    const [row, amount] = (await placesOf([{ kind: "row", text: "Writing", right: "$126.00" }])).slice(-3);
    expect(amount?.y).toBe(row?.y);
    expect(row?.x).toBe(72);
    expect(amount?.x).toBeGreaterThan(450);
  });
});
