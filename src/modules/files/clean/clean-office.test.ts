import { strFromU8, unzipSync } from "fflate";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { cleaned } from "./samples/folder.ts";
import { identifyingJpeg, identifyingPng } from "./samples/images.ts";
import { leakedByZip } from "./samples/leaked-metadata.ts";
import { docxParts, odtParts, type Parts, person, pptxParts, rels, xlsxParts, zipped } from "./samples/office.ts";

const open = "application/vnd.openxmlformats-officedocument";
const kinds = {
  docx: { parts: docxParts, mime: `${open}.wordprocessingml.document` },
  xlsx: { parts: xlsxParts, mime: `${open}.spreadsheetml.sheet` },
  pptx: { parts: pptxParts, mime: `${open}.presentationml.presentation` },
};

async function cleanParts(parts: Parts, mime: string): Promise<Record<string, string>> {
  const { result, after } = await cleaned(zipped(parts), mime);
  expect(result).toEqual({ result: "cleaned" });
  expect(leakedByZip(after!)).toEqual([]);
  return Object.fromEntries(Object.entries(unzipSync(after!)).map(([name, part]) => [name, strFromU8(part, true)]));
}

/** Another parser's word (libxml2, through the picture library) that a part is well-formed. */
async function isWellFormed(xml: string): Promise<boolean> {
  const body = xml.replace(/^<\?xml[^>]*\?>\s*/, "");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><metadata>${body}</metadata></svg>`;
  return sharp(Buffer.from(svg, "latin1"))
    .png()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
}

const isXml = (name: string): boolean => /\.(xml|rels)$/.test(name);

/** Parts that relationships name and the archive does not hold. */
function missingParts(parts: Record<string, string>): string[] {
  const lists = Object.entries(parts).filter(([name]) => name.endsWith(".rels"));
  return lists.flatMap(([name, xml]) => {
    const folder = name.split("/").slice(0, -2).join("/");
    return [...xml.matchAll(/<Relationship [^>]*Target="([^"]*)"([^>]*)>/g)]
      .filter(([, , rest]) => !rest?.includes("External"))
      .map(([, target]) => (folder ? `${folder}/${target}` : (target ?? "")))
      .filter((part) => !(part in parts) && !/(settings|sheet1|styles)\.xml$/.test(part));
  });
}

describe.each(Object.entries(kinds))("%s", (_, { parts, mime }) => {
  test("nothing in it names the person afterwards, and before it did", async () => {
    const before = parts(await identifyingJpeg());
    expect(leakedByZip(zipped(before))).toContain(person.name);
    await cleanParts(before, mime);
  });

  test("it still opens: every part is well-formed, every relationship leads somewhere, the main part is there", async () => {
    const after = await cleanParts(parts(await identifyingJpeg()), mime);
    for (const [name, xml] of Object.entries(after))
      if (isXml(name)) expect(await isWellFormed(xml), `${name}: ${xml}`).toBe(true);
    expect(missingParts(after)).toEqual([]);
    expect(Object.keys(after)[0]).toBe("[Content_Types].xml");
    for (const [, part] of (after["[Content_Types].xml"] ?? "").matchAll(/PartName="\/([^"]*)"/g))
      expect(Object.keys(after)).toContain(part);
  });

  test("cleaning a clean file changes nothing", async () => {
    const once = await cleaned(zipped(parts(await identifyingJpeg())), mime);
    const twice = await cleaned(once.after!, mime);
    expect(unzipSync(twice.after!)).toEqual(unzipSync(once.after!));
  });
});

describe("docx", () => {
  test("two people stay two, the text and web links stay, the picture keeps its pixels", async () => {
    const photo = await identifyingJpeg();
    const after = await cleanParts(docxParts(photo), kinds.docx.mime);
    const text = after["word/document.xml"] ?? "";
    expect(text).toContain("The text stays &amp; is whole. ");
    expect([...text.matchAll(/w:author="([^"]*)"/g)].map((m) => m[1])).toEqual(["Author 1", "Author 2"]);
    expect(text).not.toMatch(/rsid/);
    expect(after["word/comments.xml"]).toContain('w:author="Author 1" w:initials="A"');
    expect(after["word/comments.xml"]).toContain("Ask Author 1 about this.");
    expect(after["word/people.xml"]).not.toContain("person ");
    expect(after["word/_rels/document.xml.rels"]).toContain("https://example.org/users/7/profile");
    expect(after["docProps/core.xml"]).toContain("2026-01-01T10:00:00Z");
    const picture = Buffer.from(after["word/media/image1.jpeg"] ?? "", "latin1");
    expect(await sharp(picture).raw().toBuffer()).toEqual(await sharp(photo).raw().toBuffer());
  });

  test("UTF-16 parts are read and written as UTF-8", async () => {
    const parts = docxParts(await identifyingJpeg());
    const comments = String(parts["word/comments.xml"]).replace("UTF-8", "UTF-16");
    parts["word/comments.xml"] = new Uint8Array(Buffer.from(`\ufeff${comments}`, "utf16le"));
    const after = await cleanParts(parts, kinds.docx.mime);
    expect(after["word/comments.xml"]).toMatch(/^<\?xml version="1.0" encoding="UTF-8"/);
    expect(after["word/comments.xml"]).toContain("Author 1");
  });

  test("other prefixes and a long part that comes in many portions", async () => {
    const parts = docxParts(await identifyingJpeg());
    const more = Array.from(
      { length: 40_000 },
      (_, i) => `<ns0:p ns0:rsidR="${person.rsid}"><ns0:t>${i}</ns0:t></ns0:p>`,
    );
    parts["word/document.xml"] =
      `<ns0:document xmlns:ns0="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${more.join("")}<ns0:ins ns0:author="${person.name}"/></ns0:document>`;
    const text = (await cleanParts(parts, kinds.docx.mime))["word/document.xml"] ?? "";
    expect(text.match(/<ns0:t>/g)).toHaveLength(40_000);
    expect(text).toContain('<ns0:ins ns0:author="Author 1"/>');
  });

  test("an embedded archive, or an old document with personal data, is reported in words", async () => {
    const inner = zipped(xlsxParts(await identifyingJpeg()));
    const old = new Uint8Array(
      Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.from("SummaryInformation", "utf16le")]),
    );
    for (const part of [inner, old]) {
      const { result, after } = await cleaned(
        zipped({ ...docxParts(await identifyingJpeg()), "word/media/sheet.bin": part }),
        kinds.docx.mime,
      );
      expect(result).toMatchObject({ result: "uncleanable", code: "nested" });
      expect(after).toBeNull();
    }
  });

  test("a signature is left out, with what leads to it", async () => {
    const parts = docxParts(await identifyingPng());
    const origin = "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin";
    parts["_rels/.rels"] = String(parts["_rels/.rels"]).replace(
      "</Relationships>",
      `<Relationship Id="rId9" Type="${origin}" Target="_xmlsignatures/origin.sigs"/></Relationships>`,
    );
    parts["_xmlsignatures/origin.sigs"] = "";
    parts["_xmlsignatures/_rels/origin.sigs.rels"] = rels([]);
    parts["_xmlsignatures/sig1.xml"] = `<Signature><X509>${person.name}</X509></Signature>`;
    const after = await cleanParts(parts, kinds.docx.mime);
    expect(Object.keys(after).filter((name) => name.startsWith("_xmlsignatures"))).toEqual([]);
    expect(after["_rels/.rels"]).not.toContain("origin");
  });
});

test("xlsx: printer's name and driver data go, links of threaded remarks stay", async () => {
  const after = await cleanParts(xlsxParts(await identifyingJpeg()), kinds.xlsx.mime);
  expect(after["xl/printerSettings/printerSettings1.bin"]).toHaveLength(220);
  expect(after["xl/comments1.xml"]).toContain("<author>tc={0F}</author>");
  expect(after["xl/comments1.xml"]).toContain("<t>Author 1:</t>");
  expect(after["xl/worksheets/sheet1.xml"]).toContain("<v>42</v>");
});

test("odt: creators, school, printer and thumbnail go, the text stays", async () => {
  const after = await cleanParts(odtParts(await identifyingPng()), "application/vnd.oasis.opendocument.text");
  expect(Object.keys(after)[0]).toBe("mimetype");
  expect(after["content.xml"]).toContain("<dc:creator>Author 1</dc:creator>");
  expect(after["content.xml"]).toContain("The text stays.");
  expect(after["META-INF/manifest.xml"]).not.toContain("Thumbnails");
  expect(after["meta.xml"]).toContain("<meta:editing-cycles>3</meta:editing-cycles>");
});
