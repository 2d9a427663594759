import { digestOf, textFacts, wordCountText } from "#src/modules/files/index.ts";
import { WORDS_PER_PAGE } from "#src/modules/pricing/index.ts";
import { figures } from "#src/shared/counted.ts";
import { readCount } from "#src/shared/typed-values.ts";
import { currentPoint } from "./checklist.ts";

/** A text of a delivery; `wrapped`: its lines are those of a page, as in a PDF, not those of its writer. */
type WorkText = {
  readonly text: string;
  readonly wrapped?: boolean;
  /** Foot- and endnotes of a document, which stand apart from its text. */
  readonly notes?: string;
  /** Words in tables of a document. */
  readonly inTables?: number;
  /** What the reader of a document left out, in words. */
  readonly left?: readonly string[];
};

/** What the product counts in a delivery. */
export type CountedWork = {
  /** Without notes and list of sources; null where nothing has a text that can be counted. */
  readonly words: number | null;
  /** Words in the notes and in the list of sources. */
  readonly inNotes: number;
  readonly inList: number;
  /** Words in tables of documents, which count; missing in versions from before they were counted separately. */
  readonly inTables?: number;
  /** What was left out of documents, in words. */
  readonly left?: readonly string[];
  /** Entries of the list of sources; null where no list was recognised. */
  readonly sources: number | null;
  readonly files: number;
  /** Names of files that have no text that can be counted. */
  readonly uncounted: readonly string[];
};

type CountedKind = "words" | "pages" | "sources" | "files";
/** `at`: number of the checklist point that promises it, from 0; null: the order itself does. */
export type PromisedCount = { readonly kind: CountedKind; readonly count: number; readonly at: number | null };
/** `short`: below the part of a promise that needs a reason. */
export type Comparison = PromisedCount & { readonly counted: number | null; readonly short: boolean };

/** As it is kept with a version: the promise of that day, and why less was handed over. */
export type CountedDelivery = CountedWork & {
  readonly compared: readonly Comparison[];
  readonly reason: string | null;
};

type Section = "work" | "notes" | "list" | "other";

const headings: readonly (readonly [Section, RegExp])[] = [
  ["list", /^(?:(?:list of )?sources|references|reference list|bibliography|works cited|literature)$/i],
  ["notes", /^(?:foot|end)?notes$/i],
  ["other", /^(?:appendix|appendices|annex)\b.{0,60}$/i],
];

