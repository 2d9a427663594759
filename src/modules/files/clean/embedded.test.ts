import { randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { chartParts, sheetOf } from "./samples/embedded.ts";
import { cleaned } from "./samples/folder.ts";
import { identifyingJpeg, identifyingPng } from "./samples/images.ts";
import { leakedByZip } from "./samples/leaked-metadata.ts";
import { docxParts, odtParts, type Parts, person, pptxParts, xlsxParts, zipped } from "./samples/office.ts";
import { type HostilePart, hostileZip } from "./samples/zip.ts";

const open = "application/vnd.openxmlformats-officedocument";
const docx = `${open}.wordprocessingml.document`;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const types: HostilePart = { name: "[Content_Types].xml", data: bytesOf("<Types/>") };
const book: HostilePart = {
  name: "xl/workbook.xml",
  data: bytesOf('<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'),
};
const text: HostilePart = {
  name: "word/document.xml",
  data: bytesOf('<document xmlns="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>'),
};
const workbook = async (more: Parts = {}): Promise<Uint8Array> =>
  zipped({ ...xlsxParts(await identifyingJpeg()), ...more });

async function codeOf(bytes: Uint8Array, mime = docx): Promise<string> {
  const { result, after } = await cleaned(bytes, mime);
  if (result.result !== "cleaned") expect(after).toBeNull();
  if (result.result === "uncleanable") expect(result.reason).toMatch(/^[A-Z].*\.$/);
  return result.result === "uncleanable" ? result.code : result.result;
}

const codeWith = async (name: string, inner: Uint8Array): Promise<string> =>
  codeOf(zipped({ ...docxParts(await identifyingJpeg()), [name]: inner }));

const uncounted = (zip: Uint8Array): [string, string][] =>
  Object.entries(unzipSync(zip)).map(([name, part]) => [name, strFromU8(part, true).replace(/Author \d/g, "Author")]);

describe("a document with a chart", () => {
  const kinds: [string, (photo: Uint8Array) => Parts, string, string][] = [
    ["docx", docxParts, "word", docx],
    ["pptx", pptxParts, "ppt", `${open}.presentationml.presentation`],
    ["xlsx", xlsxParts, "xl", `${open}.spreadsheetml.sheet`],
  ];

  test.each(kinds)("%s: its data sheet names nobody afterwards, and before it did", async (_, parts, folder, mime) => {
    const inner = await workbook();
    expect(leakedByZip(inner)).toEqual(expect.arrayContaining([person.name, person.school, person.printer]));
    const { result, after } = await cleaned(
      zipped({ ...parts(await identifyingJpeg()), ...chartParts(folder, inner) }),
      mime,
    );
    expect(result).toEqual({ result: "cleaned" });
    const outside = unzipSync(after!);
    expect(leakedByZip(after!)).toEqual([]);
    expect(leakedByZip(outside[sheetOf(folder)]!)).toEqual([]);
    expect(Object.keys(outside)).toContain(`${folder}/charts/_rels/chart1.xml.rels`);
    const inside = unzipSync(outside[sheetOf(folder)]!);
    expect(Object.keys(inside)[0]).toBe("[Content_Types].xml");
    expect(strFromU8(inside["xl/worksheets/sheet1.xml"]!)).toContain("<v>42</v>");
    expect(strFromU8(inside["xl/comments1.xml"]!)).toContain("<author>Author 1</author>");
  });

  test("what is inside is what it would be on its own but for the count of authors, and a clean file stays as it is", async () => {
    const inner = await workbook();
    const alone = await cleaned(inner, `${open}.spreadsheetml.sheet`);
    const once = await cleaned(zipped({ ...docxParts(await identifyingPng()), ...chartParts("word", inner) }), docx);
    const twice = await cleaned(once.after!, docx);
    const inside = unzipSync(once.after!)[sheetOf("word")]!;
    expect(uncounted(inside)).toEqual(uncounted(alone.after!));
    expect(unzipSync(twice.after!)).toEqual(unzipSync(once.after!));
  });

  test("a person met only inside keeps one word on both levels", async () => {
    const remark = (author: string) =>
      `<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>${author}</author></authors><commentList/></comments>`;
    const inner = await workbook({ "xl/comments1.xml": remark("Jo Doe") });
    const parts = docxParts(await identifyingJpeg());
    parts["word/comments.xml"] =
      `<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:comment w:author="Jo Doe"><w:t>hi</w:t></w:comment></w:comments>`;
    const { after } = await cleaned(zipped({ ...parts, ...chartParts("word", inner) }), docx);
    const outside = unzipSync(after!);
    const word = /w:author="(Author \d)"/.exec(strFromU8(outside["word/comments.xml"]!))?.[1];
    const inside = strFromU8(unzipSync(outside[sheetOf("word")]!)["xl/comments1.xml"]!);
    expect(inside).toContain(`<author>${word}</author>`);
  });

  test("several, of each kind, recognised by their bytes and not by their names", async () => {
    const photo = await identifyingJpeg();
    const { result, after } = await cleaned(
      zipped({
        ...docxParts(photo),
        "word/embeddings/oleObject1.bin": zipped(pptxParts(photo)),
        "word/embeddings/text.docx": zipped(docxParts(photo)),
        ...chartParts("word", await workbook()),
      }),
      docx,
    );
    expect(result).toEqual({ result: "cleaned" });
    expect(leakedByZip(after!)).toEqual([]);
  });
});

describe("what stays closed", () => {
  test("an archive in the embedded file, and one outside of embeddings", async () => {
    const inner = await workbook();
    const two = zipped({ ...docxParts(await identifyingJpeg()), ...chartParts("word", inner) });
    expect(await codeWith("word/embeddings/text.docx", two)).toBe("nested");
    expect(await codeWith(sheetOf("word"), await workbook({ "xl/media/image9.bin": inner }))).toBe("nested");
    expect(await codeWith("word/media/sheet.xlsx", inner)).toBe("nested");
    expect(await codeWith("embeddings/sheet.xlsx", inner)).toBe("nested");
  });

  test("an archive that is no docx, xlsx or pptx", async () => {
    const open = zipped(odtParts(await identifyingPng()));
    const binary = zipped({ "[Content_Types].xml": "<Types/>", "xl/workbook.bin": "x" });
    for (const inner of [open, binary, zipped({ "a.txt": "words" }), hostileZip([types])])
      expect(await codeWith(sheetOf("word"), inner)).toBe("nested");
  });

  test("an old Office file in the embedded one", async () => {
    const old = Buffer.concat([Buffer.from("d0cf11e0", "hex"), Buffer.from("SummaryInformation", "utf16le")]);
    const inner = await workbook({ "xl/embeddings/old.xls": new Uint8Array(old) });
    expect(await codeWith(sheetOf("word"), inner)).toBe("nested");
  });
});

test("an embedded file that cannot be cleaned speaks for the whole document", async () => {
  const inner = await workbook();
  const doctype = `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`;
  expect(await codeWith(sheetOf("word"), inner.subarray(0, inner.length - 30))).toBe("broken");
  expect(await codeWith(sheetOf("word"), await workbook({ "xl/workbook.xml": doctype }))).toBe("unsafe");
  expect(await codeWith(sheetOf("word"), hostileZip([types, book, { name: "../x", data: bytesOf("x") }]))).toBe(
    "unsafe",
  );
  const locked = hostileZip([types, book]);
  const at = Buffer.from(locked).indexOf("PK\x01\x02");
  locked[at + 8] = 1;
  expect(await codeWith(sheetOf("word"), locked)).toBe("encrypted");
});

describe("one budget for both levels", () => {
  const megabyte = 1024 * 1024;
  const withSheets = (...sheets: HostilePart[][]): Uint8Array =>
    hostileZip([
      types,
      ...sheets.map((parts, i) => ({ name: `word/embeddings/${i}.xlsx`, data: hostileZip([types, book, ...parts]) })),
      text,
    ]);
  const many = (count: number): HostilePart[] =>
    Array.from({ length: count }, (_, i) => ({ name: `a${i}`, data: bytesOf("x") }));

  test("parts, outside and inside, and of several files inside", async () => {
    const outer = (inner: number) =>
      hostileZip([
        types,
        text,
        ...many(1_400),
        { name: sheetOf("word"), data: hostileZip([types, book, ...many(inner)]) },
      ]);
    expect(await codeOf(outer(500))).toBe("cleaned");
    expect(await codeOf(outer(600))).toBe("too-large");
    expect(await codeOf(withSheets(many(700), many(700), many(700)))).toBe("too-large");
  });

  test("unpacked size: what is declared is added up before anything large is unpacked", async () => {
    const noise = new Uint8Array(deflateRawSync(randomBytes(2 * megabyte)));
    const says = (size: number): HostilePart => ({ name: "a", packed: noise, size: size * megabyte });
    expect(noise.length).toBeGreaterThan(1.5 * megabyte);
    expect(await codeOf(withSheets([says(120)]))).toBe("broken");
    expect(await codeOf(withSheets([{ ...text, name: "b" }], [says(120)]))).toBe("broken");
    const both = hostileZip([
      types,
      { name: sheetOf("word"), data: hostileZip([types, book, says(120)]) },
      text,
      says(120),
    ]);
    expect(await codeOf(both)).toBe("too-large");
  });

  test("ratio: to the bytes that came, not to what an archive in an archive unpacks to", async () => {
    const zeros = { name: "a", data: new Uint8Array(5 * megabyte) };
    const loose = { name: "b", packed: new Uint8Array(deflateRawSync(new Uint8Array(60_000), { level: 0 })) };
    const inner = [types, book, zeros, { ...loose, data: new Uint8Array(60_000) }];
    expect(await codeOf(hostileZip(inner), `${open}.spreadsheetml.sheet`)).toBe("cleaned");
    expect(await codeOf(hostileZip([types, text, { name: sheetOf("word"), data: hostileZip(inner) }]))).toBe(
      "too-large",
    );
  });

  test("an embedded file of more than 32 MB stays closed", async () => {
    const noise = new Uint8Array(randomBytes(megabyte));
    const data = new Uint8Array(33 * megabyte);
    data.set(bytesOf("PK\x03\x04"));
    const outer = hostileZip([types, text, { name: "a", data: noise }, { name: sheetOf("word"), data }]);
    const { result } = await cleaned(outer, docx);
    expect(result).toMatchObject({ code: "nested", reason: expect.stringContaining("32\u00a0MB") });
  });
});
