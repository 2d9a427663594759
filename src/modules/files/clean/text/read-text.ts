import { closeSync, fstatSync, openSync } from "node:fs";
import { asText } from "../detect/text.ts";
import { compoundFile, Parts, relationsOf } from "../office/parts.ts";
import { broken, Refused, uncleanableBy } from "../results.ts";
import { fileSource, latin, type Source } from "../source.ts";
import { attributeIn } from "../xml/rewrite.ts";
import type { NamedEvent } from "../xml/scan.ts";
import { readDirectory } from "../zip/directory.ts";
import { type FileText, fileText, Gatherer, type OnPage, type Piece, type TextReading } from "./file-text.ts";
import { openDocumentText } from "./open-document-text.ts";
import { pdfStart, pdfText } from "./pdf-text.ts";
import { wordText } from "./word-text.ts";

const pictures = ["p:pic", "c:chart", "dgm:relIds"];

/** Reads one slide, or the notes of one. A slide that is not shown is hidden text. */
function slideReader(into: Gatherer, given: Piece): (event: NamedEvent) => void {
  let piece = given;
  let [passed, numbered] = [0, 0];
  const path: string[] = [];
  const put = (text: string): void => {
    if (passed + numbered > 0) return;
    into.piece = piece;
    into.put(text);
  };
  const open = (name: string, raw: string): void => {
    if (name === "p:sld" && attributeIn(raw, "show") === "0") piece = "hidden";
    into.piece = piece;
    if (name === "a:p") into.paragraphStarts();
    else if (name === "a:tbl") into.tableStarts();
    else if (name === "a:tr") into.rowStarts();
    else if (name === "a:tc") into.cellStarts();
    else if (name === "a:br") put("\n");
    else if (pictures.includes(name) && piece === "text") into.pictures++;
  };
  const close = (name: string): void => {
    into.piece = piece;
    if (name === "a:p") into.paragraphEnds();
    else if (name === "a:tbl") into.tableEnds();
    else if (name === "a:tr") into.rowEnds();
  };
  return (event) => {
    if (event.kind === "text") {
      if (path.at(-1) === "a:t" || path.at(-1) === "m:t") put(event.text);
      return;
    }
    const { name } = event;
    const step = event.kind === "close" ? -1 : event.closed ? 0 : 1;
    if (name === "mc:Fallback") passed += step;
    if (name === "a:fld") numbered += step;
    if (event.kind === "close") path.pop();
    else if (step > 0) path.push(name);
    if (passed > 0) return;
    if (event.kind === "open") open(name, event.raw);
    if (event.kind === "close" || event.closed) close(name);
  };
}

/** The text of a PowerPoint file, slide by slide as they are shown; what a speaker notes stands apart (ECMA-376 part 1, 19). */
async function slidesText(parts: Parts, main: string): Promise<FileText> {
  const into = new Gatherer();
  const slides = new Map((await relationsOf(parts, main, ["slide"])).map(({ id, part }) => [id, part]));
  const shown: string[] = [];
  await parts.read(main, (event) => {
    if (event.kind !== "open" || event.name !== "p:sldId") return;
    const id = /\s[^\s=:]+:id\s*=\s*["']([^"']*)/.exec(event.raw)?.[1] ?? "";
    shown.push(slides.get(id) ?? "");
  });
  for (const slide of shown.filter(Boolean)) {
    await parts.read(slide, slideReader(into, "text"));
    for (const { part } of await relationsOf(parts, slide, ["notesSlide"]))
      await parts.read(part, slideReader(into, "notes"));
  }
  return into.done();
}

const mostPlain = 10 * 1024 * 1024;
const noText = (): Refused => new Refused("unsupported", "This kind of file has no text that we can read.");

function plainText(source: Source): FileText {
  if (source.size > mostPlain) throw new Refused("too-large", "The file is larger than 10\u00a0MB.");
  const text = asText(source.read(0, source.size).slice());
  if (text === null)
    throw new Refused("unsupported", "The characters of this file cannot be read. Save it as plain text in UTF-8.");
  return fileText({ text: text.replace(/^\ufeff/, "").replaceAll(/\r\n?/g, "\n") });
}

/** The main part of an Open XML file by the relationships of the whole, by its usual names where there are none. */
async function mainPart(parts: Parts): Promise<string> {
  const [found] = await relationsOf(parts, "", ["officeDocument"]);
  return found?.part ?? ["word/document.xml", "ppt/presentation.xml"].find((name) => parts.has(name)) ?? "";
}

async function archiveText(source: Source, mime: string): Promise<FileText> {
  const parts = new Parts(source, readDirectory(source));
  if (parts.has("content.xml") && parts.has("META-INF/manifest.xml")) return openDocumentText(parts);
  const main = await mainPart(parts);
  if (main.toLowerCase().startsWith("ppt/")) return slidesText(parts, main);
  if (main.toLowerCase().startsWith("word/") || mime.includes("wordprocessingml")) return wordText(parts, main);
  throw noText();
}

const utf16 = (text: string): string => [...text].join("\0");

/** A document under a password is a compound file with the encrypted archive in it (MS-OFFCRYPTO 2.3). */
function compoundText(source: Source): never {
  const head = latin(source.read(0, Math.min(source.size, 1024 * 1024)));
  const tail = latin(source.read(Math.max(0, source.size - 1024 * 1024), 1024 * 1024));
  if (head.includes(utf16("EncryptedPackage")) || tail.includes(utf16("EncryptedPackage")))
    throw new Refused("encrypted", "The document is protected by a password. Save it without one.");
  throw new Refused("unsupported", "Old Office files cannot be read here. Save it as .docx or PDF.");
}

async function textOf(source: Source, mime: string, onPage: OnPage): Promise<FileText> {
  const head = latin(source.read(0, 4));
  if (head === compoundFile) return compoundText(source);
  if (head.startsWith("PK")) return archiveText(source, mime);
  if (mime === "application/pdf" || pdfStart(source) >= 0) return pdfText(source, onPage);
  if (mime.startsWith("text/")) return plainText(source);
  throw mime.includes("openxmlformats") || mime.includes("opendocument") ? broken("document") : noText();
}

/**
 * The one reader of documents: plain text, Markdown, docx, odt, pptx and PDF, by their bytes; says in words why a file
 * cannot be read. Bounds of archives hold as for the cleaners. `onPage` is called with the pages of a PDF.
 */
export async function readText(path: string, mime: string, onPage: OnPage): Promise<TextReading> {
  const fd = openSync(path, "r");
  try {
    return await textOf(fileSource(fd, fstatSync(fd).size), mime, onPage);
  } catch (error) {
    return uncleanableBy(error);
  } finally {
    closeSync(fd);
  }
}