/** The part that begins with a line: its heading alone, with or without the marks of one. */
const sectionOf = (line: string): Section | null => {
  const title = line
    .trim()
    .replace(/^(?:#{1,6}\s+)?(?:\d{1,2}[.)]?\s+)?/, "")
    .replace(/\s*[:#]*$/, "");
  const found = headings.find(([, shape]) => shape.test(title));
  return found?.[0] ?? (/^#{1,6}\s/.test(line) ? "work" : null);
};

const splitText = (text: string): Record<Section, string[]> => {
  const parts: Record<Section, string[]> = { work: [], notes: [], list: [], other: [] };
  let now: Section = "work";
  for (const line of text.split("\n")) {
    const begins = sectionOf(line);
    now = begins ?? now;
    if (begins === null || begins === "work") parts[now].push(line);
  }
  return parts;
};

const numbered = /^\s*(?:\[\d{1,3}\]|\d{1,3}[.)])\s+/;

/** Entries of a list: by their numbers, else by blank lines, else by lines; null where none of these is recognised. */
const entriesIn = (lines: readonly string[], wrapped: boolean): number | null => {
  const filled = lines.filter((line) => line.trim() !== "");
  if (filled.length === 0) return null;
  const numbers = filled.filter((line) => numbered.test(line)).length;
  if (numbers > 0) return numbers;
  const blocks = lines
    .join("\n")
    .trim()
    .split(/\n\s*\n/).length;
  if (blocks > 1) return blocks;
  return wrapped ? null : filled.length;
};

/** Counts the texts of a delivery; the same text twice (pasted and as a file) counts once. */
export const countWork = (
  texts: readonly WorkText[],
  files: number,
  uncounted: readonly string[] = [],
): CountedWork => {
  const different = new Map(texts.map((one) => [one.text.replace(/\s+/g, " ").trim(), one]));
  different.delete("");
  const read = [...different.values()];
  const parts = read.map(({ text, wrapped = false, notes = "" }) => {
    const split = splitText(text);
    return { ...split, notes: [...split.notes, notes], wrapped };
  });
  const words = (section: Section): number => parts.reduce((sum, part) => sum + digestOf(part[section].join("\n")), 0);
  const entries = parts.map(({ list, wrapped }) => entriesIn(list, wrapped)).filter((count) => count !== null);
  return {
    words: parts.length === 0 ? null : words("work") + words("other"),
    inNotes: words("notes"),
    inList: words("list"),
    inTables: read.reduce((sum, { inTables = 0 }) => sum + inTables, 0),
    left: read.flatMap(({ left = [] }) => left),
    sources: entries.length === 0 ? null : entries.reduce((sum, count) => sum + count, 0),
    files,
    uncounted,
  };
};

const kinds: Readonly<Record<string, CountedKind>> = {
  ...{ word: "words", page: "pages", file: "files" },
  ...{ source: "sources", reference: "sources", citation: "sources" },
};
const quoted =
  /(?<![\d.,])(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\s*(?:-|–|to)\s*\d[\d,]*)?[ \u00a0-](?:cited )?(word|page|source|reference|citation|file)s?(?![\w-])/giu;
/** A most is not promised. */
const atMost =
  /(?:at most|up to|more than|longer than|over|under|below|fewer than|less than|max(?:imum)?\.?(?: of)?)\s+(?:about\s+)?$/i;

const promisedBy = (point: string, at: number): readonly PromisedCount[] => {
  const text = currentPoint(point);
  return [...text.matchAll(quoted)].flatMap(({ 1: number = "", 2: noun = "", index }) => {
    const kind = kinds[noun.toLowerCase()];
    const count = readCount(number, { least: 1, most: 1_000_000 });
    return kind && count.ok && !atMost.test(text.slice(0, index)) ? [{ kind, count: count.value, at }] : [];
  });
};

type OrderCounts = {
  readonly checklist: readonly string[];
  readonly wordCount: number;
  readonly citedSources: number | null;
};

/** What an order promises that can be counted: by its checklist, and by itself where no point quotes it. */
export const promisedCounts = ({ checklist, wordCount, citedSources }: OrderCounts): readonly PromisedCount[] => {
  const points = checklist.flatMap(promisedBy);
  const own = (kind: CountedKind, count: number | null): readonly PromisedCount[] =>
    count && !points.some((one) => one.kind === kind) ? [{ kind, count, at: null }] : [];
  return [...points, ...own("words", wordCount), ...own("sources", citedSources)];
};

/** A count below nine tenths of a promise needs a reason; sources never do. */
const isShort = (kind: CountedKind, counted: number | null, promised: number): boolean =>
  kind !== "sources" && counted !== null && counted * 10 < promised * 9;

/** Counted beside promised, point by point; a page is 275 words, in tenths, rounded down. */
export const compareWork = (promised: readonly PromisedCount[], counted: CountedWork | null): readonly Comparison[] =>
  promised.map((one) => {
    const found = counted && one.kind !== "pages" ? counted[one.kind] : null;
    const words = counted?.words ?? null;
    if (one.kind !== "pages") return { ...one, counted: found, short: isShort(one.kind, found, one.count) };
    const pages = words === null ? null : Math.floor((words * 10) / WORDS_PER_PAGE) / 10;
    return { ...one, counted: pages, short: isShort("words", words, one.count * WORDS_PER_PAGE) };
  });

/** "13 of 2,200 words"; what could not be counted says so. */
export const comparedText = ({ kind, count, counted }: Comparison): string => {
  const noun = count === 1 ? kind.slice(0, -1) : kind;
  if (counted !== null) return `${figures(counted)} of ${figures(count)} ${noun}`;
  return kind === "sources"
    ? `${figures(count)} ${noun}: not counted, no list was found`
    : `${figures(count)} ${noun}: not counted`;
};

/** "2,490 words, 120 of them in tables": the length of a version, else that of its typed text; null without any words. */
export const versionLength = ({ counted, words }: { counted: CountedWork | null; words: number }): string | null => {
  const [all, inTables] = counted?.words == null ? [words, 0] : [counted.words, counted.inTables ?? 0];
  return all === 0 ? null : wordCountText({ ...textFacts(""), words: all, inTables });
};

/** What the counts leave out, in words; empty where nothing is left out. */
export const leftOutText = ({ inNotes, inList, left = [], uncounted }: CountedWork): string =>
  [
    inNotes > 0 && `notes (${figures(inNotes)} ${inNotes === 1 ? "word" : "words"})`,
    inList > 0 && `the list of sources (${figures(inList)} ${inList === 1 ? "word" : "words"})`,
    ...left,
    ...uncounted,
  ]
    .filter(Boolean)
    .join(", ");
