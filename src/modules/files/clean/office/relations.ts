import type { Source } from "../source.ts";
import { xmlDecoder } from "../xml/decode.ts";
import { type NamedEvent, namedScanner } from "../xml/named.ts";
import { attributeIn } from "../xml/rewrite.ts";
import type { Entry } from "../zip/entry.ts";
import { unpack } from "../zip/unpack.ts";
import { partOf } from "./parts.ts";

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
export type Relation = { id: string; type: string; part: string };

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
