import type { PDFDict, PDFDocument, PDFObject } from "@cantoo/pdf-lib";
import { leadsToPerson, masked } from "../contacts.ts";
import { Refused } from "../results.ts";

type Library = typeof import("@cantoo/pdf-lib");

/** Actions that only move inside the document, and links that a reader follows (ISO 32000-2, 12.6.4). */
const quietActions = ["GoTo", "URI", "Named"];
const namedActions = ["NextPage", "PrevPage", "FirstPage", "LastPage"];
/** What plays, shows another document or a scene with scripts of its own. */
const actingRemarks = ["Movie", "Sound", "Screen", "RichMedia", "3D", "TrapNet"];
/** Entries of the catalogue, of pages, fields and remarks that act by themselves. */
const actingKeys = ["AA", "JS", "XFA", "SpiderInfo", "URI", "Requirements", "Perms", "Legal", "PA", "OPI", "Threads"];

const textOf = (library: Library, value: PDFObject | undefined): string =>
  value instanceof library.PDFString || value instanceof library.PDFHexString
    ? value.decodeText()
    : value instanceof library.PDFName
      ? value.decodeText()
      : "";

function isQuiet(library: Library, action: PDFObject | undefined): boolean {
  if (!(action instanceof library.PDFDict)) return false;
  const value = (key: string): string => textOf(library, action.lookup(library.PDFName.of(key)));
  const kind = value("S");
  if (kind === "URI") return /^\s*https?:/i.test(value("URI")) && !leadsToPerson(value("URI"));
  return quietActions.includes(kind) && (kind !== "Named" || namedActions.includes(value("N")));
}

/** Takes what acts out of one dictionary: actions but quiet ones, what follows them, and streams that lie in other files. */
export function quietDict(library: Library, dict: PDFDict): void {
  const name = (key: string) => library.PDFName.of(key);
  const isAction = dict.lookup(name("S")) instanceof library.PDFName && dict.lookup(name("Type")) !== name("Border");
  for (const key of actingKeys) if (!(key === "URI" && isAction)) dict.delete(name(key));
  if (dict.has(name("OpenAction")) && !(dict.lookup(name("OpenAction")) instanceof library.PDFArray))
    dict.delete(name("OpenAction"));
  if (dict.lookup(name("A")) instanceof library.PDFDict && !isQuiet(library, dict.lookup(name("A")))) {
    // An "A" of a structure element holds attributes, which have an owner and no kind of action.
    const entry = dict.lookup(name("A"));
    if (entry instanceof library.PDFDict && entry.has(name("S"))) dict.delete(name("A"));
  }
  if (isAction) dict.delete(name("Next"));
  const annots = dict.lookup(name("Annots"));
  if (annots instanceof library.PDFArray)
    for (let at = annots.size() - 1; at >= 0; at--) {
      const remark = annots.lookup(at);
      if (!(remark instanceof library.PDFDict)) continue;
      if (actingRemarks.includes(textOf(library, remark.lookup(name("Subtype"))))) annots.remove(at);
    }
}

/** Texts beside the pages: remarks, entries of the outline, descriptions, names of layers and of ranges of pages. */
const spokenKeys = ["Title", "Contents", "RC", "Subj", "Alt", "ActualText", "E", "TU", "T", "NM", "Name", "P", "Lang"];

/** Hides contact details in the texts of one dictionary; a remark that is drawn with one is drawn anew by the reader's program. */
export function quietTexts(library: Library, dict: PDFDict): void {
  const name = (key: string) => library.PDFName.of(key);
  for (const key of spokenKeys) {
    const value = dict.lookup(name(key));
    if (!(value instanceof library.PDFString || value instanceof library.PDFHexString)) continue;
    const text = textOf(library, value);
    const plain = key === "RC" ? text.replace(/<[^>]*>/g, "") : text;
    const words = masked(plain);
    if (words === plain) continue;
    if (key === "RC") dict.delete(name(key));
    else dict.set(name(key), library.PDFHexString.fromText(words));
    if (key === "RC" || key === "Contents") dict.delete(name("AP"));
  }
}

/** A stream whose bytes lie in another file would be fetched. */
export function ownStream(library: Library, dict: PDFDict): void {
  for (const key of ["F", "FFilter", "FDecodeParms", "Ref"]) dict.delete(library.PDFName.of(key));
}

/** Scripts and media by name; the tree of names of places stays. */
export function quietNames(library: Library, document: PDFDocument): void {
  const names = document.catalog.lookup(library.PDFName.of("Names"));
  if (!(names instanceof library.PDFDict)) return;
  for (const key of ["JavaScript", "Renditions", "AlternatePresentations", "URLS", "IDS", "Pages", "Templates"])
    names.delete(library.PDFName.of(key));
}

const unreadableForm = (): Refused =>
  new Refused(
    "unsupported",
    "The PDF holds a form whose fields we cannot turn into text. Print it to a PDF, and send that.",
  );

/** Form fields become what they show, with their values; one that cannot be drawn leaves the file with its owner. */
export function flattenForm(library: Library, document: PDFDocument): void {
  // The pages of a form that a program draws hold nothing but "Please wait" (XFA 3.3, dynamic forms).
  if (document.catalog.lookup(library.PDFName.of("NeedsRendering")) === library.PDFBool.True) throw unreadableForm();
  if (!document.catalog.has(library.PDFName.of("AcroForm"))) return;
  try {
    document.getForm().flatten();
  } catch {
    throw unreadableForm();
  }
  document.catalog.delete(library.PDFName.of("AcroForm"));
}
