import { closeSync, fstatSync, openSync } from "node:fs";
import { Refused } from "../results.ts";
import { fileSource, latin, type Source } from "../source.ts";
import { readDirectory } from "../zip/directory.ts";
import {
  endingOf,
  type Format,
  isProvable,
  type Kind,
  markupEndings,
  octets,
  servedAs,
  textEndings,
} from "./formats.ts";
import { decodedText, hidesMarkup, isMarkup, isScript } from "./text.ts";

const open = "application/vnd.openxmlformats-officedocument";

/** The main part of each kind of office file, with and without macros. */
const mainParts: readonly (readonly [string, string, string])[] = [
  ["word/", `${open}.wordprocessingml.document`, "application/vnd.ms-word.document.macroenabled.12"],
  ["xl/", `${open}.spreadsheetml.sheet`, "application/vnd.ms-excel.sheet.macroenabled.12"],
  ["ppt/", `${open}.presentationml.presentation`, "application/vnd.ms-powerpoint.presentation.macroenabled.12"],
];

/** An office file by the names in its directory, for archives whose first bytes are not conclusive. */
function officeMime(names: readonly string[]): string | undefined {
  if (!names.includes("[Content_Types].xml")) return;
  const main = mainParts.find(([folder]) => names.some((name) => name.startsWith(folder)));
  return main?.[names.some((name) => name.endsWith("vbaProject.bin")) ? 2 : 1];
}

/** The names in an archive's directory; none when the directory is one we refuse to read. */
function namesIn(source: Source): string[] {
  try {
    return readDirectory(source).map((entry) => entry.name);
  } catch (error) {
    if (error instanceof Refused || error instanceof RangeError) return [];
    throw error;
  }
}

/** Like `detectType`, for a file on disk: an archive is looked up in its directory too. */
export async function detectFile(path: string, name: string): Promise<FileType> {
  const fd = openSync(path, "r");
  try {
    const source = fileSource(fd, fstatSync(fd).size);
    const type = await detectType(source.read(0, 64 * 1024).slice(), name);
    const mime = type.mime === "application/zip" ? officeMime(namesIn(source)) : undefined;
    const format = mime ? servedAs(mime) : undefined;
    if (!format) return type;
    const ending = endingOf(name);
    return {
      mime: format.mime,
      kind: format.kind,
      agreesWithName: ending === "" || format.endings.includes(ending),
    };
  } finally {
    closeSync(fd);
  }
}

export type FileType = { mime: string; kind: Kind; agreesWithName: boolean };

const headLength = 64 * 1024;

const other = (agreesWithName: boolean): FileType => ({ mime: octets, kind: "other", agreesWithName });

/** Nothing but an ending that bytes can prove speaks against bytes we do not know. */
const unknown = (ending: string): FileType => other(!isProvable(ending));

function textType(text: string, ending: string): FileType {
  if (isMarkup(text)) return other(ending === "" || markupEndings.includes(ending));
  const plain = ending === "" || textEndings.includes(ending);
  if (plain && !isScript(text)) return { mime: "text/plain; charset=utf-8", kind: "text", agreesWithName: true };
  return unknown(ending);
}

/** Text is served in the characters that it has. */
const withCharset = (type: FileType, charset: string): FileType =>
  type.kind === "text" ? { ...type, mime: `text/plain; charset=${charset}` } : type;

/** GIF, PDF or image bytes that also open a comment or a page for another reader. */
function isTwoThings(head: Uint8Array): boolean {
  const text = latin(head.subarray(0, 4096));
  return hidesMarkup(text) || /^GIF8[79]a(\/\*|=|\/\/)/.test(text);
}

const agrees = (format: Format, ending: string): boolean => ending === "" || format.endings.includes(ending);

/** Other bytes may stand before the header of a PDF (ISO 32000-1, annex H.3.4.1). */
const hasPdfHeader = (head: Uint8Array): boolean => latin(head.subarray(0, 1024)).includes("%PDF-");

async function byMagic(head: Uint8Array): Promise<{ ext: string; mime: string } | undefined> {
  const { fileTypeFromBuffer } = await import("file-type");
  return fileTypeFromBuffer(head).catch(() => undefined);
}

/**
 * What a file is by its first bytes (4 KB or more help; 64 KB are read at most) and whether its name says the same.
 * `mime` is what may be served with nosniff: HTML, SVG, XML, scripts and files that are two things at once come out
 * as "other", a stream of octets.
 */
export async function detectType(head: Uint8Array, name: string): Promise<FileType> {
  const bytes = head.subarray(0, headLength);
  const ending = endingOf(name);
  const found = await byMagic(bytes);
  const format = servedAs(found?.mime ?? (ending === "pdf" && hasPdfHeader(bytes) ? "application/pdf" : ""));
  if (format) {
    const rawText = format.kind === "archive" || format.kind === "office" ? false : isTwoThings(bytes);
    return rawText ? other(false) : { mime: format.mime, kind: format.kind, agreesWithName: agrees(format, ending) };
  }
  const plain = decodedText(bytes);
  if (plain) return withCharset(textType(plain.text, ending), plain.charset);
  if (found) return other(!isProvable(ending) || found.ext === ending);
  return unknown(ending);
}
