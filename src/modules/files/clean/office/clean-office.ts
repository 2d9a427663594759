import { isImage, planImage } from "../images/clean-image.ts";
import { limits } from "../limits.ts";
import { emitPieces, memorySource, type Source } from "../source.ts";
import { xmlDecoder } from "../xml/decode.ts";
import { type Rules, xmlRewriter } from "../xml/rewrite.ts";
import type { Entry } from "../zip/directory.ts";
import { unpack, unpackWhole } from "../zip/unpack.ts";
import { zipWriter } from "../zip/write.ts";
import { type Names, nameBook } from "./names.ts";
import { droppedParts, isPrinterSettings, looksLikeXml, namelessPrinter, nestedWatch, partOf } from "./parts.ts";
import { leadsToDropped, rulesFor } from "./rules.ts";

/** How one part reaches the clean file. */
type Way = "copy" | "rewrite" | "image" | "printer" | "drop";

type Plan = { names: Names; dropped: ReturnType<typeof droppedParts>; ways: Map<Entry, Way> };

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

/** Unpacks a part once, counting and checking, and says how it reaches the clean file. */
function wayOf(source: Source, entry: Entry, plan: Plan): Way {
  const nested = nestedWatch();
  let xml: ReturnType<typeof xmlReader> | null = null;
  let head: Uint8Array | null = null;
  unpack(source, entry, (bytes) => {
    if (!head) {
      head = bytes.slice(0, 16);
      if (looksLikeXml(entry.name, head)) xml = xmlReader(entry, plan);
    }
    if (xml) xml.push(bytes);
    else nested(bytes);
  });
  const reader = xml as ReturnType<typeof xmlReader> | null;
  if (reader) return reader.end();
  if (isPrinterSettings(entry.name)) return "printer";
  return head && isImage(head) ? "image" : "copy";
}

function rewritten(source: Source, entry: Entry, plan: Plan, push: (bytes: Uint8Array) => void): void {
  const decoder = xmlDecoder();
  const encoder = new TextEncoder();
  let text = "";
  const flush = (least: number): void => {
    if (text.length < least) return;
    push(encoder.encode(text));
    text = "";
  };
  const scanner = xmlRewriter(
    (root) => rulesFor(root, plan.names, plan.dropped.has) ?? {},
    (part) => {
      text += part;
      flush(64 * 1024);
    },
  );
  unpack(source, entry, (bytes) => scanner.push(decoder.push(bytes)));
  scanner.push(decoder.end());
  scanner.end();
  flush(0);
}

/**
 * Writes an office file (docx, xlsx, pptx, OpenDocument) without what names people. Everything is read and judged
 * before the first byte is written; parts that need no change are copied as they are packed.
 */
export function cleanOffice(source: Source, entries: readonly Entry[], fd: number): void {
  const plan: Plan = { names: nameBook(), dropped: droppedParts(), ways: new Map() };
  const files = entries.filter((entry) => !entry.name.endsWith("/"));
  for (const entry of files) plan.ways.set(entry, wayOf(source, entry, plan));
  const writer = zipWriter(fd);
  for (const entry of files) {
    if (plan.dropped.has(entry.name)) continue;
    const way = plan.ways.get(entry);
    if (way === "copy" || way === undefined) {
      writer.copy(source, entry);
      continue;
    }
    const part = writer.add(entry);
    if (way === "rewrite") rewritten(source, entry, plan, part.push);
    else {
      const whole = unpackWhole(source, entry, limits.partInMemory);
      if (way === "printer") part.push(namelessPrinter(whole));
      else {
        const picture = memorySource(whole);
        emitPieces(picture, planImage(picture)?.pieces ?? [{ from: 0, to: whole.length }], part.push);
      }
    }
    part.end();
  }
  writer.finish();
}
