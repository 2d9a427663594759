import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { PDFDocument } from "@cantoo/pdf-lib";
import { strFromU8, unzipSync, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { isFullRun } from "#tests/support/full-run.ts";
import { maskedName } from "../domain/masked-name.ts";
import { isActingFormula, isOwnField } from "./office/acting.ts";
import { type ActingFile, actingFiles, caller, reach, stays } from "./samples/acting-files.ts";
import { cleaned, testFolder, written } from "./samples/folder.ts";
import { readText } from "./text/read-text.ts";

/** All that a copy says, in its own bytes and in whatever is packed in it. */
async function saidBy(bytes: Uint8Array): Promise<string> {
  const raw = Buffer.from(bytes).toString("latin1");
  if (raw.startsWith("PK")) {
    const parts = Object.entries(unzipSync(bytes));
    const said = await Promise.all(parts.map(async ([name, part]) => `${name}\n${await saidBy(part)}`));
    return said.join("\n");
  }
  if (!raw.startsWith("%PDF-")) return `${strFromU8(bytes)}\n${strFromU8(bytes).replace(/<[^>]*>/g, "")}`;
  const document = await PDFDocument.load(bytes);
  const objects = document.context.enumerateIndirectObjects().map(([, object]) => object.toString());
  for (const [, hex = ""] of objects.join("\n").matchAll(/<([0-9A-F]{4,})>/gi))
    objects.push(Buffer.from(hex, "hex").swap16().toString("utf16le"));
  const read = await readText(written(testFolder(), "a.pdf", bytes), "application/pdf", () => undefined);
  return `${objects.join("\n")}\n${read.result === "read" ? read.text : ""}`;
}

describe("a copy for others neither acts nor speaks", () => {
  test.each(actingFiles)("$format: $kind", async ({ bytes, mime, withheld, kind }) => {
    const before = await bytes();
    expect(await saidBy(before), "the sample acts").toMatch(new RegExp(`${caller}|${reach}|typed value`));
    const { told, after } = await cleaned(before, mime);
    if (withheld) {
      expect(told).toMatchObject({ result: "uncleanable", reason: expect.stringMatching(/^[A-Z].*\.$/) });
      return;
    }
    expect(told).toEqual({ result: "cleaned" });
    const said = await saidBy(after ?? before);
    expect(said).not.toContain(caller);
    expect(said).not.toContain(reach);
    expect(said).toContain(stays);
    if (kind === "form field") {
      expect(said).toContain("typed value");
      expect(said).not.toMatch(/AcroForm|Subtype \/Widget/);
    }
    expect((await cleaned(after ?? before, mime)).told, "a copy is a file like any other").toMatchObject({
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

  test("contact details in the name of a file are words, its ending stays", () => {
    expect(maskedName(`Essay of ${reach}.docx`)).toBe("Essay of e-mail address hidden.docx");
    expect(maskedName("Essay +49 151 2345 6789.pdf")).toBe("Essay number hidden.pdf");
    expect(maskedName("Chapter_2 (final) 2026-03-10.docx")).toBe("Chapter_2 (final) 2026-03-10.docx");
  });
});

const officeProgram = ["/usr/bin/soffice", "/usr/bin/libreoffice"].find((path) => {
  try {
    execFileSync(path, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});
const opensOffice = isFullRun && officeProgram !== undefined;
if (isFullRun && !opensOffice) console.log("Copies are not opened in LibreOffice: it is not installed here.");

const endings: Readonly<Record<string, string>> = {
  docx: "docx",
  xlsx: "xlsx",
  pptx: "pptx",
  odt: "odt",
  svg: "svg",
};

/** The same file, calling a server on this machine: a name of nobody would only fail to resolve. */
function callingPort(bytes: Uint8Array, port: number): Uint8Array {
  const moved = (part: Uint8Array) =>
    Buffer.from(part).toString("latin1").replaceAll(`https://${caller}`, `http://127.0.0.1:${port}`);
  if (strFromU8(bytes.subarray(0, 2)) !== "PK") return Buffer.from(moved(bytes), "latin1");
  const parts = Object.entries(unzipSync(bytes));
  return zipSync(Object.fromEntries(parts.map(([name, part]) => [name, Buffer.from(moved(part), "latin1")])));
}

/** A page that is known to make LibreOffice call: without it, silence would prove nothing. */
const callingPage = (port: number): string => `<html><body><img src="http://127.0.0.1:${port}/a.png"></body></html>`;

/** Converts every file of a folder, as opening and printing it would. */
async function openInOffice(folder: string): Promise<void> {
  const files = readdirSync(folder);
  const options = ["--headless", `-env:UserInstallation=file://${folder}/profile`, "--convert-to", "pdf"];
  const env = { HOME: folder, PATH: process.env.PATH };
  await promisify(execFile)(officeProgram ?? "", [...options, "--outdir", join(folder, "out"), ...files], {
    cwd: folder,
    env,
  });
  expect(readdirSync(join(folder, "out")).length).toBeGreaterThan(files.length / 2);
}

test.runIf(opensOffice)("LibreOffice opens the copies and asks nobody for anything", { timeout: 600_000 }, async () => {
  const asked: string[] = [];
  const stranger = createServer((request, answer) => {
    asked.push(request.url ?? "");
    answer.writeHead(404).end();
  });
  await new Promise<void>((done) => stranger.listen(0, "127.0.0.1", done));
  const { port } = stranger.address() as AddressInfo;
  const [sent, copied] = [mkdtempSync(join(tmpdir(), "sent-")), mkdtempSync(join(tmpdir(), "copied-"))];
  const put = async (file: ActingFile, at: number): Promise<void> => {
    const ending = endings[file.format];
    if (!ending) return;
    const bytes = callingPort(await file.bytes(), port);
    const { after } = await cleaned(bytes, file.mime);
    writeFileSync(join(sent, `${at}.${ending}`), bytes);
    if (after) writeFileSync(join(copied, `${at}.${ending}`), after);
  };
  try {
    await Promise.all(actingFiles.map(put));
    writeFileSync(join(sent, "calls.html"), callingPage(port));
    await openInOffice(sent);
    expect(asked, "a call would be seen").not.toEqual([]);
    asked.length = 0;
    await openInOffice(copied);
    expect(asked).toEqual([]);
  } finally {
    stranger.close();
    for (const folder of [sent, copied]) rmSync(folder, { recursive: true, force: true });
  }
});
