import { describe, expect, test } from "vitest";
import { digestOf } from "../../domain/text-facts.ts";
import { essay, readRows } from "../samples/document-table.ts";
import { testFolder, written } from "../samples/folder.ts";
import { docxParts, rels, zipped } from "../samples/office.ts";
import { compound, inWord } from "../samples/office-markers.ts";
import { readText } from "./read-text.ts";

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const rows = await readRows();
const reading = (name: string, bytes: Uint8Array, mime = docx) =>
  readText(written(testFolder(), name, bytes), mime, () => undefined);

/** A Word file with this body; `more` are parts that its relationships name by their types. */
function word(body: string, more: Readonly<Record<string, string>> = {}): Uint8Array {
  const { "word/document.xml": main = "" } = inWord(body);
  const root = (name: string, inside: string): string =>
    `<w:${name} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${inside}</w:${name}>`;
  const names: Readonly<Record<string, string>> = { header: "hdr", footer: "ftr" };
  return zipped({
    ...Object.fromEntries(
      Object.entries(more).map(([type, inside]) => [`word/${type}1.xml`, root(names[type] ?? type, inside)]),
    ),
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": rels([[`${office}/officeDocument`, "word/document.xml"]]),
    "word/_rels/document.xml.rels": rels(Object.keys(more).map((type) => [`${office}/${type}`, `${type}1.xml`])),
    "word/document.xml": main,
  });
}
const run = (text: string, properties = ""): string =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (inside: string): string => `<w:p>${inside}</w:p>`;

describe("every sample document", () => {
  test.each(rows)("$name has $byHand words", ({ byHand, words }) => {
    expect(words).toBe(byHand);
  });

  test("what is separate or left out is reported with its amount", () => {
    const message = (name: string): string | undefined => rows.find((row) => row.name === name)?.description;
    expect(message("half-table.docx")).toBe("206 words, 95 of them in tables.");
    expect(message("in-table.docx")).toBe("206 words, all of them in tables.");
    expect(message("footnotes.docx")).toBe("412 words, 206 of them in notes.");
    expect(message("hidden.docx")).toBe("206 words. Left out: 206 hidden words.");
    expect(message("chinese.txt")).toBe("620 words (1,020 characters).");
    expect(message("essay.odt")).toBe(
      "212 words, 5 of them in tables and notes. Left out: 2 hidden words, 2 deleted words.",
    );
    expect(message("essay.pptx")).toBe("208 words, 2 of them in notes. Left out: 4 hidden words.");
    expect(message("two-columns.pdf")).toBe("206 words. Left out: 1 line of page headers and numbers.");
  });

  test("text is whole and in order", () => {
    const text = (name: string): string => {
      const found = rows.find((row) => row.name === name)?.reading;
      return found?.result === "read" ? found.text.replace(/\s+/g, " ") : "";
    };
    for (const name of ["textbox.docx", "half-table.docx", "utf16.txt", "cut-words.pdf", "two-columns.pdf"])
      expect(text(name), name).toBe(essay);
    expect(text("nonbreaking-hyphen.docx")).toMatch(/^A well\u2011known self\u2011made cook wrote this\./);
    expect(text("deleted-paragraph-mark.docx")).toBe("Before the cut after the cut.");
    expect(text("cp1252.txt")).toMatch(/^“Last spring .* café/);
  });
});

describe("a Word file", () => {
  test("text is hidden by a run, by a style, and by what a style is based on", async () => {
    const styles =
      '<w:style w:styleId="Quiet"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Own"><w:basedOn w:val="Quiet"/></w:style><w:style w:styleId="Loud"><w:basedOn w:val="Quiet"/><w:rPr><w:vanish w:val="0"/></w:rPr></w:style>';
    const body = [
      run("seen "),
      run("a b ", "<w:vanish/>"),
      run("not off ", '<w:vanish w:val="false"/>'),
      run("c ", '<w:rStyle w:val="Own"/>'),
      run("loud", '<w:rStyle w:val="Loud"/>'),
    ];
    const found = await reading("hidden.docx", word(paragraph(body.join("")), { styles }));
    expect(found).toMatchObject({ text: "seen not off loud", facts: { words: 4, left: { hidden: 3 } } });
  });

  test("tables keep rows and cells; comments, margins, deleted words and pictures are counted", async () => {
    const cell = (text: string): string => `<w:tc>${paragraph(run(text))}</w:tc>`;
    const table = `<w:tbl><w:tr>${cell("River")}${cell("Length")}</w:tr><w:tr>${cell("Labe")}${cell("1,094 km")}</w:tr></w:tbl>`;
    const picture = '<w:r><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"/></w:r>';
    const deleted = '<w:del w:id="1"><w:r><w:delText>cut away</w:delText></w:r></w:del>';
    const more = {
      comments: `<w:comment>${paragraph(run("a remark here"))}</w:comment>`,
      header: paragraph(run("my name")),
      endnotes: `<w:endnote w:type="separator">${paragraph(run("x"))}</w:endnote><w:endnote>${paragraph(run("the end"))}</w:endnote>`,
    };
    const found = await reading("table.docx", word(paragraph(run("Before.") + deleted + picture) + table, more));
    expect(found).toMatchObject({
      text: "Before.\n\nRiver\tLength\nLabe\t1,094 km",
      notes: "the end",
      facts: { words: 8, inTables: 5, inNotes: 2, left: { remarks: 3, margins: 2, deleted: 2, pictures: 1 } },
    });
  });

  test("the strict form of the format is read too", async () => {
    const strict = Buffer.from(word(paragraph(run("Strict words."))));
    expect(await reading("a.docx", strict)).toMatchObject({ text: "Strict words." });
    const parts = docxParts(new Uint8Array());
    const main = String(parts["word/document.xml"]).replaceAll(
      "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
      "http://purl.oclc.org/ooxml/wordprocessingml/main",
    );
    const found = await reading("strict.docx", zipped({ ...parts, "word/document.xml": main }));
    expect(found).toMatchObject({ facts: { words: 6, left: { deleted: 1 } } });
  });

  test("a password and an old file are named", async () => {
    const locked = await reading("locked.docx", compound("EncryptedPackage"), "application/x-cfb");
    expect(locked).toMatchObject({
      code: "encrypted",
      reason: "The document is protected by a password. Save it without one.",
    });
    expect(await reading("old.doc", compound("WordDocument"), "application/x-cfb")).toMatchObject({
      code: "unsupported",
    });
  });
});

test("words are those of Unicode segmentation", () => {
  const segments = new Intl.Segmenter("en", { granularity: "word" });
  const texts = [
    "It's 3.5 % of 1,000 well-known and/or unheard-of e.g. cases, isn't it? (No.) U.S.A. [2]",
    "Больше слов, чем раньше; это — не всё. Ещё 12 слов.",
    "Η ζωή του ανθρώπου, α ρ ν κ. كان يا ما كان في قديم الزمان. नमस्ते दुनिया १२ है।",
    "naïve cafe\u0301 soft\u00adhyphen l’été “quoted” 'tis — 2026-11-27 a_b",
    "混合 text 中文 and English 一起。ฉันไป market 日本語テキスト",
  ];
  for (const text of texts)
    expect(digestOf(text), text).toBe([...segments.segment(text)].filter(({ isWordLike }) => isWordLike).length);
});
