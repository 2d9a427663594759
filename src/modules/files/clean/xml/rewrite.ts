import { escapeXml, unescapeXml, type XmlEvent, xmlScanner } from "./scan.ts";

/** "unwrap" leaves out the tags and keeps what is in them; "weigh" asks `weighed` at the end of the element. */
export type Verdict = "keep" | "drop" | "empty" | "unwrap" | "weigh";

/** An element as rules see it: local names only, values unescaped. `links` are the ids of relationships that it names. */
export type Element = {
  local: string;
  parent: string;
  depth: number;
  attribute(local: string): string | undefined;
  links(): string[];
};

/** What happens to elements, attributes and texts. "empty" keeps an element and drops all that is in it. */
export type Rules = {
  element?(element: Element): Verdict;
  /** The new value, or null to leave the attribute out. `isLink`: it names a relationship. */
  attribute?(local: string, value: string, element: string, isLink: boolean): string | null;
  /** `path` are the elements around the text, the outermost first. */
  text?(text: string, parent: string, path: readonly string[]): string;
  /** Whether a text belongs to those of its paragraph that `joined` changes together, after `text`. */
  joins?(parent: string, path: readonly string[]): boolean;
  /** Such texts of one paragraph in their order, as they stand in the file; a text outside of paragraphs is alone. */
  joined?(texts: readonly string[]): readonly string[];
  /** Whether an element that is weighed stays, by the text in it. */
  weighed?(local: string, text: string): boolean;
  /** Called for every element and text, those too that are left out, before anything else. */
  seen?(local: string, attribute: (local: string) => string | undefined): void;
  seenText?(raw: string, parent: string): void;
};

/** Paragraphs and headings of Open XML and OpenDocument, remarks of a sheet, and breaks in them, which part two words. */
const paragraphs: ReadonlySet<string> = new Set(["p", "h", "comment"]);
const breaks: ReadonlySet<string> = new Set(["br", "cr", "tab", "line-break", "s"]);

/** A paragraph that is held until its end: what is written of it, and where in that its joined texts stand. */
type Paragraph = { depth: number; texts: { at: number; raw: string }[] };

/** Characters of one paragraph that are held; a longer one is written in parts. */
const mostHeld = 1_000_000;

const localOf = (name: string): string => name.slice(name.indexOf(":") + 1);

const attributes = /\s+([^\s=/>]+)\s*=\s*("[^"]*"|'[^']*')/g;

export function attributeIn(raw: string, local: string): string | undefined {
  for (const [, name = "", quoted = ""] of raw.matchAll(attributes))
    if (localOf(name) === local) return unescapeXml(quoted.slice(1, -1));
}

/** The namespace of `r:id` and its like, transitional and strict (ECMA-376 part 1, 9.2). */
const isLinkSpace = (value: string): boolean => /officeDocument\/(2006\/)?relationships$/.test(value);

/** Follows which prefixes stand for relationships; a prefix means the same all over a part. */
function linkReader(prefixes: Set<string>): (raw: string) => string[] {
  return (raw) => {
    if (!raw.includes(":")) return [];
    const found = [...raw.matchAll(attributes)].map(([, name = "", quoted = ""]) => ({
      name,
      value: unescapeXml(quoted.slice(1, -1)),
    }));
    for (const { name, value } of found)
      if (name.startsWith("xmlns:") && isLinkSpace(value)) prefixes.add(name.slice(6));
    return found.flatMap(({ name, value }) => (prefixes.has(name.slice(0, name.indexOf(":"))) ? [value] : []));
  };
}

const isNamespace = (name: string): boolean => name === "xmlns" || name.startsWith("xmlns:");

type Change = (local: string, value: string, isLink: boolean) => string | null;

function rewriteTag(raw: string, prefixes: ReadonlySet<string>, change: Change): string {
  return raw.replace(attributes, (whole, name: string, quoted: string) => {
    if (isNamespace(name)) return whole;
    const value = unescapeXml(quoted.slice(1, -1));
    const fresh = change(localOf(name), value, prefixes.has(name.slice(0, Math.max(0, name.indexOf(":")))));
    if (fresh === value) return whole;
    return fresh === null ? "" : ` ${name}="${escapeXml(fresh)}"`;
  });
}

