import { closeSync, fstatSync, openSync } from "node:fs";
import type { Kind } from "../../domain/kinds-and-sizes.ts";
import { Refused } from "../results.ts";
import { fileSource, latin, type Source } from "../source.ts";
import { readDirectory } from "../zip/directory.ts";
import { decodedText, hidesMarkup, isMarkup, isScript } from "./text.ts";

export type { Kind };

/** What a file is by its bytes: how it is served, and which endings of a name agree with it. */
type Format = { mime: string; kind: Kind; endings: readonly string[] };

const octets = "application/octet-stream";

const format = (kind: Kind, mime: string, endings: string): Format => ({ kind, mime, endings: endings.split(" ") });
const open = "application/vnd.openxmlformats-officedocument";
const odf = "application/vnd.oasis.opendocument";

/** Types that are served under their own name. Everything else, scripts and markup first, is a stream of octets. */
const served: readonly Format[] = [
  format("image", "image/jpeg", "jpg jpeg jpe jfif"),
  format("image", "image/png", "png apng"),
  format("image", "image/gif", "gif"),
  format("image", "image/webp", "webp"),
  format("image", "image/avif", "avif"),
  format("image", "image/bmp", "bmp dib"),
  format("image", "image/tiff", "tif tiff"),
  format("image", "image/heic", "heic heif"),
  format("pdf", "application/pdf", "pdf ai"),
  format("office", `${open}.wordprocessingml.document`, "docx"),
  format("office", `${open}.wordprocessingml.template`, "dotx"),
  format("office", `${open}.spreadsheetml.sheet`, "xlsx"),
  format("office", `${open}.spreadsheetml.template`, "xltx"),
  format("office", `${open}.presentationml.presentation`, "pptx"),
  format("office", `${open}.presentationml.slideshow`, "ppsx"),
  format("office", `${open}.presentationml.template`, "potx"),
  format("office", "application/vnd.ms-word.document.macroenabled.12", "docm"),
  format("office", "application/vnd.ms-excel.sheet.macroenabled.12", "xlsm"),
  format("office", "application/vnd.ms-powerpoint.presentation.macroenabled.12", "pptm"),
  format("office", `${odf}.text`, "odt"),
  format("office", `${odf}.spreadsheet`, "ods"),
  format("office", `${odf}.presentation`, "odp"),
  format("office", "application/x-cfb", "doc dot xls xlt ppt pps pot"),
  format("office", "application/rtf", "rtf doc"),
  format("archive", "application/zip", "zip"),
  format("archive", "application/x-7z-compressed", "7z"),
  format("archive", "application/vnd.rar", "rar"),
  format("archive", "application/gzip", "gz tgz"),
  format("archive", "application/x-bzip2", "bz2"),
  format("archive", "application/x-xz", "xz"),
  format("archive", "application/x-tar", "tar"),
];

/** The same thing under the names that the detector gives it. */
const alias: Record<string, string> = {
  "image/apng": "image/png",
  "image/heif": "image/heic",
  "application/x-rar-compressed": "application/vnd.rar",
};

const byMime = new Map(served.map((f) => [f.mime, f]));

const servedAs = (mime: string): Format | undefined => byMime.get(alias[mime] ?? mime);

const claimed = new Set(served.flatMap((f) => f.endings));

/** The ending is one that bytes can prove, so a file without these bytes is not what its name says. */
const isProvable = (ending: string): boolean => claimed.has(ending);

/** Endings of plain text that no program runs and no browser draws as a page. */
export const textEndings: readonly string[] = "txt text md markdown csv tsv tex bib ris log srt".split(" ");

const markupEndings: readonly string[] = "html htm xhtml xht svg xml mml rss atom mathml".split(" ");

export const endingOf = (name: string): string => /\.([^./\\]{1,16})$/.exec(name)?.[1]?.toLowerCase() ?? "";

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
