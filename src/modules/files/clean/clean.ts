import { closeSync, fstatSync, openSync, rmSync } from "node:fs";
import { type Cleaner, cleanArchive } from "./archive.ts";
import { contactWatch } from "./contacts.ts";
import { endingOf, textEndings } from "./detect/detect-file.ts";
import { decodedText } from "./detect/text.ts";
import { isImage, planImage } from "./images/clean-image.ts";
import { cleanDrawing, cleanOffice } from "./office/clean-office.ts";
import { cleanPdf } from "./pdf/clean-pdf.ts";
import { broken, type Cleaning, limits, Refused, uncleanableBy } from "./results.ts";
import { emitPieces, fileSource, latin, type Source, stretch, writeAll } from "./source.ts";
import { readDirectory } from "./zip/directory.ts";
import { type Entry, nothingSpent, type Spending } from "./zip/entries.ts";
import type { Put } from "./zip/write.ts";

/** `spending` is that of the archive around the file, null when there is none. */
type Ask = { source: Source; head: string; mime: string; spending: Spending | null };

/** Old Office files, rich text, phone photos and videos: they name people in ways we cannot take out. */
const unsupported: readonly (readonly [number, readonly string[], string])[] = [
  [0, ["\xd0\xcf\x11\xe0"], "Old Office files keep the author's name. Save it as .docx, .xlsx or .pptx."],
  [0, ["{\\rtf"], "Rich text files keep the author's name. Save it as .docx."],
  [
    4,
    ["ftyphei", "ftyphev", "ftypmif", "ftypmsf", "ftypavi"],
    "This picture keeps where it was taken. Save it as JPEG or PNG.",
  ],
  [0, ["%!PS"], "PostScript files keep the author's name. Save it as PDF."],
  [4, ["ftyp"], "Videos keep where they were taken, and we cannot take that out."],
];

/** Archives that we do not open, and formats that keep who made them. */
const closedArchives = ["7z\xbc\xaf", "Rar!", "\x1f\x8b", "BZh", "\xfd7zXZ", "\x28\xb5\x2f\xfd", "MSCF", "!<arch>"];
const isTar = (source: Source): boolean => latin(source.read(257, 5)) === "ustar";

const isOffice = (entries: readonly Entry[]): boolean => {
  const names = new Set(entries.map((entry) => entry.name));
  return names.has("[Content_Types].xml") || (names.has("META-INF/manifest.xml") && names.has("content.xml"));
};

/** Hands portions on to where they belong, one after the other. */
function inOrder(put: Put): (bytes: Uint8Array) => void {
  let at = 0;
  return (bytes) => {
    put(bytes, at);
    at += bytes.length;
  };
}

function image({ source, mime }: Ask): Cleaner {
  const isRaw = ["II", "MM"].includes(latin(source.read(0, 2))) && mime !== "image/tiff";
  if (isRaw) throw new Refused("unsupported", "Raw photos keep where they were taken. Save it as JPEG or PNG.");
  return (put) => {
    const plan = planImage(source);
    if (plan) emitPieces(source, plan.pieces, inOrder(put));
  };
}

/** A document, or files packed together. An archive in an archive stays closed. */
function archive({ source, mime, spending: around }: Ask): Cleaner {
  const spending = around ?? nothingSpent();
  const entries = readDirectory(source, spending, (found) => {
    if (around && !isOffice(found)) throw new Refused("nested", "It is an archive, and we do not open one in another.");
  });
  if (isOffice(entries)) return (put) => cleanOffice(source, entries, spending, put);
  if (claimsOffice(mime)) throw broken("document");
  return (put) => cleanArchive(source, entries, (file, name) => cleanerFor(asked(file, mimeIn(name), spending)), put);
}

/** Of a file in an archive its ending says whether it is plain text. */
const mimeIn = (name: string): string => (textEndings.includes(endingOf(name)) ? "text/plain" : "");

const claimsOffice = (mime: string): boolean =>
  /openxmlformats|opendocument|ms-(word|excel|powerpoint)\..*12$/.test(mime);
const claimsClean = (mime: string): boolean =>
  claimsOffice(mime) || /^image\/(jpeg|png|gif|webp|tiff)$|^application\/pdf$/.test(mime);

function pdf({ source }: Ask): Cleaner {
  if (source.size > limits.pdf)
    throw new Refused("too-large", "The PDF is over 100\u00a0MB, which is more than we open.");
  return async (put) => put(await cleanPdf(source.read(0, source.size).slice()), 0);
}

const isSvg = /^\ufeff?\s*(<[?!][^>]*>\s*)*<(\w+:)?svg[\s>]/;

const mostRead = 1024 * 1024;
const isMail = (text: string): boolean =>
  /^(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*){2}/.test(text) &&
  /^(?:From|To|Message-ID|Received|Delivered-To|MIME-Version):/im.test(text.slice(0, 4096));

