import { isImage } from "../images/clean-image.ts";
import { limits } from "../limits.ts";
import { Refused } from "../results.ts";
import { memorySource, type Source } from "../source.ts";
import { xmlDecoder } from "../xml/decode.ts";
import { type Rules, xmlRewriter } from "../xml/rewrite.ts";
import { type Entry, readDirectory } from "../zip/directory.ts";
import type { Spending } from "../zip/judge.ts";
import { unpack, unpackWhole } from "../zip/unpack.ts";
import { type Names, nameBook } from "./names.ts";
import { droppedParts, isPrinterSettings, looksLikeXml, nested, nestedWatch, partOf } from "./parts.ts";
import { leadsToDropped, rulesFor } from "./rules.ts";

/** How one part reaches the clean file; a document inside has a plan of its own. */
type Way = "copy" | "rewrite" | "image" | "printer" | Plan;

/** What happens to each part of an office file. The book of names is one for a file and the documents in it. */
export type Plan = { names: Names; dropped: ReturnType<typeof droppedParts>; ways: Map<Entry, Way> };

/** Notes which parts the relationships of `owner` lead to that are left out. */
const noting = (rules: Rules, owner: string, plan: Plan): Rules => ({
  ...rules,
  element(e) {
    if (
      e.local === "Relationship" &&
      e.attribute("TargetMode") !== "External" &&
      leadsToDropped(e.attribute("Type") ?? "")
    )
      plan.dropped.drop(partOf(owner, e.attribute("Target") ?? ""));
    return rules.element?.(e) ?? "keep";
  },
});

/** Reads an XML part once: is it sound, does it need rewriting, whom does it name? Parts that stay are read to their first element. */
function xmlReader(entry: Entry, plan: Plan): { push(bytes: Uint8Array): void; end(): Way } {
  const decoder = xmlDecoder();
  let way: Way | null = null;
  const choose = (root: Parameters<typeof rulesFor>[0]): Rules => {
    const rules = rulesFor(root, plan.names, plan.dropped.has);
    way = rules ? "rewrite" : "copy";
    return rules && root.local === "Relationships" ? noting(rules, entry.name, plan) : (rules ?? {});
  };
  const scanner = xmlRewriter(choose, () => undefined);
  return {
    push(bytes) {
      if (way !== "copy") scanner.push(decoder.push(bytes));
    },
    end() {
      if (way === "copy") return way;
      scanner.push(decoder.end());
      scanner.end();
      return way ?? "copy";
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
    const most = `${limits.embedded / 1024 / 1024} MB`;
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
async function wayOf(source: Source, entry: Entry, plan: Plan, inside: Spending | null): Promise<Way> {
  const spending = isEmbedded(entry.name) ? inside : null;
  const watch = nestedWatch(spending !== null);
  let xml: ReturnType<typeof xmlReader> | null = null;
  let head: Uint8Array | null = null;
  await unpack(source, entry, (bytes) => {
    if (!head) {
      head = bytes.slice(0, 16);
      if (looksLikeXml(entry.name, head)) xml = xmlReader(entry, plan);
    }
    if (xml) xml.push(bytes);
    else watch.push(bytes);
  });
  const reader = xml as ReturnType<typeof xmlReader> | null;
  if (reader) return reader.end();
  if (spending && watch.isArchive()) return embeddedPlan(source, entry, plan.names, spending);
  if (isPrinterSettings(entry.name)) return "printer";
  return head && isImage(head) ? "image" : "copy";
}

/** Reads and judges each part. `inside` is what documents inside are counted in; null when none is opened. */
async function planOf(source: Source, entries: readonly Entry[], names: Names, inside: Spending | null): Promise<Plan> {
  const plan: Plan = { names, dropped: droppedParts(), ways: new Map() };
  for (const entry of entries)
    if (!entry.name.endsWith("/")) plan.ways.set(entry, await wayOf(source, entry, plan, inside));
  return plan;
}

/**
 * Reads a whole office file, and docx, xlsx and pptx files one level in it, before anything is written. `spending` is
 * that of its directory: entries, size and ratio are bounded over both levels together.
 */
export const planOffice = (source: Source, entries: readonly Entry[], spending: Spending): Promise<Plan> =>
  planOf(source, entries, nameBook(), spending);