const asUtf8 = (declaration: string): string =>
  declaration.startsWith("<?xml ") ? declaration.replace(/encoding\s*=\s*("[^"]*"|'[^']*')/, 'encoding="UTF-8"') : "";

/** What the first element of a part says about it. */
export type Root = { local: string; namespace: string };

function rootOf(name: string, raw: string): Root {
  const prefix = name.includes(":") ? `xmlns:${name.slice(0, name.indexOf(":"))}` : "xmlns";
  for (const [, attribute = "", quoted = ""] of raw.matchAll(attributes))
    if (attribute === prefix) return { local: localOf(name), namespace: unescapeXml(quoted.slice(1, -1)) };
  return { local: localOf(name), namespace: "" };
}

/**
 * Rewrites XML that arrives in portions, by rules that are chosen when its first element is met.
 * Comments and processing instructions are left out.
 */
export function xmlRewriter(
  choose: (root: Root) => Rules,
  emit: (text: string) => void,
): ReturnType<typeof xmlScanner> {
  let rules: Rules | null = null;
  const path: string[] = [];
  /** Of each open element, whether its tags are left out. */
  const unwrapped: boolean[] = [];
  const prefixes = new Set<string>();
  const linksOf = linkReader(prefixes);
  /** Depth of the element that is being left out (or emptied); -1 when nothing is. */
  let silentFrom = -1;
  let emptied = false;
  /** The element that is weighed, with what would be written of it. */
  let held: { depth: number; local: string; out: string; text: string } | null = null;
  /** The paragraphs that are open, one in another, and what is written since the outermost began. */
  const open: Paragraph[] = [];
  let pieces: string[] = [];
  let pieceChars = 0;
  const put = (text: string): void => {
    if (held) held.out += text;
    else if (open.length === 0) emit(text);
    else {
      pieces.push(text);
      pieceChars += text.length;
      if (pieceChars > mostHeld) emitParagraphs();
    }
  };
  const putJoined = (raw: string): void => {
    const paragraph = open.at(-1);
    if (!paragraph || held) put(rules?.joined?.([raw])[0] ?? raw);
    else {
      paragraph.texts.push({ at: pieces.length, raw });
      put(raw);
    }
  };
  const join = (paragraph: Paragraph): void => {
    const { texts } = paragraph;
    const changed = rules?.joined?.(texts.map(({ raw }) => raw)) ?? [];
    for (const [i, { at }] of texts.entries()) if (at >= 0) pieces[at] = changed[i] ?? "";
    paragraph.texts = [];
  };
  const emitParagraphs = (): void => {
    for (const paragraph of open) join(paragraph);
    for (const piece of pieces) emit(piece);
    pieces = [];
    pieceChars = 0;
  };
  const endParagraph = (): void => {
    const [last] = open.slice(-1);
    if (open.length === 1) emitParagraphs();
    else if (last) join(last);
    open.pop();
  };
  const tagOf = (raw: string, local: string): string => {
    const change = rules?.attribute;
    if (!change || !raw.includes("=")) return raw;
    return rewriteTag(raw, prefixes, (name, value, isLink) => change(name, value, local, isLink));
  };
  const opened = (event: XmlEvent & { kind: "open" }): void => {
    const local = localOf(event.name);
    rules ??= choose(rootOf(event.name, event.raw));
    const attribute = (name: string) => attributeIn(event.raw, name);
    rules.seen?.(local, attribute);
    let verdict: Verdict = "keep";
    if (silentFrom < 0) {
      const links = linksOf(event.raw);
      const element = { local, parent: path.at(-1) ?? "", depth: path.length };
      verdict = rules.element?.({ ...element, attribute, links: () => links }) ?? "keep";
      if (rules.joins && !held && !event.closed && verdict === "keep" && paragraphs.has(local))
        open.push({ depth: path.length, texts: [] });
      if (verdict === "weigh" && !event.closed && !held) held = { depth: path.length, local, out: "", text: "" };
      if (verdict !== "drop" && verdict !== "unwrap") put(tagOf(event.raw, local));
      if ((verdict === "drop" || verdict === "empty") && !event.closed) {
        silentFrom = path.length;
        emptied = verdict === "empty";
      }
    }
    if (breaks.has(local)) open.at(-1)?.texts.push({ at: -1, raw: "\n" });
    if (event.closed) return;
    path.push(local);
    unwrapped.push(verdict === "unwrap");
  };
  const closed = (raw: string): void => {
    path.pop();
    const tagsGo = unwrapped.pop();
    if ((silentFrom < 0 && !tagsGo) || (silentFrom === path.length && emptied)) put(raw);
    if (silentFrom === path.length) silentFrom = -1;
    if (open.at(-1)?.depth === path.length) endParagraph();
    if (held?.depth !== path.length) return;
    const { local, out, text } = held;
    held = null;
    if (rules?.weighed?.(local, text) ?? true) put(out);
  };
  return xmlScanner((event) => {
    if (event.kind === "open") opened(event);
    else if (event.kind === "close") closed(event.raw);
    else {
      const parent = path.at(-1) ?? "";
      if (event.kind === "text") rules?.seenText?.(event.raw, parent);
      if (silentFrom >= 0) return;
      if (event.kind === "other") put(asUtf8(event.raw));
      else {
        if (held) held.text += unescapeXml(event.raw);
        const text = rules?.text && path.length > 0 ? rules.text(event.raw, parent, path) : event.raw;
        if (rules?.joins?.(parent, path)) putJoined(text);
        else put(text);
      }
    }
  });
}
