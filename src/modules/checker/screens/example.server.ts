import type { CheckerWork } from "../checker-work.ts";
import { exampleEnd, exampleText } from "../domain/example.ts";
import { type Reasons, reasonsOf } from "../domain/reasons.ts";
import type { Report } from "../domain/report.ts";

/** `text` is the part of the example that is shown. */
type ExampleAnswer = { text: string; report: Report; why: Reasons };
const answers = new WeakMap<CheckerWork, ExampleAnswer>();

/** What the installed model says of the example, asked once; null while it cannot be asked. */
export async function exampleAnswer(work: CheckerWork): Promise<ExampleAnswer | null> {
  const known = answers.get(work);
  if (known) return known;
  const checked = await work.check(exampleText, { owner: "example" });
  if (!checked.ok) return null;
  const text = exampleText.slice(0, exampleEnd);
  const answer = { text, report: checked.value, why: reasonsOf(exampleText, checked.value) };
  answers.set(work, answer);
  return answer;
}
