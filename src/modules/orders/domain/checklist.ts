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

const counted = (count: number, one: string, more: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : more}`;

/** The points of a client who wrote none: length, sources, files, and always the instructions. */
export const suggestedChecklist = ({ pages, wordCount, citedSources, files }: ChecklistFacts): readonly string[] => [
  "Everything in my instructions is done",
  ...(wordCount > 0
    ? [`The text has ${counted(pages, "page", "pages")}, about ${wordCount.toLocaleString("en-US")} words`]
    : []),
  ...(citedSources > 0 ? [`${counted(citedSources, "source is", "sources are")} cited`] : []),
  ...(files > 0 ? ["The files that I sent are used"] : []),
];
