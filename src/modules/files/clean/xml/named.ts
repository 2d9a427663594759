import { unescapeXml, type XmlEvent, xmlScanner } from "./scan.ts";

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
