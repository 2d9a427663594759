import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { leftOutOf, nothingLeft } from "#src/modules/files/index.ts";
import { pdfOf } from "#src/platform/documents/pdf.ts";
import { machineLike } from "../../../tests/support/checked-texts.ts";
import { personalEssays } from "../../../tests/support/personal-essays.ts";
import { loadModel, modelFile } from "./checker-work.ts";
import { fileNotesIn } from "./domain/files.ts";
import { reportOf } from "./domain/report.ts";
import { reportDocument } from "./report-document.ts";

const loaded = loadModel(modelFile("."));
if (!loaded) throw new Error("There is no model.");
const { model, sha256: modelSha256 } = loaded;
const card = { ...model.header, sha256: modelSha256 };
const facts = { sha256: createHash("sha256").update(machineLike).digest("hex"), at: "2026-03-10T12:00:00.000Z" };
const report = reportOf(model, machineLike);
const about = { report, kind: "essay", facts, zone: "America/New_York", card, author: "Paperwright" };
const documentWith = (text: string | null, left: string[] = [], found = "") =>
  reportDocument({ ...about, found, left, whole: false, text });
const wordsOf = (document: ReturnType<typeof documentWith>): string =>
  [document.title, ...document.notes, ...document.blocks.map(({ text }) => text)].join("\n");

test("a report names hash, time, model, errors and limits; the text only when it was asked for", () => {
  const words = wordsOf(documentWith(null));
  for (const part of [facts.sha256, modelSha256, model.header.version, "10 March 2026, 08:00 (New York, UTC−4)"])
    expect(words).toContain(part);
  expect(words).toContain("The style resembles machine-written text.");
  expect(words).toContain("It proves nothing.");
  expect(words).toMatch(/Of human texts of 150 to 299 words, [\d,]+ of [\d,]+ \(\d+\.\d%\)/);
  expect(words).toMatch(/about \d+ of 100 texts that are flagged at these rates/);
  expect(words).not.toContain("Education plays");
  expect(wordsOf(documentWith(machineLike))).toContain("Education plays a crucial role");
});

test("a report says that a higher limit was used for a personal text, and why; of other texts nothing", () => {
  const text = personalEssays["a piano, polished"] ?? "";
  const words = wordsOf(
    reportDocument({ ...about, report: reportOf(model, text), found: "", left: [], whole: false, text: null }),
  );
  expect(words).toContain("We cannot tell.");
  expect(words).toMatch(/It reads like a personal text: .*A higher limit was used for it, because/);
  expect(wordsOf(documentWith(null))).not.toContain("higher limit");
});

test("what was left out of a file is reported, in words that only our reader can have written", () => {
  const left = leftOutOf({ left: { ...nothingLeft, hidden: 206, pictures: 1 }, cut: false });
  const found = "2,490 words, 120 of them in tables and notes";
  expect(wordsOf(documentWith(null, left, found))).toContain(
    `What was read\nFound in the file: ${found}.\nNot part of the text: 206 hidden words and 1 picture or chart.\nThe style`,
  );
  const form = new FormData();
  for (const one of [...left, "2 hidden words and a proof", "x hidden words"]) form.append("left", one);
  for (const one of ["a proof", found]) form.append("found", one);
  expect(fileNotesIn(form)).toEqual({ found, left });
});

test("coloured sentences are described in words, and the whole text is printed in order", () => {
  const { blocks } = documentWith(machineLike);
  const text = blocks.slice(blocks.findIndex((one) => one.text === "The text") + 1);
  const plain = text.map((one) => one.text.replaceAll(/\[\d+, (?:some|strong) signs: ([^\]]*)\]/g, "$1"));
  expect(plain.join("\n\n")).toBe(machineLike);
  expect(text.some((one) => /\[1, (?:some|strong) signs: /.test(one.text))).toBe(true);
});

test("every word of a report can be set", async () => {
  expect((await pdfOf(documentWith(machineLike))).byteLength).toBeGreaterThan(5_000);
});
