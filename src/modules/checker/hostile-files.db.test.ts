import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileWork, workPort } from "#src/modules/files/index.server.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import { sized } from "#tests/support/full-run.ts";
import { machineLike } from "../../../tests/support/checked-texts.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "../../../tests/support/runtime.ts";
import type { Report } from "./domain/report.ts";
import { checkerPort, checkerWork } from "./index.server.ts";
import { checkForm } from "./screens/check-form.server.ts";

const mib = 1024 * 1024;
const files = fileWork({ workers: 1 });
const checker = checkerWork(".");
let runtime: TestRuntime;
beforeAll(async () => {
  const ports = [[checkerPort, checker] as const, [workPort, files] as const];
  runtime = await createTestRuntime({ ports, env: { LIMITS_FACTOR: "10" } });
});
afterAll(async () => {
  await Promise.all([files.close(), checker.close()]);
  await runtime.drop();
});

type Bytes = Uint8Array | string;
type Answer = { report: Report | null; errors: Record<string, string>; text: string | undefined };
async function submit(fields: { text?: string; file?: { name: string; bytes: Bytes } }): Promise<Answer> {
  const form = new FormData();
  form.set("text", fields.text ?? "");
  if (fields.file) form.set("file", new File([fields.file.bytes as BlobPart], fields.file.name));
  const ctx = ctxFor(runtime, { kind: "person", id: "p1" } as Viewer);
  const answer = await checkForm(ctx, form, new AbortController().signal);
  if (answer.report) return { report: answer.report, errors: {}, text: answer.text };
  const { errors, values } = answer.refused.data;
  return { report: null, errors, text: values.text };
}

async function pdf(text: string, password?: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage();
  const font = await document.embedFont(StandardFonts.Helvetica);
  if (text) page.drawText(text, { x: 40, y: 780, size: 10, font, maxWidth: 500, lineHeight: 13 });
  else page.drawRectangle({ x: 40, y: 40, width: 200, height: 200 });
  if (password) document.encrypt({ userPassword: password, ownerPassword: password });
  return document.save();
}
const docx = (document: Uint8Array): Uint8Array =>
  zipSync({ "[Content_Types].xml": strToU8("<Types/>"), "word/document.xml": document }, { level: 9 });
const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const inWord = (inside: string): Uint8Array => strToU8(`<w:document xmlns:w="${word}"><w:body>${inside}</w:body>`);

type Hostile = [what: string, name: string, bytes: () => Bytes | Promise<Bytes>, refusal: RegExp];
const hostile: Hostile[] = [
  ["a file of 30 MB", "a.txt", () => "a ".repeat(15 * mib), /larger than 10\sMB/],
  ["10 MB without a space", "a.txt", () => "a".repeat(10 * mib), /more than 50,000 characters/],
  ["an encrypted PDF", "a.pdf", () => pdf(machineLike, "secret"), /protected by a password/],
  ["a scanned PDF", "a.pdf", () => pdf(""), /pictures of pages and no text/],
  ["half a PDF", "a.pdf", async () => (await pdf(machineLike)).slice(0, 200), /damaged/],
  ["half a docx", "a.docx", () => docx(inWord(machineLike)).slice(0, 300), /damaged/],
  ["a docx without its end", "a.docx", () => docx(inWord("<w:p><w:r><w:t>cut")), /damaged|broken/],
  ["a docx whose XML is none", "a.docx", () => docx(strToU8("<<<>&&&")), /damaged|broken/],
  ...sized<Hostile[]>(
    [],
    [["a docx that unpacks to 150 MB", "a.docx", () => docx(new Uint8Array(150 * mib)), /more room|unpack/i]],
  ),
  ["a docx deeper than any", "a.docx", () => docx(inWord("<w:p>".repeat(200_000))), /damaged|broken|deep/],
  ["a docx of tables alone", "a.docx", () => docx(strToU8(`<w:document xmlns:w="${word}"/>`)), /contains no text/],
  ["bytes of nothing", "a.txt", () => new Uint8Array(5000).fill(0xff), /not plain text|no text that we can read/],
  ["a picture by a false name", "a.docx", () => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), /no text/],
];

test.each(hostile)(
  "%s: refused beside the file, the pasted text kept, the server goes on",
  async (_, name, bytes, message) => {
    const answer = await submit({ text: "what was pasted", file: { name, bytes: await bytes() } });
    expect(answer.errors.file).toMatch(message);
    expect(answer.text).toBe("what was pasted");
    const next = await submit({ file: { name: "b.md", bytes: machineLike } });
    expect(next.report?.band).toBe("likely-ai");
  },
);

test("a text has 20 seconds of the processor and 256 MB", () => {
  expect(checker.limits).toMatchObject({ queue: 32, seconds: 20, megabytes: 256 });
});

test("50,001 characters: refused beside the text, which is kept whole", async () => {
  const text = "word ".repeat(10_000);
  const answer = await submit({ text: `${text}x` });
  expect(answer.errors.text).toMatch(/^The text has 50,001 characters; at most 50,000/);
  expect(answer.text).toBe(`${text}x`);
  expect((await submit({ text })).report).not.toBeNull();
});

test("49 words are too short, 50 are looked at; look-alikes and invisible characters are read through and counted", async () => {
  const words = machineLike.split(/\s+/);
  expect((await submit({ text: words.slice(0, 49).join(" ") })).report?.band).toBe("too-short");
  expect((await submit({ text: words.slice(0, 50).join(" ") })).report).toMatchObject({ weak: true, words: 50 });
  const plain = (await submit({ text: machineLike })).report;
  const hidden = (await submit({ text: machineLike.replaceAll("a", "а").replaceAll("th", "t\u200bh") })).report;
  expect(hidden).toMatchObject({ position: plain?.position, band: plain?.band });
  expect(hidden?.folded.lookalikes).toBeGreaterThan(50);
  expect(hidden?.folded.invisible).toBeGreaterThan(10);
});

test("10 MB pasted without a space are refused at once, and kept", async () => {
  const text = "a".repeat(10 * mib);
  const answer = await submit({ text });
  expect(answer.errors.text).toMatch(/10,485,760 characters/);
  expect(answer.text).toBe(text);
});
