import { counted, figures } from "#src/shared/counted.ts";

/** What a client takes the work by: one to ten points, written when ordering, ticked by the writer at delivery. */
const mostPoints = 10;
const longestPoint = 200;

/** A point in each line; what was typed as a list loses its own numbers and dashes. */
export const checklistOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) =>
      line
        .trim()
        .replace(/^(?:[-*•]|\d{1,2}[.)])\s+/u, "")
        .trim(),
    )
    .filter(Boolean);

/** What is wrong with the points as they stand; undefined when nothing is. */
export const checklistError = (points: readonly string[]): string | undefined => {
  if (points.length > mostPoints) return `Write at most ${mostPoints} points.`;
  if (points.some((point) => point.length > longestPoint))
    return `Write at most ${longestPoint} characters in a point.`;
  return undefined;
};

/** What is known of the work that the points can be taken from; a count of 0 makes no point. */
export type ChecklistFacts = { pages: number; wordCount: number; citedSources: number; files: number };

/** The points of a client who wrote none: length, sources, files, and always the instructions. */
export const suggestedChecklist = ({ pages, wordCount, citedSources, files }: ChecklistFacts): readonly string[] => [
  "Everything in my instructions is done",
  ...(wordCount > 0 ? [`The text has ${counted(pages, "page")}, about ${figures(wordCount)} words`] : []),
  ...(citedSources > 0 ? [`${counted(citedSources, "source is", "sources are")} cited`] : []),
  ...(files > 0 ? ["The files that I sent are used"] : []),
];

/** What a point can quote of the order; dates are the local day (YYYY-MM-DD) and time (HH:MM) of the deadline. */
export type QuotedFacts = {
  pages: number | null;
  wordCount: number;
  citedSources: number | null;
  deadlineDate: string | null;
  deadlineTime: string | null;
};

/** A point without what it was before a change. */
export const currentPoint = (point: string): string => point.replace(/ \(was: [^()]*\)$/u, "");

type Quote = { shape: RegExp; now: (found: string) => string };

/** "5 pages", "5-page", "1,375 words", "6 sources are": a count with its noun, as a point writes it. */
const countQuote = (nouns: string, before: number | null, after: number | null): Quote[] => {
  if (before === null || after === null || before === after) return [];
  const number = before >= 1000 ? `(?:${before}|${figures(before)})` : String(before);
  const shape = new RegExp(
    `(?<![\\d.,])${number}(?:-(?:${nouns})|[ \u00a0](?:cited )?(?:${nouns})s?(?: is| are)?)(?![\\w-])`,
    "giu",
  );
  const now = (found: string): string => {
    const changed = found.replace(/^[\d,]+/u, figures(after));
    if (changed.includes("-")) return changed;
    const [, head = "", plural = "", verb = ""] = /^(.*?[a-z])(s?)( is| are)?$/iu.exec(changed) ?? [];
    const [ending, being] = after === 1 ? ["", " is"] : ["s", " are"];
    return plural === ending ? changed : `${head}${ending}${verb && being}`;
  };
  return [{ shape, now }];
};

/** The ways in which people write a day, longest first: "3 December 2026", "December 3", "3 Dec", "2026-12-03". */
const daysOf = (date: string): readonly string[] => {
  const day = new Date(`${date}T00:00Z`);
  const as = (locale: string, month: "long" | "short", year: boolean): string =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric", month, ...(year && { year: "numeric" }) })
      .format(day)
      .replace("Sept", "Sep");
  const written = [true, false].flatMap((year) =>
    (["long", "short"] as const).flatMap((month) => [as("en-GB", month, year), as("en-US", month, year)]),
  );
  return [date, ...written];
};

const dayQuotes = (before: string | null, after: string | null): Quote[] => {
  if (before === null || after === null || before === after) return [];
  const [from, to] = [daysOf(before), daysOf(after)];
  return [
    {
      shape: new RegExp(`(?<!\\d)(?:${from.join("|")})(?![\\w-])`, "giu"),
      now: (found) => to[from.findIndex((one) => one.toLowerCase() === found.toLowerCase())] ?? found,
    },
  ];
};

const timeQuotes = (before: string | null, after: string | null): Quote[] =>
  before === null || after === null || before === after
    ? []
    : [{ shape: new RegExp(`(?<![\\d:])${before}(?![\\d:])`, "gu"), now: () => after }];

/**
 * The points after a change of pages, sources or deadline: each that quotes what changed says the new and, in
 * brackets, what it was; the others stay as they are. Sources that come anew make a point of their own.
 */
export const changedChecklist = (
  points: readonly string[],
  before: QuotedFacts,
  after: QuotedFacts,
): readonly string[] => {
  const quotes = [
    ...countQuote("page", before.pages, after.pages),
    ...countQuote("word", before.wordCount || null, after.wordCount || null),
    ...countQuote("source|reference|citation", before.citedSources || null, after.citedSources),
    ...dayQuotes(before.deadlineDate, after.deadlineDate),
    ...timeQuotes(before.deadlineTime, after.deadlineTime),
  ];
  const changed = points.map((point) => {
    const was: string[] = [];
    const changed = quotes.reduce(
      (text, { shape, now }) =>
        text.replace(shape, (found) => {
          was.push(found.replace(/ (?:is|are)$/u, ""));
          return now(found);
        }),
      currentPoint(point),
    );
    return was.length > 0 ? `${changed} (was: ${was.join(", ")})` : point;
  });
  const fresh = points.length > 0 && !before.citedSources && (after.citedSources ?? 0) > 0;
  return fresh
    ? [...changed, `${counted(after.citedSources ?? 0, "source is", "sources are")} cited (was: none)`]
    : changed;
};
