import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { describeFacts } from "../../domain/text-facts.ts";
import { detectFile } from "../detect/detect-file.ts";
import type { TextReading } from "../text/file-text.ts";
import { readText } from "../text/read-text.ts";
import { zipped } from "./office.ts";

const folder = fileURLToPath(new URL("./documents/", import.meta.url));
export const essay = readFileSync(join(folder, "essay.txt"), "utf8").trim();

/**
 * Words by hand, and by mammoth 1.13.0 with the same segmentation (null: it does not read this kind of file). Of
 * scripts without spaces the segments of ICU are the count.
 */
type Counts = { byHand: number; library: number | null };
const counts: Readonly<Record<string, Counts>> = {
  "chinese.docx": { byHand: 620, library: 620 },
  "chinese.txt": { byHand: 620, library: null },
  "cp1252.txt": { byHand: 208, library: null },
  "deleted-paragraph-mark.docx": { byHand: 6, library: 6 },
  "document2.docx": { byHand: 206, library: 206 },
  "essay.txt": { byHand: 206, library: null },
  "footnotes.docx": { byHand: 412, library: 206 },
  "half-table.docx": { byHand: 206, library: 206 },
  "hidden.docx": { byHand: 206, library: 412 },
  "in-table.docx": { byHand: 206, library: 206 },
  "mac-cr.txt": { byHand: 206, library: null },
  "nonbreaking-hyphen.docx": { byHand: 160, library: 160 },
  "plain.docx": { byHand: 206, library: 206 },
  "prefix.docx": { byHand: 206, library: 206 },
  "sym-math.docx": { byHand: 208, library: 206 },
  "textbox.docx": { byHand: 206, library: 206 },
  "thai.txt": { byHand: 280, library: null },
  "trailing-newline.docx": { byHand: 206, library: 206 },
  "utf16.txt": { byHand: 206, library: null },
};

/** Words in lines of at most `most` points; `cut`: long words are cut where a line ends. */
function linesOf(widthOf: (text: string) => number, most: number, cut: boolean, words: readonly string[]): string[] {
  const lines = [""];
  for (const word of words) {
    const line = lines.at(-1) ?? "";
    const [whole, part] = [`${line} ${word}`.trim(), `${line} ${word.slice(0, 3)}-`];
    if (widthOf(whole) <= most) lines.splice(-1, 1, whole);
    else if (cut && word.length > 6 && widthOf(part) <= most) lines.splice(-1, 1, part, word.slice(3));
    else lines.push(word);
  }
  return lines;
}

/** The essay in two columns, drawn row by row across both, with a page number; or in one column with cut words. */
async function essayPdf(columns: 1 | 2): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.TimesRoman);
  const page = document.addPage([595, 842]);
  const words = essay.split(" ");
  const widthOf = (text: string): number => font.widthOfTextAtSize(text, 11);
  const half = columns === 1 ? words.length : Math.floor(words.length / 2);
  const sides = [words.slice(0, half), words.slice(half)].map((side) =>
    linesOf(widthOf, columns === 1 ? 480 : 230, true, side),
  );
  const rows = Math.max(...sides.map(({ length }) => length));
  for (let row = 0; row < rows; row++)
    for (const [at, side] of sides.entries())
      page.drawText(side[row] ?? "", { x: 50 + 260 * at, y: 780 - 14 * row, size: 11, font });
  page.drawText("1", { x: 297, y: 30, size: 11, font });
  return document.save();
}

const afterBytes = (bytes: Uint8Array): Uint8Array => Buffer.concat([Buffer.from("from an e-mail\r\n\r\n"), bytes]);

const odf = "urn:oasis:names:tc:opendocument:xmlns:";
const openDocument = (body: string): Uint8Array =>
  zipped({
    mimetype: "application/vnd.oasis.opendocument.text",
    "META-INF/manifest.xml": `<m:manifest xmlns:m="${odf}manifest:1.0"/>`,
    "content.xml": `<o:document-content xmlns:o="${odf}office:1.0" xmlns:t="${odf}text:1.0" xmlns:tb="${odf}table:1.0" xmlns:s="${odf}style:1.0"><o:automatic-styles><s:style s:name="T1"><s:text-properties t:display="none"/></s:style></o:automatic-styles><o:body><o:text>${body}</o:text></o:body></o:document-content>`,
  });
