import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { DocumentText } from "./blocks.ts";
import { docxOf } from "./docx.ts";
import { pdfOf } from "./pdf.ts";

const textOf = (blocks: DocumentText["blocks"]): DocumentText => ({
  title: "Sleep & memory <1>",
  notes: ["Order 7KQ2M4X, version 2"],
  blocks,
  author: "Paperwright",
});
const paragraph = (text: string) => ({ kind: "paragraph", text }) as const;
const utf8 = new TextDecoder();

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
    const pdf = await PDFDocument.load(bytes ?? new Uint8Array(), { updateMetadata: false });
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
    expect(await pdfOf(textOf([paragraph(text)]))).not.toBeNull();
    making = false;
    expect(turns, "a busy loop has few and long turns").toBeGreaterThan(20);
  });

  test("a letter that the typeface lacks makes none, so that no word is lost in silence", async () => {
    expect(await pdfOf(textOf([paragraph("記憶")]))).toBeNull();
  });

  test("a row has its amount at the right end of its line", async () => {
    const { decodePDFRawStream, PDFDocument, PDFRawStream } = await import("@cantoo/pdf-lib");
    const placesOf = async (blocks: DocumentText["blocks"]) => {
      const pdf = await PDFDocument.load((await pdfOf(textOf(blocks))) ?? new Uint8Array(), { updateMetadata: false });
      const streams = pdf.context
        .enumerateIndirectObjects()
        .flatMap(([, one]) => (one instanceof PDFRawStream ? [one] : []));
      const drawn = streams.map((one) => new TextDecoder("latin1").decode(decodePDFRawStream(one).decode())).join("\n");
      return [...drawn.matchAll(/1 0 0 1 ([\d.]+) ([\d.]+) Tm/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
    };
    const [row, amount] = (await placesOf([{ kind: "row", text: "Writing", right: "$126.00" }])).slice(-3);
    expect(amount?.y).toBe(row?.y);
    expect(row?.x).toBe(72);
    expect(amount?.x).toBeGreaterThan(450);
  });
});
