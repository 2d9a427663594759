import { PDFDocument } from "@cantoo/pdf-lib";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { maskedName } from "../domain/masked-name.ts";
import { isActingFormula, isOwnField } from "./office/acting.ts";
import { caller, reach, stays } from "./samples/acting/acting-file.ts";
import { actingFiles } from "./samples/acting/acting-files.ts";
import { cleaned, testFolder, written } from "./samples/folder.ts";
import { readText } from "./text/read-text.ts";

/** All that a copy says, in its own bytes and in whatever is packed in it. */
async function textIn(bytes: Uint8Array): Promise<string> {
  const raw = Buffer.from(bytes).toString("latin1");
  if (raw.startsWith("PK")) {
    const parts = Object.entries(unzipSync(bytes));
    const message = await Promise.all(parts.map(async ([name, part]) => `${name}\n${await textIn(part)}`));
    return [...message, raw].join("\n");
  }
  if (!raw.startsWith("%PDF-")) return `${strFromU8(bytes)}\n${strFromU8(bytes).replace(/<[^>]*>/g, "")}`;
  const document = await PDFDocument.load(bytes);
  const objects = document.context.enumerateIndirectObjects().map(([, object]) => object.toString());
  for (const [, hex = ""] of objects.join("\n").matchAll(/<([0-9A-F]{4,})>/gi))
    objects.push(Buffer.from(hex, "hex").swap16().toString("utf16le"));
  const read = await readText(written(testFolder(), "a.pdf", bytes), "application/pdf", () => undefined);
  return `${raw}\n${objects.join("\n")}\n${read.result === "read" ? read.text : ""}`;
}

describe("a copy for others neither acts nor speaks", () => {
  test.each(actingFiles)("$format: $kind", async ({ bytes, mime, withheld, kept, kind }) => {
    const before = await bytes();
    expect(await textIn(before), "the sample acts").toMatch(new RegExp(`${caller}|${reach}|typed value`));
    const { result, after } = await cleaned(before, mime);
    if (withheld) {
      expect(result).toMatchObject({ result: "uncleanable", reason: expect.stringMatching(/^[A-Z].*\.$/) });
      return;
    }
    expect(result).toEqual({ result: "cleaned" });
    const message = await textIn(after ?? before);
    expect(message).not.toContain(caller);
    if (kept) expect(message).toContain(reach);
    else expect(message).not.toContain(reach);
    expect(message).toContain(stays);
    if (kind === "form field") {
      expect(message).toContain("typed value");
      expect(message).not.toMatch(/AcroForm|Subtype \/Widget/);
    }
    expect((await cleaned(after ?? before, mime)).result, "a copy is a file like any other").toMatchObject({
      result: "cleaned",
    });
  });

  test("fields, formulas and links of the document itself stay", () => {
    for (const code of [
      " PAGE ",
      "TOC \\o &quot;1-3&quot;",
      'HYPERLINK "https://a.example"',
      "=SUM(A1)",
      " ADDIN ZOTERO_ITEM",
    ])
      expect(isOwnField(code), code).toBe(true);
    for (const code of ["DDE x", "dde", "IMPORT a", "RD a", "DATABASE", "MACROBUTTON x", ""])
      expect(isOwnField(code), code).toBe(false);
    for (const formula of [
      "SUM(A1:B2)",
      "Table1[Col]*2",
      'IF(A1="a|b",1,0)',
      'HYPERLINK("https://a.example","a")',
      "'My sheet'!A1",
    ])
      expect(isActingFormula(formula), formula).toBe(false);
    for (const formula of [
      "[1]S!A1",
      "'C:\\[b.xlsx]S'!A1",
      'RTD("a","b")',
      "cmd|'/c x'!A0",
      'IMAGE("https://a.example/x.png")',
    ])
      expect(isActingFormula(formula), formula).toBe(true);
  });

  test.each([
    ["link of a cell to a share", "xl/worksheets/sheet1.xml", '<hyperlinks><hyperlink ref="A1"/></hyperlinks>'],
    [
      "pivot table of another file",
      "xl/pivotCache/pivotCacheDefinition1.xml",
      '<worksheetSource ref="A1:B2" sheet="S"/>',
    ],
  ])("%s: what a spreadsheet must have stays, without the link", async (of, part, left) => {
    const file = actingFiles.find(({ kind, format }) => kind === of && format === "xlsx");
    const { after } = await cleaned((await file?.bytes()) ?? new Uint8Array(), file?.mime ?? "");
    expect(strFromU8(unzipSync(after!)[part]!)).toContain(left);
  });

  test("contact details in the name of a file are words, its ending stays", () => {
    expect(maskedName(`Essay of ${reach}.docx`)).toBe("Essay of e-mail address hidden.docx");
    expect(maskedName("Essay +49 151 2345 6789.pdf")).toBe("Essay number hidden.pdf");
    expect(maskedName("Chapter_2 (final) 2026-03-10.docx")).toBe("Chapter_2 (final) 2026-03-10.docx");
  });
});
