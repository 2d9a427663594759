import { PDFDocument, PDFName } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { cleaned } from "./samples/folder.ts";
import { identifyingJpeg } from "./samples/images.ts";
import { leakedByPdf } from "./samples/leaked-metadata.ts";
import { person } from "./samples/office.ts";
import { identifyingPdf, pdfWithAttachment } from "./samples/pdf.ts";

const mime = "application/pdf";
/** Properties are written as UTF-16 in hexadecimal signs. */
const inHex = Buffer.from(person.name, "utf16le").swap16().toString("hex").toUpperCase();

test("properties, XMP, names at remarks, private data, the photo's place and old revisions go", async () => {
  const before = await identifyingPdf(await identifyingJpeg());
  expect(leakedByPdf(before)).toContain(person.name);
  expect(Buffer.from(before).includes(inHex)).toBe(true);
  const { result, after } = await cleaned(before, mime);
  expect(result).toEqual({ result: "cleaned" });
  expect(leakedByPdf(after!)).toEqual([]);
  expect(Buffer.from(after!).includes(inHex)).toBe(false);
});

test("pages and the remark's text stay, a form is what it shows, and another reading opens it", async () => {
  const { after } = await cleaned(await identifyingPdf(await identifyingJpeg()), mime);
  const document = await PDFDocument.load(after!, { updateMetadata: false, throwOnInvalidObject: true });
  expect(document.getPageCount()).toBe(1);
  expect(document.catalog.has(PDFName.of("AcroForm"))).toBe(false);
  const remarks = document
    .getPage(0)
    .node.Annots()!
    .asArray()
    .map((ref) => document.context.lookup(ref)!.toString());
  expect(remarks.join()).toContain("a remark");
  expect(document.getAuthor()).toBeUndefined();
  expect(document.catalog.has(PDFName.of("Metadata"))).toBe(false);
});

test("locked, signed, broken and carrying files: each refused in its own words", async () => {
  const locked = await PDFDocument.create();
  locked.addPage();
  locked.encrypt({ userPassword: "a", ownerPassword: "b" });
  const signed = await PDFDocument.create();
  signed.addPage();
  signed.catalog.set(
    PDFName.of("Perms"),
    signed.context.obj({ DocMDP: signed.context.obj({ Type: "Sig", ByteRange: [0, 1], Contents: 0 }) }),
  );
  const whole = await identifyingPdf(await identifyingJpeg());
  const cases: [string, Uint8Array][] = [
    ["encrypted", await locked.save()],
    ["signed", await signed.save()],
    ["nested", await pdfWithAttachment()],
    ["broken", whole.subarray(0, 200)],
    ["broken", new Uint8Array(Buffer.from("%PDF-1.7\nnothing"))],
  ];
  for (const [code, bytes] of cases) {
    const { result, after } = await cleaned(bytes, mime);
    expect(result).toMatchObject({ result: "uncleanable", code, reason: expect.stringMatching(/\.$/) });
    expect(after).toBeNull();
  }
});
