import type { PDFContext, PDFDict, PDFDocument, PDFObject, PDFRef } from "@cantoo/pdf-lib";
import { planJpeg } from "../images/jpeg.ts";
import { broken, limits, Refused } from "../results.ts";
import { emitPieces, joined, memorySource } from "../source.ts";
import { flattenForm, ownStream, quietDict, quietNames, quietTexts } from "./acting.ts";

type Library = typeof import("@cantoo/pdf-lib");

/** Keys that identify who made a document or a part of it, or what an editor kept for itself (ISO 32000-2, 14.3, 14.5). */
const identifyingKeys = ["Metadata", "PieceInfo", "LastModified", "CreatorInfo", "SpiderInfo"];

async function open(library: Library, bytes: Uint8Array): Promise<PDFDocument> {
  let document: PDFDocument;
  try {
    document = await library.PDFDocument.load(bytes, {
      updateMetadata: false,
      throwOnInvalidObject: true,
      parseSpeed: Number.POSITIVE_INFINITY,
    });
    if (document.getPageCount() === 0) throw broken("PDF");
  } catch (error) {
    if (
      error instanceof library.EncryptedPDFError ||
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes("/Encrypt")
    )
      throw new Refused(
        "encrypted",
        "The PDF is locked, so the author's name cannot be taken out. Save it without a lock.",
      );
    throw broken("PDF");
  }
  return document;
}

/** Everything that can be reached from the catalogue; older revisions of the document are not. */
function reachable(library: Library, context: PDFContext): { refs: Set<PDFRef>; objects: PDFObject[] } {
  const refs = new Set<PDFRef>();
  const objects: PDFObject[] = [];
  const waiting: (PDFObject | undefined)[] = [context.trailerInfo.Root];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next instanceof library.PDFRef) {
      if (refs.has(next)) continue;
      refs.add(next);
      waiting.push(context.lookup(next));
      continue;
    }
    if (!next) continue;
    objects.push(next);
    if (next instanceof library.PDFStream) waiting.push(next.dict);
    else if (next instanceof library.PDFDict) for (const value of next.values()) waiting.push(value);
    else if (next instanceof library.PDFArray) for (const value of next.asArray()) waiting.push(value);
  }
  return { refs, objects };
}

function checkEntry(library: Library, dict: PDFDict): void {
  const has = (key: string): boolean => dict.has(library.PDFName.of(key));
  if (has("ByteRange") && has("Contents"))
    throw new Refused(
      "signed",
      "The PDF is signed. A signature names its owner and breaks when anything is taken out.",
    );
  if (has("EF"))
    throw new Refused(
      "nested",
      "The PDF holds other files inside, which can name their author. Save it without attachments.",
    );
}

function stripDict(library: Library, dict: PDFDict): void {
  const name = (key: string) => library.PDFName.of(key);
  for (const key of identifyingKeys) dict.delete(name(key));
  const isRemark = dict.has(name("Rect")) && dict.get(name("Subtype")) !== name("Widget");
  if (isRemark) dict.delete(name("T"));
}

/** Photos keep their own metadata inside a PDF. */
function stripPhotos(library: Library, context: PDFContext): void {
  const photo = library.PDFName.of("DCTDecode");
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof library.PDFRawStream)) continue;
    const filter = object.dict.lookup(library.PDFName.of("Filter"));
    const only = filter instanceof library.PDFArray && filter.size() === 1 ? filter.lookup(0) : filter;
    if (only !== photo) continue;
    const source = memorySource(object.getContents());
    const parts: Uint8Array[] = [];
    emitPieces(source, planJpeg(source, false).pieces, (bytes) => parts.push(bytes));
    context.assign(ref, library.PDFRawStream.of(object.dict, joined(parts)));
  }
}

/**
 * A PDF without its properties, XMP, names at remarks, editors' private data, photos' metadata and older revisions, without
 * what acts when it is opened, and with its form as text.
 * Refuses what is locked, signed, broken, holds other files, or is over 100 MB.
 */
export async function cleanPdf(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length > limits.pdf)
    throw new Refused("too-large", "The PDF is over 100\u00a0MB, which is more than we open.");
  const library = await import("@cantoo/pdf-lib");
  const document = await open(library, bytes);
  const { context } = document;
  for (const object of reachable(library, context).objects) {
    if (!(object instanceof library.PDFDict)) continue;
    checkEntry(library, object);
    stripDict(library, object);
    quietDict(library, object);
    quietTexts(library, object);
  }
  for (const object of reachable(library, context).objects)
    if (object instanceof library.PDFStream) ownStream(library, object.dict);
  quietNames(library, document);
  flattenForm(library, document);
  delete context.trailerInfo.Info;
  delete context.trailerInfo.ID;
  const { refs } = reachable(library, context);
  for (const [ref] of context.enumerateIndirectObjects()) if (!refs.has(ref)) context.delete(ref);
  stripPhotos(library, context);
  return document.save({
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
  });
}
