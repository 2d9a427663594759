import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { cleaningRows } from "./samples/cleaning-table.ts";
import { cleaned } from "./samples/folder.ts";
import { identifyingJpeg } from "./samples/images.ts";
import { docxParts, rels, xlsxParts, zipped } from "./samples/office.ts";

const open = "application/vnd.openxmlformats-officedocument";

describe("the cleaning table", async () => {
  test.each(await cleaningRows())("$format: $marker", ({ before, outcome, kept, text, marker }) => {
    if (marker !== "a file inside") expect(before, "the sample tells nothing").not.toEqual([]);
    if (kept) expect(outcome).toBe("kept");
    else expect(["gone", "withheld"]).toContain(outcome);
    if (outcome === "withheld") expect(text).toMatch(/^[A-Z].*\.$/);
  });
});

test("what names a dropped part goes with it: relationship, content type, and the element that shows it", async () => {
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const parts = xlsxParts(await identifyingJpeg());
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:rel="${office}"><sheetData><c id="rId1"/></sheetData><pageSetup orientation="portrait" rel:id="rId1"/><customProperties><customPr name="a" rel:id="rId2"/></customProperties><odd rel:id="rId2"/><drawing rel:id="rId3"/></worksheet>`;
  const { after } = await cleaned(
    zipped({
      ...parts,
      "[Content_Types].xml": String(parts["[Content_Types].xml"]).replace(
        "</Types>",
        '<Override PartName="/xl/odd.xml" ContentType="a/b"/></Types>',
      ),
      "xl/worksheets/sheet1.xml": sheet,
      "xl/worksheets/_rels/sheet1.xml.rels": rels([
        [`${office}/printerSettings`, "/xl/printerSettings/p%201.bin"],
        ["urn:odd", "../odd.xml"],
        [`${office}/drawing`, "../drawings/drawing1.xml"],
      ]),
      "xl/printerSettings/p 1.bin": "<plist/>",
      "xl/odd.xml": "<odd/>",
      "xl/_rels/odd.xml.rels": rels([]),
    }),
    `${open}.spreadsheetml.sheet`,
  );
  const found = unzipSync(after!);
  expect(Object.keys(found).filter((name) => /odd|p 1/.test(name))).toEqual([]);
  expect(strFromU8(found["xl/worksheets/sheet1.xml"]!)).toMatch(
    /<sheetData><c id="rId1"\/><\/sheetData><pageSetup orientation="portrait"\/><drawing rel:id="rId3"\/><\/worksheet>$/,
  );
  expect(strFromU8(found["xl/worksheets/_rels/sheet1.xml.rels"]!).match(/rId\d/g)).toEqual(["rId3"]);
  expect(strFromU8(found["[Content_Types].xml"]!)).not.toContain("odd");
});

test("an archive: documents and pictures are cleaned, text stays, names and order too; again, it stays as it is", async () => {
  const photo = await identifyingJpeg();
  const mine = zipped({
    "b/notes.txt": "words",
    "a/essay.docx": zipped(docxParts(photo)),
    "photo.jpg": photo,
    "Thumbs.db": "x",
  });
  const once = await cleaned(mine, "application/zip");
  const parts = unzipSync(once.after!);
  expect(Object.keys(parts)).toEqual(["b/notes.txt", "a/essay.docx", "photo.jpg"]);
  expect(strFromU8(parts["b/notes.txt"]!)).toBe("words");
  const alone = await cleaned(zipped(docxParts(photo)), `${open}.wordprocessingml.document`);
  expect(unzipSync(parts["a/essay.docx"]!)).toEqual(unzipSync(alone.after!));
  expect(unzipSync((await cleaned(once.after!, "application/zip")).after!)).toEqual(parts);
});

test("a file in an archive that cannot be cleaned is named", async () => {
  const { result } = await cleaned(zipped({ "old/a.rtf": "{\\rtf1 words}" }), "application/zip");
  expect(result).toMatchObject({
    result: "uncleanable",
    code: "unsupported",
    reason: "In the archive, “old/a.rtf”: Rich text files keep the author's name. Save it as .docx.",
  });
});
