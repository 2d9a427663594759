import { describe, expect, test } from "vitest";
import { testFolder, written } from "../samples/folder.ts";
import {
  identifyingGif,
  identifyingJpeg,
  identifyingPng,
  identifyingTiff,
  identifyingWebp,
} from "../samples/images.ts";
import { docxParts, odtParts, pptxParts, xlsxParts, zipped } from "../samples/office.ts";
import { identifyingPdf } from "../samples/pdf.ts";
import { detectFile, detectType } from "./detect-file.ts";

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));
const octets = { mime: "application/octet-stream", kind: "other" };

describe("real files are recognised by their bytes", () => {
  test("pictures, PDF, office files", async () => {
    const photo = await identifyingJpeg();
    const open = "application/vnd.openxmlformats-officedocument";
    const cases: [Uint8Array, string, string, string][] = [
      [photo, "a.JPG", "image/jpeg", "image"],
      [await identifyingPng(), "a.png", "image/png", "image"],
      [await identifyingWebp(), "a.webp", "image/webp", "image"],
      [await identifyingGif(), "a.gif", "image/gif", "image"],
      [await identifyingTiff(), "a.tif", "image/tiff", "image"],
      [await identifyingPdf(photo), "a.pdf", "application/pdf", "pdf"],
      [zipped(docxParts(photo)), "a.docx", `${open}.wordprocessingml.document`, "office"],
      [zipped(xlsxParts(photo)), "a.xlsx", `${open}.spreadsheetml.sheet`, "office"],
      [zipped(pptxParts(photo)), "a.pptx", `${open}.presentationml.presentation`, "office"],
      [zipped(odtParts(photo)), "a.odt", "application/vnd.oasis.opendocument.text", "office"],
      [zipped({ "a.txt": "a" }), "a.zip", "application/zip", "archive"],
    ];
    const folder = testFolder();
    for (const [content, name, mime, kind] of cases) {
      const expected = { mime, kind, agreesWithName: true };
      expect(await detectFile(written(folder, name, content), name), name).toEqual(expected);
      expect(await detectType(content, name), name).toEqual(expected);
      expect(await detectType(content, "a.exe"), name).toEqual({ ...expected, agreesWithName: false });
    }
  });

  test("an office file whose first part is long is recognised by its directory", async () => {
    const noise = Uint8Array.from({ length: 200_000 }, (_, i) => (i * i * 31) % 251);
    const folder = testFolder();
    const content = zipped({ "word/media/a.bin": noise, ...docxParts(await identifyingPng()) });
    expect(await detectFile(written(folder, "a", content), "a.docx")).toMatchObject({
      kind: "office",
      agreesWithName: true,
    });
  });

  test("plain text in UTF-8 and UTF-16, cut in the middle of a sign", async () => {
    const text = { kind: "text", agreesWithName: true };
    const umlauts = Buffer.from("äöü".repeat(30));
    expect(await detectType(umlauts.subarray(0, 51), "a.txt")).toEqual({ mime: "text/plain; charset=utf-8", ...text });
    const wide = Buffer.from("\ufeffwords", "utf16le");
    expect(await detectType(wide, "a.csv")).toEqual({ mime: "text/plain; charset=utf-16", ...text });
    expect(await detectType(new Uint8Array(0), "a.txt")).toMatchObject(text);
    expect(await detectType(bytes("a\0b"), "a.txt")).toMatchObject(octets);
    expect(await detectType(bytes("a\xff\xffb"), "a.txt")).toMatchObject(octets);
  });
});

describe("what could run is a stream of octets", () => {
  test.each([
    ["page.html", "<!DOCTYPE html><p>hi"],
    ["page.txt", "<html><script>alert(1)</script>"],
    ["page.txt", "\n\n  <HTML>"],
    ["page.txt", `${"words ".repeat(400)}<script>alert(1)</script>`],
    ["page.csv", "a;b\n<iframe src=x>"],
    ["a.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["a.png", '<?xml version="1.0"?><svg/>'],
    ["a.xml", '<?xml version="1.0"?><a/>'],
    ["a.js", "alert(1)"],
    ["a.php", "<?php echo 1;"],
    ["a.sh", "#!/bin/sh\nid"],
    ["a.txt", "#!/bin/sh\nid"],
    ["a.py", "print(1)"],
    ["a.hta", "words"],
    ["a.docx", "<html><body>Not a document</body></html>"],
    ["a.gif", "GIF89a/*\0\0\0\0*/=alert(1)//;"],
    ["a.gif", "GIF89a=1;alert(1)"],
    ["a.gif", "GIF89a\x01\0\x01\0\0\0\0!\xfe\x20<script>alert(1)</script>\0;"],
    ["a.pdf", "%PDF-1.7\n<html><script>alert(1)</script></html>"],
    ["a.html", "%PDF-1.7\n<script>alert(1)</script>"],
    ["a.jpg", "\xff\xd8\xff\xfe\x00\x40<script>alert(1)</script>"],
    ["a.exe", "MZ\x90\0\x03\0\0\0"],
  ])("%s: %j", async (name, content) => {
    expect(await detectType(bytes(content), name)).toMatchObject(octets);
  });

  test("in UTF-16 too", async () => {
    expect(await detectType(Buffer.from("\ufeff<html>", "utf16le"), "a.txt")).toMatchObject(octets);
  });

  test("names that contradict the bytes are reported", async () => {
    const says = async (name: string, content: string) => (await detectType(bytes(content), name)).agreesWithName;
    expect(await says("a.docx", "<html>")).toBe(false);
    expect(await says("a.txt", "<html>")).toBe(false);
    expect(await says("a.html", "<html>")).toBe(true);
    expect(await says("a.pdf", "words")).toBe(false);
    expect(await says("a.png", "\0\x01\x02")).toBe(false);
    expect(await says("a.sav", "$FL2\0\x01")).toBe(true);
    expect(await says("a.py", "print(1)")).toBe(true);
  });

  test("a picture with an archive behind it is served as the picture it starts as", async () => {
    const both = Buffer.concat([await identifyingJpeg(), zipped({ "a.txt": "a" })]);
    expect(await detectType(both, "a.jpg")).toEqual({ mime: "image/jpeg", kind: "image", agreesWithName: true });
    expect((await detectType(both, "a.zip")).agreesWithName).toBe(false);
  });
});
