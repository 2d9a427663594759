import type { CheckerWork } from "../checker-work.ts";
import { exampleEnd, exampleText } from "../domain/example.ts";
import { type Reasons, reasonsOf } from "../domain/reasons.ts";
import type { Report } from "../domain/report.ts";

/** An answer of which only a part of the text is shown, with the marks in that part and the first reason. */
export type ShownExample = {
  text: string;
  words: number;
  report: Pick<Report, "band" | "position" | "doubts">;
  highlights: Report["highlights"];
  why: Reasons;
};
const answers = new WeakMap<CheckerWork, ShownExample>();

function shownPart({ band, position, doubts, words, moved, highlights }: Report): ShownExample {
  const text = exampleText.slice(0, exampleEnd);
  const { reasons, others } = reasonsOf(exampleText, { moved, highlights });
  const shown = highlights.filter(({ to }) => to <= text.length);
  const isShown = (mark: number): boolean => mark <= shown.length;
  const first = reasons.slice(0, 1).map((reason) => ({ ...reason, marks: reason.marks.filter(isShown) }));
  const why = { reasons: first, others: first.length > 0 ? [] : others.filter(isShown) };
  return { text, words, report: { band, position, doubts }, highlights: shown, why };
}

/** What the installed model says of the example, asked once; null while it cannot be asked. */
export async function exampleAnswer(work: CheckerWork): Promise<ShownExample | null> {
  const known = answers.get(work);
  if (known) return known;
  const checked = await work.check(exampleText, { owner: "example" });
  if (!checked.ok) return null;
  const answer = shownPart(checked.value);
  answers.set(work, answer);
  return answer;
}