const essayOdt = (): Uint8Array =>
  openDocument(
    `<t:tracked-changes><t:changed-region><t:deletion><t:p>cut away</t:p></t:deletion></t:changed-region></t:tracked-changes><t:p>${essay}</t:p><tb:table><tb:table-row><tb:table-cell><t:p>one<t:s/>two</t:p></tb:table-cell><tb:table-cell><t:p>three</t:p></tb:table-cell></tb:table-row></tb:table><t:p><t:span t:style-name="T1">not seen</t:span>seen<t:note><t:note-citation>1</t:note-citation><t:note-body><t:p>a note</t:p></t:note-body></t:note></t:p>`,
  );

const links = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageLinks = "http://schemas.openxmlformats.org/package/2006/relationships";
const relations = (all: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="${packageLinks}">${all.map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${links}/${type}" Target="${target}"/>`).join("")}</Relationships>`;
const drawing = "http://schemas.openxmlformats.org/drawingml/2006/main";
const slides = "http://schemas.openxmlformats.org/presentationml/2006/main";
const slide = (text: string, show = ""): string =>
  `<p:sld xmlns:p="${slides}" xmlns:a="${drawing}"${show}><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
const essayPptx = (): Uint8Array =>
  zipped({
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    "_rels/.rels": relations([["officeDocument", "ppt/presentation.xml"]]),
    "ppt/presentation.xml": `<p:presentation xmlns:p="${slides}" xmlns:r="${links}"><p:sldIdLst><p:sldId id="256" r:id="rId2"/><p:sldId id="257" r:id="rId1"/></p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relations([
      ["slide", "slides/slide1.xml"],
      ["slide", "slides/slide2.xml"],
    ]),
    "ppt/slides/slide1.xml": slide("not shown to anybody", ' show="0"'),
    "ppt/slides/slide2.xml": slide(essay),
    "ppt/slides/_rels/slide2.xml.rels": relations([["notesSlide", "../notesSlides/notesSlide1.xml"]]),
    "ppt/notesSlides/notesSlide1.xml": slide("speak slowly"),
  });

type Row = { name: string; bytes: Uint8Array } & Counts;

/** Every sample document: those of the folder, and those that are made here. */
async function samples(): Promise<Row[]> {
  const kept = readdirSync(folder).map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) }));
  const cut = await essayPdf(1);
  return [
    ...kept.map((row) => ({ ...row, ...(counts[row.name] ?? { byHand: -1, library: null }) })),
    { name: "cut-words.pdf", bytes: cut, byHand: 206, library: null },
    { name: "two-columns.pdf", bytes: await essayPdf(2), byHand: 206, library: null },
    { name: "bytes-before.pdf", bytes: afterBytes(cut), byHand: 206, library: null },
    { name: "essay.odt", bytes: essayOdt(), byHand: 212, library: null },
    { name: "essay.pptx", bytes: essayPptx(), byHand: 208, library: null },
  ].sort((a, b) => a.name.localeCompare(b.name));
}

/** Each sample with what the reader finds in it; `description` is what a screen prints. */
export type ReadRow = Row & { reading: TextReading; words: number | null; description: string };

/** Reads every sample document as the product does: its kind by its bytes, then its text. */
export async function readRows(): Promise<ReadRow[]> {
  const place = mkdtempSync(join(tmpdir(), "documents-"));
  const rows: ReadRow[] = [];
  for (const row of await samples()) {
    const path = join(place, row.name);
    writeFileSync(path, row.bytes);
    const { mime } = await detectFile(path, row.name);
    const reading = await readText(path, mime, () => undefined);
    const facts = reading.result === "read" ? reading.facts : null;
    const message = facts ? describeFacts(facts) : reading.result === "uncleanable" ? reading.reason : "";
    rows.push({ ...row, reading, words: facts?.words ?? null, description: message });
  }
  rmSync(place, { recursive: true });
  return rows;
}
