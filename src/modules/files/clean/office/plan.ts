import { isImage, planImage } from "../images/clean-image.ts";
import { broken, limits, Refused } from "../results.ts";
import { emitPieces, latin, memorySource, type Source, view } from "../source.ts";
import { type Root, type Rules, xmlRewriter } from "../xml/rewrite.ts";
import { xmlDecoder } from "../xml/scan.ts";
import { readDirectory } from "../zip/directory.ts";
import { type Entry, type Spending, unpack, unpackWhole } from "../zip/entries.ts";
import { notingFields, withoutFields } from "./acting.ts";
import {
  compoundFile,
  droppedParts,
  isShown,
  looksLikeXml,
  type Names,
  nameBook,
  nested,
  nestedWatch,
  ownerOf,
  partOf,
} from "./parts.ts";
import { general, leadsToDropped, rulesFor, staysOutside, withoutLinks } from "./rules.ts";

/** How one part reaches the clean file; a document inside has a plan of its own. */
type Treatment = BinaryTreatment | "rewrite" | Plan;

/** A relationship: whose it is, its id there, its type, and the part where it leads, or that it leads out of the file. */
type Link = { owner: string; id: string; type: string; part: string; outside: boolean };

/** What happens to each part of an office file. The book of names is one for a file and the documents in it. */
export type Plan = {
  names: Names;
  dropped: ReturnType<typeof droppedParts>;
  treatments: Map<Entry, Treatment>;
  links: Link[];
  /** Numbers of the fields of a part that fetch or act, by the part's name. */
  fields: Map<string, Set<number>>;
};

/** Notes where the relationships in a part lead. */
const noting = (rules: Rules, name: string, links: Link[]): Rules => ({
  ...rules,
  element(e) {
    const [id = "", type = "", target = ""] = ["Id", "Type", "Target"].map(e.attribute);
    const outside = e.attribute("TargetMode") === "External";
    if (e.local === "Relationship" && !(outside && staysOutside(type, target)))
      links.push({ owner: ownerOf(name), id, type, part: outside ? "" : partOf(name, target), outside });
    return rules.element?.(e) ?? "keep";
  },
});

/** Parts with fields of a word processor. */
const fieldRoots = new Set("document hdr ftr footnotes endnotes comments glossaryDocument".split(" "));

/** The rules by which a part is rewritten: those of what it is, and whatever names a dropped part goes. */
export function rulesOf(root: Root, { name }: Entry, plan: Plan): Rules {
  const found = rulesFor(root, { name, names: plan.names, isDropped: plan.dropped.has });
  const rules = typeof found === "string" ? general(plan.names) : found;
  const gone = goneLinks(name, plan);
  const linked = gone.size > 0 ? withoutLinks(rules, gone) : rules;
  return fieldRoots.has(root.local) ? withoutFields(linked, plan.fields.get(name) ?? new Set()) : linked;
}

function goneLinks(name: string, { links, dropped }: Plan): ReadonlySet<string> {
  const owner = name.toLowerCase();
  const gone = links.filter(
    (link) => link.owner === owner && (link.outside || dropped.has(link.part) || leadsToDropped(link.type)),
  );
  return new Set(gone.map((link) => link.id));
}

/** Reads an XML part once: is it sound, does it need rewriting, whom does it name? Parts that stay are read to their first element. */
function xmlReader(entry: Entry, plan: Plan): { push(bytes: Uint8Array): void; end(): Treatment } {
  const decoder = xmlDecoder();
  let treatment: "copy" | "rewrite" | "drop" | null = null;
  const scanner = xmlRewriter(
    (root) => {
      const rules = rulesFor(root, { name: entry.name, names: plan.names, isDropped: plan.dropped.has });
      treatment = typeof rules === "string" ? rules : "rewrite";
      if (typeof rules === "string") return {};
      if (root.local === "Relationships") return noting(rules, entry.name, plan.links);
      if (!fieldRoots.has(root.local)) return rules;
      const acting = new Set<number>();
      plan.fields.set(entry.name, acting);
      return notingFields(rules, acting);
    },
    () => undefined,
  );
  const isRead = (): boolean => treatment === "copy" || treatment === "drop";
  return {
    push(bytes) {
      if (!isRead()) scanner.push(decoder.push(bytes));
    },
    end() {
      if (!isRead()) {
        scanner.push(decoder.end());
        scanner.end();
      }
      return treatment ?? "drop";
    },
  };
}

/** Where Office keeps the documents in a document, such as the data sheets of charts. */
const isEmbedded = (name: string): boolean => /^[^/]+\/embeddings\/[^/]+$/i.test(name);

/** The main part of a docx, xlsx or pptx. A binary workbook (xlsb) has another, which we cannot clean. */
const mainPart = /^(word\/document|xl\/workbook|ppt\/presentation)\d*\.xml$/i;

function onlyOpenXml(entries: readonly Entry[]): void {
  const has = (found: (name: string) => boolean): boolean => entries.some((entry) => found(entry.name));
  if (!has((name) => name === "[Content_Types].xml") || !has((name) => mainPart.test(name))) throw nested();
}

/** The whole of a document inside, in memory. Over 32 MB it stays closed, and is no bomb for that. */
export async function embeddedSource(source: Source, entry: Entry): Promise<Source> {
  if (entry.size > limits.embedded) {
    const most = `${limits.embedded / 1024 / 1024}\u00a0MB`;
    throw new Refused("nested", `A file inside the document is over ${most}, which is more than we open.`);
  }
  return memorySource(await unpackWhole(source, entry, limits.embedded));
}

