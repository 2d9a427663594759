import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { hashText, mix } from "#src/modules/checker/domain/ngrams.ts";

/** One text of the corpus. */
export type Row = {
  id: string;
  text: string;
  label: "human" | "ai";
  generator: string;
  domain: string;
  source: string;
  group: string;
  attack: "none" | "paraphrase" | "polish";
  writer: string;
  /** A fixed fifth of the prompts is apart. */
  fold: "train" | "dev";
};

/** Machine texts that one cell (source, domain, generator, attack) may give; more when it is of several models. */
const mostOfCell = 120;
const mostOfMixed = 900;

/** Domains that are left out one at a time; two halves of the mixed set, so that neither is most of it. */
export function domainGroup({ source, domain }: Row): string {
  if (source === "m4") return "m4";
  if (source === "l2r") return (hashText(domain, 7) & 1) === 0 ? "mixed A" : "mixed B";
  if (domain === "academic-abstract") return "abstract";
  if (domain === "news" || domain === "reddit") return "news and forum";
  if (domain === "review" || domain === "fiction") return domain;
  return "essay";
}

/** A number from a name, the same on every machine: it decides order and chance everywhere in training. */
export const chance = (name: string, salt: number): number => mix(hashText(name, 0x51ed270b ^ salt));

function shingles(text: string): number[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const found: number[] = [];
  for (let at = 0; at + 8 <= words.length; at += 1) {
    const hash = mix(hashText(words.slice(at, at + 8).join(" "), 11));
    if (hash % 4 === 0) found.push(hash);
  }
  return found;
}

/** Leaves out texts of which more than a third was in an earlier one (a quarter of all runs of 8 words is looked at). */
function withoutDuplicates(rows: readonly Row[]): Row[] {
  const seen = new Set<number>();
  return rows.filter(({ text }) => {
    const all = shingles(text);
    const known = all.filter((one) => seen.has(one)).length;
    for (const one of all) seen.add(one);
    return all.length === 0 || known * 3 <= all.length;
  });
}

function capped(rows: readonly Row[]): Row[] {
  const cells = new Map<string, number>();
  return rows.filter((row) => {
    const cell = [row.source, row.domain, row.generator, row.attack].join("|");
    const before = cells.get(cell) ?? 0;
    cells.set(cell, before + 1);
    return row.label === "human" || before < (row.generator.endsWith("-mixed") ? mostOfMixed : mostOfCell);
  });
}

/** The texts of a folder of `*.jsonl.gz`, in a fixed order, without duplicates, at most 120 machine texts of a cell. */
export function readCorpus(folder: string): Row[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl.gz"));
  const rows = files.sort().flatMap((name) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString("utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Row),
  );
  const inOrder = rows.map((row) => ({ row, by: chance(row.id, 1) })).sort((a, b) => a.by - b.by);
  return capped(withoutDuplicates(inOrder.map(({ row }) => row)));
}
