import { latin } from "../source.ts";
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
import { asText, hidesMarkup, isMarkup, isScript } from "./text.ts";

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

/** UTF-16 stays text, but is served as what it is. */
const withCharset = (type: FileType, head: Uint8Array): FileType =>
  type.kind === "text" && (head[0] ?? 0) >= 0xfe ? { ...type, mime: "text/plain; charset=utf-16" } : type;

/** GIF, PDF or image bytes that also open a comment or a page for another reader. */
function isTwoThings(head: Uint8Array): boolean {
  const text = latin(head.subarray(0, 4096));
  return hidesMarkup(text) || /^GIF8[79]a(\/\*|=|\/\/)/.test(text);
}

const agrees = (format: Format, ending: string): boolean => ending === "" || format.endings.includes(ending);

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
  const format = found && servedAs(found.mime);
  if (format) {
    const rawText = format.kind === "archive" || format.kind === "office" ? false : isTwoThings(bytes);
    return rawText ? other(false) : { mime: format.mime, kind: format.kind, agreesWithName: agrees(format, ending) };
  }
  const text = asText(bytes);
  if (text !== null) return withCharset(textType(text, ending), bytes);
  if (found) return other(!isProvable(ending) || found.ext === ending);
  return unknown(ending);
}