/** Texts that name people, or that a program opens and obeys: what their beginning looks like, and what their owner reads. */
const refusedTexts: readonly (readonly [(text: string) => boolean, string])[] = [
  [
    (text) => isMail(text.replaceAll("\r", "")) || /^\ufeff?BEGIN:V(?:CARD|CALENDAR)/i.test(text),
    "Mail, saved pages and address books name people or fetch. Copy what matters into a document.",
  ],
  [
    (text) =>
      /^\ufeff?\s*</.test(text) &&
      /<\?mso-application|<(?:\w+:)?wordDocument[\s>]|\/office\/2006\/xmlPackage|opendocument:xmlns:office:1\.0|="urn:schemas-microsoft-com:office:spreadsheet"/.test(
        text.slice(0, 4096),
      ),
    "An Office document in one XML file can fetch, and names people. Save it as .docx, .xlsx, .pptx or .odt.",
  ],
  [
    (text) =>
      /^\ufeff?\s*(?:\[(?:InternetShortcut|Shell|Desktop Entry|\.ShellClassInfo|AutoRun)\]|WEB\r?\n1\r?\n|ID;P|(?:<\?xml[^>]*>\s*)?<(?:libraryDescription|searchConnectorDescription|jnlp)[\s>])/i.test(
        text,
      ),
    "Shortcuts and queries open something elsewhere. Put the address into a document.",
  ],
];

/**
 * Plain text goes as it is: it is what a reader sees. Source code, notebooks and pages are the work itself and are not
 * changed; one that names how to reach somebody, wherever in it, stays its owner's, and so do mail, shortcuts and the like.
 */
function known({ source, mime }: Ask, text: string, charset: string): Cleaner {
  const refused = refusedTexts.find(([is]) => is(text))?.[1];
  if (refused) throw new Refused("unsupported", refused);
  if (mime.startsWith("text/plain")) return null;
  const watch = contactWatch();
  const label = charset === "utf-16" && source.read(0, 1)[0] === 0xfe ? "utf-16be" : charset;
  const decoder = new TextDecoder(label);
  for (const bytes of stretch(source, 0, source.size, mostRead)) watch(decoder.decode(bytes, { stream: true }));
  return null;
}

/** What we do not know keeps what it holds: its owner decides. Text is what a reader sees, and goes as it is. */
function unknown(ask: Ask): Cleaner {
  const { source, head } = ask;
  if (closedArchives.some((magic) => head.startsWith(magic)) || isTar(source))
    throw new Refused("unsupported", "We do not open this kind of archive. Send a .zip, or the files themselves.");
  if (isSvg.test(head)) return (put) => cleanDrawing(source, inOrder(put));
  if (source.size === 0 || head.startsWith("BM")) return null;
  const found = decodedText(source.read(0, mostRead).slice());
  if (found) return known(ask, found.text, found.charset);
  throw new Refused("unsupported", "We do not know this kind of file, so we cannot take names out of it.");
}

async function cleanerFor(ask: Ask): Promise<Cleaner> {
  const { head, mime } = ask;
  if (isImage(ask.source.read(0, 16))) return image(ask);
  if (head.startsWith("PK\x03\x04") || head.startsWith("PK\x05\x06")) return archive(ask);
  if (head.includes("%PDF-")) return pdf(ask);
  const text = unsupported.find(([at, magic]) => magic.some((magicNumber) => head.startsWith(magicNumber, at)))?.[2];
  if (text) throw new Refused("unsupported", text);
  if (claimsClean(mime)) throw broken("file");
  return unknown(ask);
}

const asked = (source: Source, mime: string, spending: Spending | null): Ask => ({
  source,
  head: latin(source.read(0, 1024)),
  mime,
  spending,
});

/**
 * Writes a copy of a file to `output` without personal data. The type is detected from
 * its bytes; `mime` is what it is kept as. The output exists after "cleaned" only. Most of it runs on this thread:
 * the server asks the pool.
 */
export async function clean(input: string, output: string, mime: string): Promise<Cleaning> {
  const fd = openSync(input, "r");
  let written: number | null = null;
  let finished = false;
  try {
    const cleaner = await cleanerFor(asked(fileSource(fd, fstatSync(fd).size), mime, null));
    await cleaner?.((bytes, at) => {
      written ??= openSync(output, "w", 0o600);
      writeAll(written, bytes, at);
    });
    finished = cleaner !== null;
    return { result: finished ? "cleaned" : "nothing-to-clean" };
  } catch (error) {
    return uncleanableBy(error);
  } finally {
    closeSync(fd);
    if (written !== null) closeSync(written);
    if (written !== null && !finished) rmSync(output, { force: true });
  }
}
