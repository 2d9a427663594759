import { escapeXml, unescapeXml } from "./decode.ts";
import { xmlScanner } from "./scan.ts";

export type Verdict = "keep" | "drop" | "empty";

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
  /** The new value, or null to leave the attribute out. */
  attribute?(local: string, value: string, element: string): string | null;
  text?(text: string, parent: string): string;
};

const localOf = (name: string): string => name.slice(name.indexOf(":") + 1);

const attributes = /\s+([^\s=/>]+)\s*=\s*("[^"]*"|'[^']*')/g;

export function attributeIn(raw: string, local: string): string | undefined {
  for (const [, name = "", quoted = ""] of raw.matchAll(attributes))
    if (localOf(name) === local) return unescapeXml(quoted.slice(1, -1));
}

/** The namespace of `r:id` and its like, transitional and strict (ECMA-376 part 1, 9.2). */
const isLinkSpace = (value: string): boolean => /officeDocument\/(2006\/)?relationships$/.test(value);

/** Follows which prefixes stand for relationships; a prefix means the same all over a part. */
function linkReader(): (raw: string) => string[] {
  const prefixes = new Set<string>();
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

function rewriteTag(raw: string, local: string, change: NonNullable<Rules["attribute"]>): string {
  return raw.replace(attributes, (whole, name: string, quoted: string) => {
    if (isNamespace(name)) return whole;
    const value = unescapeXml(quoted.slice(1, -1));
    const fresh = change(localOf(name), value, local);
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
  const linksOf = linkReader();
  /** Depth of the element that is being left out (or emptied); -1 when nothing is. */
  let silentFrom = -1;
  let emptied = false;
  return xmlScanner((event) => {
    if (event.kind === "open") {
      const local = localOf(event.name);
      rules ??= choose(rootOf(event.name, event.raw));
      if (silentFrom < 0) {
        const element = { local, parent: path.at(-1) ?? "", depth: path.length };
        const reads = { attribute: (name: string) => attributeIn(event.raw, name), links: () => linksOf(event.raw) };
        const verdict = rules.element?.({ ...element, ...reads }) ?? "keep";
        if (verdict !== "drop")
          emit(rules.attribute && event.raw.includes("=") ? rewriteTag(event.raw, local, rules.attribute) : event.raw);
        if (verdict !== "keep" && !event.closed) {
          silentFrom = path.length;
          emptied = verdict === "empty";
        }
      }
      if (!event.closed) path.push(local);
    } else if (event.kind === "close") {
      path.pop();
      if (silentFrom < 0 || (silentFrom === path.length && emptied)) emit(event.raw);
      if (silentFrom === path.length) silentFrom = -1;
    } else if (silentFrom < 0) {
      if (event.kind === "other") emit(asUtf8(event.raw));
      else emit(rules?.text && path.length > 0 ? rules.text(event.raw, path.at(-1) ?? "") : event.raw);
    }
  });
}
