import { broken, limits, Refused } from "../results.ts";

/** What a scanner meets, in order. `raw` is the text as it stands in the file. */
export type XmlEvent =
  | { kind: "open"; name: string; raw: string; closed: boolean }
  | { kind: "close"; name: string; raw: string }
  | { kind: "text"; raw: string }
  | { kind: "other"; raw: string };

/** A text longer than this is handed on before its end has come. */
const longText = 64 * 1024;

const nameOf = /^<\/?([^\s/>]+)/;

/** The end of a tag that begins at `from`, quotes respected; -1 when it is not all there yet. */
function tagEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const sign = text[at];
    if (sign === ">") return at + 1;
    if (sign !== '"' && sign !== "'") continue;
    at = text.indexOf(sign, at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

function closing(text: string, from: number, mark: string): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

/** The end of whatever begins with "<" at `from`. A DOCTYPE is refused: entities are never read. */
function markupEnd(text: string, from: number): number {
  if (text.startsWith("<!--", from)) return closing(text, from + 4, "-->");
  if (text.startsWith("<![CDATA[", from)) return closing(text, from + 9, "]]>");
  if (text.startsWith("<?", from)) return closing(text, from + 2, "?>");
  if (text.startsWith("<!", from) && text.length - from >= 9)
    throw new Refused("unsafe", "A part of the file declares its own entities (a DOCTYPE), which we do not read.");
  return tagEnd(text, from);
}

/**
 * A scanner of XML that arrives in portions of text: no entities, no external parts, bounded depth and tag size.
 * `push` hands events on; `end` refuses what is not closed.
 */
export function xmlScanner(each: (event: XmlEvent) => void): { push(text: string): void; end(): void } {
  let rest = "";
  let seenRoot = false;
  const open: string[] = [];
  const tag = (raw: string): XmlEvent => {
    const name = nameOf.exec(raw)?.[1];
    if (!name) throw broken("file");
    if (raw.startsWith("</")) {
      if (open.pop() !== name) throw broken("file");
      return { kind: "close", name, raw };
    }
    if (open.length === 0 && seenRoot) throw broken("file");
    seenRoot = true;
    const closed = raw.endsWith("/>");
    if (!closed && open.push(name) > limits.xmlDepth) throw new Refused("unsafe", "The file is nested too deeply.");
    return { kind: "open", name, raw, closed };
  };
  const markup = (raw: string): XmlEvent => {
    if (raw.startsWith("<![CDATA[")) return { kind: "text", raw };
    if (raw.startsWith("<!--") || raw.startsWith("<?")) return { kind: "other", raw };
    if (raw.startsWith("<!")) throw broken("file");
    return tag(raw);
  };
  return {
    push(text) {
      rest += text;
      let at = 0;
      while (at < rest.length) {
        const next = rest[at] === "<" ? markupEnd(rest, at) : rest.indexOf("<", at);
        if (next < 0 && rest[at] !== "<" && rest.length - at > longText) {
          each({ kind: "text", raw: rest.slice(at) });
          at = rest.length;
        }
        if (next < 0) break;
        const raw = rest.slice(at, next);
        each(raw.startsWith("<") ? markup(raw) : { kind: "text", raw });
        at = next;
      }
      rest = rest.slice(at);
      if (rest.length > limits.xmlTag) throw new Refused("unsafe", "A part of the file is too long to read.");
    },
    end() {
      if (rest.trim() !== "" || open.length > 0 || !seenRoot) throw broken("file");
    },
  };
}

/** Turns portions of UTF-8 or UTF-16 bytes into text, detected by the first bytes (XML 1.0, appendix F). */
export function xmlDecoder(): { push(bytes: Uint8Array): string; end(): string } {
  let decoder: TextDecoder | null = null;
  const decode = (bytes: Uint8Array, last: boolean): string => {
    decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    try {
      return decoder.decode(bytes, { stream: !last });
    } catch {
      throw broken("file");
    }
  };
  return { push: (bytes) => decode(bytes, false), end: () => decode(new Uint8Array(0), true) };
}

function encodingOf(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return "utf-16le";
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return "utf-16be";
  return "utf-8";
}

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The text that an escaped attribute or text node stands for; an unknown entity stays as it is. */
export const unescapeXml = (text: string): string => (text.includes("&") ? withoutEntities(text) : text);

const withoutEntities = (text: string): string =>
  text.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|[a-z]{2,4});/g, (whole, word: string) => {
    if (!word.startsWith("#")) return named[word] ?? whole;
    const code = word[1] === "x" ? Number.parseInt(word.slice(2), 16) : Number.parseInt(word.slice(1), 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

export const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "&quot;");

const open = /^(?:http:\/\/schemas\.openxmlformats\.org|http:\/\/purl\.oclc\.org\/ooxml)\//;
/** What a reader follows: the short name of a namespace by the end of its address, transitional and strict (ISO/IEC 29500). */
const shortNames: readonly (readonly [RegExp, string])[] = [
  [/\/wordprocessingml\/(?:2006\/)?main$/, "w"],
  [/\/officeDocument\/(?:2006\/)?math$/, "m"],
  [/\/markup-compatibility\/2006$/, "mc"],
  [/\/drawingml\/(?:2006\/)?main$/, "a"],
  [/\/drawingml\/(?:2006\/)?picture$/, "pic"],
  [/\/drawingml\/(?:2006\/)?chart$/, "c"],
  [/\/drawingml\/(?:2006\/)?diagram$/, "dgm"],
  [/\/presentationml\/(?:2006\/)?main$/, "p"],
  [/\/package\/2006\/relationships$/, "rel"],
];
const others: Readonly<Record<string, string>> = { "urn:schemas-microsoft-com:vml": "v" };
const openDocument = /^urn:oasis:names:tc:opendocument:xmlns:([a-z]+):1\.0$/;

function shortName(address: string): string {
  if (!open.test(address)) return others[address] ?? openDocument.exec(address)?.[1] ?? "";
  return shortNames.find(([end]) => end.test(address))?.[1] ?? "";
}

const declarations = /\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** `name` is the short name of the namespace and the local name, whatever prefix the file uses: "w:p". */
export type NamedEvent =
  | { kind: "open"; name: string; raw: string; closed: boolean }
  | { kind: "close"; name: string }
  | { kind: "text"; text: string };

type Scope = ReadonlyMap<string, string>;

function scopeIn(raw: string, outer: Scope): Scope {
  if (!raw.includes("xmlns")) return outer;
  const inner = new Map(outer);
  for (const [, prefix = "", double, single = ""] of raw.matchAll(declarations))
    inner.set(prefix, shortName(double ?? single));
  return inner;
}

const textOf = (raw: string): string =>
  raw.startsWith("<![CDATA[") ? raw.slice("<![CDATA[".length, -"]]>".length) : unescapeXml(raw);

/** A scanner of XML that names elements by their namespaces (XML Names 1.0). Bounds and refusals are those of `xmlScanner`. */
export function namedScanner(each: (event: NamedEvent) => void): ReturnType<typeof xmlScanner> {
  const stack: { scope: Scope; name: string }[] = [];
  const opened = ({ name: written, raw, closed }: XmlEvent & { kind: "open" }): void => {
    const scope = scopeIn(raw, stack.at(-1)?.scope ?? new Map());
    const colon = written.indexOf(":");
    const space = scope.get(colon < 0 ? "" : written.slice(0, colon)) ?? "";
    const name = `${space}:${written.slice(colon + 1)}`;
    if (!closed) stack.push({ scope, name });
    each({ kind: "open", name, raw, closed });
  };
  return xmlScanner((event) => {
    if (event.kind === "open") opened(event);
    else if (event.kind === "close") each({ kind: "close", name: stack.pop()?.name ?? "" });
    else if (event.kind === "text") each({ kind: "text", text: textOf(event.raw) });
  });
}
