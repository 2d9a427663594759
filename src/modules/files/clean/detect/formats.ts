import type { Kind } from "../../domain/kinds-and-sizes.ts";

export type { Kind };

/** What a file is by its bytes: how it is served, and which endings of a name agree with it. */
export type Format = { mime: string; kind: Kind; endings: readonly string[] };

export const octets = "application/octet-stream";

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

export const servedAs = (mime: string): Format | undefined => byMime.get(alias[mime] ?? mime);

const claimed = new Set(served.flatMap((f) => f.endings));

/** The ending is one that bytes can prove, so a file without these bytes is not what its name says. */
export const isProvable = (ending: string): boolean => claimed.has(ending);

/** Endings of plain text that no program runs and no browser draws as a page. */
export const textEndings: readonly string[] = "txt text md markdown csv tsv tex bib ris log srt".split(" ");

export const markupEndings: readonly string[] = "html htm xhtml xht svg xml mml rss atom mathml".split(" ");

export const endingOf = (name: string): string => /\.([^./\\]{1,16})$/.exec(name)?.[1]?.toLowerCase() ?? "";