/** The plan of a document inside: the same rules and the same spending, and nothing in it is opened. */
async function embeddedPlan(outer: Source, entry: Entry, names: Names, spending: Spending): Promise<Plan> {
  const source = await embeddedSource(outer, entry);
  return planOf(source, readDirectory(source, spending, onlyOpenXml), names, null);
}

/** Unpacks a part once, counting and checking, and says how it reaches the clean file. */
async function treatmentOf(source: Source, entry: Entry, plan: Plan, inside: Spending | null): Promise<Treatment> {
  if (plan.dropped.has(entry.name)) {
    await unpack(source, entry, () => undefined);
    return "drop";
  }
  const spending = isEmbedded(entry.name) ? inside : null;
  const watch = nestedWatch(spending !== null);
  let xml: ReturnType<typeof xmlReader> | null = null;
  let head: Uint8Array | null = null;
  await unpack(source, entry, (bytes) => {
    if (!head) {
      head = bytes.slice(0, 64);
      if (looksLikeXml(entry.name, head)) xml = xmlReader(entry, plan);
    }
    if (xml) xml.push(bytes);
    else watch.push(bytes);
  });
  const reader = xml as ReturnType<typeof xmlReader> | null;
  if (reader) return reader.end();
  if (spending && watch.isArchive()) return embeddedPlan(source, entry, plan.names, spending);
  return binaryTreatment(entry.name, head ?? new Uint8Array(0));
}

/** Drops what relationships mark as such and what we do not know; refused where a reader would miss it. */
function dropParts(plan: Plan): void {
  for (const link of plan.links) if (leadsToDropped(link.type) && !link.outside) plan.dropped.drop(link.part);
  for (const [entry, treatment] of plan.treatments) {
    if (treatment !== "drop" || plan.dropped.has(entry.name)) continue;
    if (mainPart.test(entry.name)) throw broken("document");
    if (isShown(entry.name)) throw nested();
    plan.dropped.drop(entry.name);
  }
  for (const link of plan.links)
    if (!link.outside && plan.dropped.has(link.part) && isShown(link.part, link.type)) throw nested();
  for (const [entry, treatment] of plan.treatments)
    if (treatment === "copy" && goneLinks(entry.name, plan).size > 0) plan.treatments.set(entry, "rewrite");
}

/** Reads and judges each part. `inside` is what documents inside are counted in; null when none is opened. */
async function planOf(source: Source, entries: readonly Entry[], names: Names, inside: Spending | null): Promise<Plan> {
  const plan: Plan = { names, dropped: droppedParts(), treatments: new Map(), links: [], fields: new Map() };
  for (const entry of entries)
    if (!entry.name.endsWith("/")) plan.treatments.set(entry, await treatmentOf(source, entry, plan, inside));
  dropParts(plan);
  return plan;
}

/**
 * Reads a whole office file, and docx, xlsx and pptx files one level in it, before anything is written. `spending` is
 * that of its directory: entries, size and ratio are bounded over both levels together.
 */
export const planOffice = (source: Source, entries: readonly Entry[], spending: Spending): Promise<Plan> =>
  planOf(source, entries, nameBook(), spending);

const isPrinterSettings = (name: string): boolean => /printerSettings\d*\.bin$/i.test(name);

/** Bitmaps, Windows metafiles, JPEG XR: pictures without a place for names. */
const bareImages = ["BM", "\xd7\xcd\xc6\x9a", "\x01\0\x09\0", "II\xbc"];
const isMetafile = (head: string): boolean => head.startsWith("\x01\0\0\0") && head.startsWith(" EMF", 40);
const isFont = (name: string): boolean => /\.(odttf|fntdata|ttf|otf)$/i.test(name);

/** How a part that is no XML reaches the clean file: what we know by its first bytes; everything else is left out. */
type BinaryTreatment = "copy" | "image" | "metafile" | "printer" | "drop";

function binaryTreatment(name: string, head: Uint8Array): BinaryTreatment {
  const start = latin(head);
  if (isPrinterSettings(name)) return "printer";
  if (isImage(head)) return "image";
  if (isMetafile(start)) return "metafile";
  const isKnown =
    bareImages.some((magic) => start.startsWith(magic)) ||
    start.startsWith(compoundFile) ||
    isFont(name) ||
    name === "mimetype";
  return isKnown ? "copy" : "drop";
}

const device = { nameBytes: 64, sizeAt: 68, extraAt: 70, least: 72 };

/** Windows' printer settings (DEVMODEW) without the printer's name and the driver's own data. */
function namelessPrinter(settings: Uint8Array): Uint8Array {
  if (settings.length < device.least) return new Uint8Array(0);
  const size = Math.min(view(settings).getUint16(device.sizeAt, true), settings.length);
  const plain = settings.slice(0, Math.max(size, device.least));
  plain.fill(0, 0, device.nameBytes);
  view(plain).setUint16(device.extraAt, 0, true);
  return plain;
}

/** An enhanced metafile without its description, which is the program's and the picture's name (MS-EMF 2.2.9). */
function namelessMetafile(picture: Uint8Array): Uint8Array {
  if (picture.length < 68) return new Uint8Array(0);
  const [signs, at] = [view(picture).getUint32(60, true), view(picture).getUint32(64, true)];
  const plain = picture.slice();
  if (at >= 68) plain.fill(0, at, at + signs * 2);
  return plain;
}

/** The bytes of a part without what names people in it. */
export function cleanBinary(
  treatment: Exclude<BinaryTreatment, "copy" | "drop">,
  bytes: Uint8Array,
  push: (b: Uint8Array) => void,
) {
  if (treatment === "printer") return push(namelessPrinter(bytes));
  if (treatment === "metafile") return push(namelessMetafile(bytes));
  const picture = memorySource(bytes);
  emitPieces(picture, planImage(picture)?.pieces ?? [{ from: 0, to: picture.size }], push);
}
