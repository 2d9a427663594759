import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { hashText, mix, ngrams } from "#src/modules/checker/domain/ngrams.ts";
import { personalShare, scholarlyShare } from "#src/modules/checker/domain/shares.ts";
import { style, styleNames } from "#src/modules/checker/domain/style.ts";
import { slice, type Tokens, tokenKind, wordCount } from "#src/modules/checker/domain/tokenise.ts";
import { read } from "#src/modules/checker/domain/verdict.ts";
import type { Matrix } from "./logistic.ts";

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

/** A text or a stretch of one, as training sees it. */
export type Sample = Omit<Row, "text"> & {
  domainGroup: string;
  words: number;
  scholarly: number;
  personal: number;
  isWhole: boolean;
};

/** All samples with what was counted in them: n-grams (by bucket) and numbers of style, a row a sample. */
export type Dataset = {
  samples: Sample[];
  isMachine: Uint8Array;
  matrix: Matrix;
  styles: Float32Array;
  frequent: string[];
};

/** Tokens of a text that are learned from: about 480 words. */
const mostTokens = 560;
const cropLengths = [50, 60, 75, 100, 125, 150, 200, 250];
const howManyFrequent = 2500;

/** Words that are frequent in human texts of every kind: by the sum over kinds of the root of their share of texts. */
function frequentWords(rows: readonly Row[], tokens: readonly Tokens[]): string[] {
  const sizes = new Map<string, number>();
  const counts = new Map<string, Map<string, number>>();
  for (const [at, row] of rows.entries()) {
    if (row.label !== "human") continue;
    const group = domainGroup(row);
    sizes.set(group, (sizes.get(group) ?? 0) + 1);
    for (const word of new Set(tokens[at]?.lower)) {
      if (!/^\p{L}/u.test(word)) continue;
      const of = counts.get(word) ?? new Map<string, number>();
      of.set(group, (of.get(group) ?? 0) + 1);
      counts.set(word, of);
    }
  }
  const score = (of: Map<string, number>): number =>
    [...of].reduce((sum, [group, n]) => sum + Math.sqrt(n / (sizes.get(group) ?? 1)), 0);
  const scored = [...counts].map(([word, of]) => ({ word, by: score(of) }));
  scored.sort((a, b) => b.by - a.by || (a.word < b.word ? -1 : 1));
  return scored.slice(0, howManyFrequent).map(({ word }) => word);
}

/** A stretch of a text by chance, from the start of a sentence near by; null when the text is hardly longer. */
function crop(tokens: Tokens, id: string): Tokens | null {
  const words = [...tokens.lower.keys()].filter((at) => tokens.kind[at] !== tokenKind.mark);
  const length = cropLengths[chance(id, 11) % cropLengths.length] ?? 100;
  if (words.length < length * 1.15) return null;
  let from = words[chance(id, 12) % (words.length - length + 1)] ?? 0;
  for (let at = from; at >= 0 && at > from - 60; at--)
    if (at === 0 || tokens.ends[at - 1] === 1) {
      from = at;
      break;
    }
  let [to, count] = [from, 0];
  for (; to < tokens.lower.length && count < length; to++) if (tokens.kind[to] !== tokenKind.mark) count++;
  return slice(tokens, from, to);
}

type Numbers = Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer>;

/** A list of numbers that grows; `make` makes an array of a length. */
function growing<T extends Numbers>(make: (length: number) => T) {
  let values = make(1 << 22);
  let length = 0;
  return {
    length: () => length,
    add(more: ArrayLike<number>): void {
      if (length + more.length > values.length) {
        const wider = make(values.length * 2);
        wider.set(values);
        values = wider;
      }
      values.set(more, length);
      length += more.length;
    },
    done: (): T => values.subarray(0, length) as T,
  };
}

/** The tokens of a text as training and product read it, cut to the length that is learned from. */
function tokensOf(text: string): Tokens {
  const { tokens } = read(text);
  return tokens.lower.length > mostTokens ? slice(tokens, 0, mostTokens) : tokens;
}

/** Counts everything once: every text, and of most a stretch of 50 to 250 words besides. */
export function makeDataset(rows: readonly Row[]): Dataset {
  const tokens = rows.map(({ text }) => tokensOf(text));
  const frequent = frequentWords(rows, tokens);
  const known = new Set(frequent);
  const samples: Sample[] = [];
  const at = growing((length) => new Uint32Array(length));
  const value = growing((length) => new Float32Array(length));
  const styles = growing((length) => new Float32Array(length));
  const start = [0];
  const add = (row: Row, some: Tokens, isWhole: boolean): void => {
    const { text: _, ...about } = row;
    const counted = ngrams(some);
    at.add(counted.at);
    value.add(counted.value);
    start.push(at.length());
    styles.add(style(some, known));
    const register = { words: wordCount(some), scholarly: scholarlyShare(some), personal: personalShare(some) };
    samples.push({ ...about, domainGroup: domainGroup(row), ...register, isWhole });
  };
  for (const [index, row] of rows.entries()) {
    const all = tokens[index];
    if (!all || wordCount(all) < 30) continue;
    add(row, all, true);
    const part = crop(all, row.id);
    if (part) add(row, part, false);
  }
  return {
    samples,
    isMachine: Uint8Array.from(samples, ({ label }) => (label === "ai" ? 1 : 0)),
    matrix: { start: Float64Array.from(start), at: at.done(), value: value.done() },
    styles: styles.done(),
    frequent,
  };
}

/** The numbers of style of one sample. */
export const styleOf = ({ styles }: Dataset, sample: number): Float32Array =>
  styles.subarray(sample * styleNames.length, (sample + 1) * styleNames.length);

/** A sample with the logit it got from models that never saw it. */
export type Judged = { sample: Sample; logit: number };

/** Human texts below which a group or a source is not looked at alone. */
export const leastOfGroup = 60;

export const isLearner = ({ writer, source }: Sample): boolean =>
  /non-native/.test(writer) || source === "ellipse" || source === "herbold" || source === "rexshijaku";

/** What a human group is: texts of one source and kind. */
export const humanGroup = ({ source, domain }: Sample): string => `${source} ${domain}`;

/** Whether a text counts as personal, where it is one or not. */
export const isPersonal = ({ personal }: Sample): boolean => personal >= 0.5;
