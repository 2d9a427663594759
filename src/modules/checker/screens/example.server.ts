import type { CheckerWork } from "../checker-work.ts";
import { type Reasons, reasonsOf } from "../domain/reasons.ts";
import type { Report } from "../domain/report.ts";

/** A text of ours, partly in the style of assistants: what the model says of it is shown before somebody has sent one. */
export const exampleText = `Sleep plays a crucial role in memory, mood and overall well-being. Furthermore, it is important to note that sleep quality varies significantly between individuals. By understanding these mechanisms, students can make informed decisions about their daily habits, ensuring better academic outcomes. I kept a diary of my sleep for two weeks, because the nurse at our school said I should. It was a boring diary. On Monday I went to bed at eleven and lay awake until one, and I wrote that down and put the pen back on the chair. My brother snores. On Thursday there was a test, so I slept four hours and still got the dates wrong, all of them in the same order, as if I'd learned them backwards.

My grandmother says you should open the window and stop thinking. I tried it on a Sunday and it worked, but it was a Sunday, so who knows. Now the window is open every night and my brother still snores.`;

/** Where the shown part of it ends. */
export const exampleEnd = exampleText.indexOf(" It was a boring diary");

/** An answer of which only a part of the text is shown, with the marks in that part and the first reason. */
export type ShownExample = {
  text: string;
  words: number;
  report: Pick<Report, "band" | "position" | "doubts">;
  highlights: Report["highlights"];
  why: Reasons;
};
const answers = new WeakMap<CheckerWork, Promise<ShownExample | null>>();
const mostWaitMs = 1_000;

function shownPart({ band, position, doubts, words, moved, highlights }: Report): ShownExample {
  const text = exampleText.slice(0, exampleEnd);
  const { reasons, others } = reasonsOf(exampleText, { moved, highlights });
  const shown = highlights.filter(({ to }) => to <= text.length);
  const isShown = (mark: number): boolean => mark <= shown.length;
  const first = reasons.slice(0, 1).map((reason) => ({ ...reason, marks: reason.marks.filter(isShown) }));
  const why = { reasons: first, others: first.length > 0 ? [] : others.filter(isShown) };
  return { text, words, report: { band, position, doubts }, highlights: shown, why };
}

async function ask(work: CheckerWork): Promise<ShownExample | null> {
  const checked = await work.check(exampleText, { owner: "example" });
  return checked.ok ? shownPart(checked.value) : null;
}

/** What the installed model says of the example, asked once; null while it cannot be asked. */
export function exampleAnswer(work: CheckerWork): Promise<ShownExample | null> {
  const known = answers.get(work);
  if (known) return known;
  const asked = ask(work);
  answers.set(work, asked);
  const again = (): boolean => answers.delete(work);
  asked.then((answer) => answer ?? again(), again);
  return asked;
}

/** The same for a page that is drawn without it: texts that wait for the checker do not keep visitors waiting. */
export function exampleSoon(work: CheckerWork): Promise<ShownExample | null> {
  const late = new Promise<null>((done) => setTimeout(done, mostWaitMs, null).unref());
  return Promise.race([exampleAnswer(work).catch(() => null), late]);
}
