import { Refused } from "../results.ts";
import { latin, type Source } from "../source.ts";
import { attributeIn } from "../xml/rewrite.ts";
import { escapeXml, type NamedEvent, namedScanner, unescapeXml, xmlDecoder } from "../xml/scan.ts";
import { type Entry, unpack } from "../zip/entries.ts";

const unescaped = (target: string): string => {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
};

/** The part that a relationship's target names, seen from the folder of the part that owns the relationships. */
export function partOf(relationships: string, target: string): string {
  const folders = relationships.split("/").slice(0, -2);
  const steps = unescaped(target.startsWith("/") ? target.slice(1) : [...folders, target].join("/")).split("/");
  const path: string[] = [];
  for (const step of steps) {
    if (step === "..") path.pop();
    else if (step !== "." && step !== "") path.push(step);
  }
  return path.join("/");
}

/** Signatures break by cleaning and name who signed; thumbnails show the first page as it was; macros act. */
const alwaysDropped =
  /^(_xmlsignatures\/|docProps\/thumbnail\.|Thumbnails\/|META-INF\/\w*signatures\.xml$|Basic\/|Scripts\/|customUI\/|(?:word|xl|ppt)\/vba\w*\.(?:bin|xml)$)/i;

/** The part whose relationships a part of relationships holds; "" is the whole file. */
export const ownerOf = (relationships: string): string =>
  relationships.toLowerCase().replace(/(^|\/)_rels\/([^/]*)\.rels$/, "$1$2");

/** The parts that are left out, and their own relationships. */
export function droppedParts(): { drop(part: string): void; has(name: string): boolean } {
  const dropped = new Set<string>();
  const has = (name: string): boolean => {
    const part = name.replace(/^\//, "").toLowerCase();
    return alwaysDropped.test(part) || dropped.has(part) || dropped.has(ownerOf(part));
  };
  return { drop: (part) => void dropped.add(part.toLowerCase()), has };
}

export const looksLikeXml = (name: string, head: Uint8Array): boolean =>
  /\.(xml|rels|vml|svg|rdf)$/i.test(name) || /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\0?</.test(latin(head.subarray(0, 4)));

export const compoundFile = "\xd0\xcf\x11\xe0";
/** Streams of an old Office file that hold the author, the path of what was embedded, or the paths that macros keep. */
const identifyingStreams = ["SummaryInformation", "Ole10Native", "_VBA_PROJECT"].map((name) => [...name].join("\0"));

export const nested = (): Refused =>
  new Refused(
    "nested",
    "The document holds something inside that we do not open (another file, a video, a control), and that can name its author. Take it out, or send it as its own file.",
  );

/**
 * Looks through the bytes of one part for another document inside. Archives are reported, or refused where none is opened;
 * old Office files that name somebody are always refused.
 */
export function nestedWatch(opens: boolean): { push(bytes: Uint8Array): void; isArchive(): boolean } {
  let first = "";
  let tail = "";
  const isArchive = (): boolean => first.startsWith("PK\x03\x04");
  return {
    isArchive,
    push(bytes) {
      if (first.length < 4) first += latin(bytes.subarray(0, 4));
      if (isArchive() && !opens) throw nested();
      if (!first.startsWith(compoundFile)) return;
      const text = tail + latin(bytes);
      if (identifyingStreams.some((name) => text.includes(name))) throw nested();
      tail = text.slice(-64);
    },
  };
}

/** Parts that a reader sees or runs: without one of them the document would be another one. */
const shownLinks = new Set("image hdphoto video audio media oleObject package control aFChunk subDocument".split(" "));
const shownFolders = /^(Pictures|media)\/./;
export const isShown = (part: string, type = ""): boolean =>
  shownLinks.has(type.slice(type.lastIndexOf("/") + 1)) || shownFolders.test(part);

/** The parts of an archive by name; names are compared without regard to case (ECMA-376 part 2, 6.2.2). */
export class Parts {
  readonly #source: Source;
  readonly #byName: ReadonlyMap<string, Entry>;
  constructor(source: Source, entries: readonly Entry[]) {
    this.#source = source;
    this.#byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  }
  has(name: string): boolean {
    return this.#byName.has(name.toLowerCase());
  }
  /** Reads a part as XML; false where there is none. */
  async read(name: string, each: (event: NamedEvent) => void): Promise<boolean> {
    const entry = this.#byName.get(name.toLowerCase());
    if (!entry) return false;
    const decoder = xmlDecoder();
    const scanner = namedScanner(each);
    await unpack(this.#source, entry, (bytes) => scanner.push(decoder.push(bytes)));
    scanner.push(decoder.end());
    scanner.end();
    return true;
  }
}

/** Where a relationship leads inside the file; `type` is the end of its type's address. */
type Relation = { id: string; type: string; part: string };

const mostRelations = 1_000;

/** The relationships of a part ("" is the whole file) of the types that are asked for, external ones left out. */
export async function relationsOf(parts: Parts, owner: string, types: readonly string[]): Promise<Relation[]> {
  const slash = owner.lastIndexOf("/") + 1;
  const file = `${owner.slice(0, slash)}_rels/${owner.slice(slash)}.rels`;
  const found: Relation[] = [];
  await parts.read(file, (event) => {
    if (event.kind !== "open" || event.name !== "rel:Relationship" || found.length >= mostRelations) return;
    const value = (name: string): string => attributeIn(event.raw, name) ?? "";
    const type = value("Type").slice(value("Type").lastIndexOf("/") + 1);
    if (types.includes(type) && value("TargetMode") !== "External")
      found.push({ id: value("Id"), type, part: partOf(file, value("Target")) });
  });
  return found;
}

/** Names of people met in a file, each with the word that stands for it afterwards. */
export type Names = { alias(name: string): string; meet(name: string): void; inText(raw: string): string };

const escapeForPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const isFullName = (name: string): boolean => /\S\s+\S/.test(name);

/** The same person keeps the same word within one file, so that remarks of two people stay apart. */
export function nameBook(): Names {
  const known = new Map<string, string>();
  const alias = (name: string): string => {
    if (name.trim() === "") return name;
    const word = known.get(name) ?? `Author ${known.size + 1}`;
    known.set(name, word);
    return word;
  };
  return {
    alias,
    meet: alias,
    /** In the text of a remark: a full name anywhere, or any name that is the whole text before a colon. */
    inText(raw) {
      const bare = /^(\s*)([^:]{1,200})(:\s*)$/.exec(raw);
      const knownName = bare && known.get(unescapeXml(bare[2] ?? ""));
      if (bare && knownName) return `${bare[1]}${knownName}${bare[3]}`;
      let text = raw;
      for (const [name, word] of known) {
        const escaped = escapeXml(name);
        if (!isFullName(name) || !text.includes(escaped)) continue;
        const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${escapeForPattern(escaped)}(?![\\p{L}\\p{N}])`, "gu");
        text = text.replace(pattern, word);
      }
      return text;
    },
  };
}

const home = /([\\/](?:Users|Documents(?: |%20)and(?: |%20)Settings|home)[\\/]+)[^\\/]+/gi;

/** Leaves the person out of a path to a home folder: `C:\Users\maria\essay.docx` becomes `C:\Users\user\essay.docx`. */
export const withoutHome = (value: string): string =>
  !/[\\/]/.test(value) || (value.includes("://") && !value.startsWith("file:")) ? value : value.replace(home, "$1user");
