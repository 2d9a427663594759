import type { CheckerWork } from "../checker-work.ts";
import { exampleText } from "../domain/example.ts";
import { type Reasons, reasonsOf } from "../domain/reasons.ts";
import type { Report } from "../domain/report.ts";

export type ExampleAnswer = { report: Report; why: Reasons };
const answers = new WeakMap<CheckerWork, ExampleAnswer>();

/** What the installed model says of the example, asked once; null while it cannot be asked. */
export async function exampleAnswer(work: CheckerWork): Promise<ExampleAnswer | null> {
  const known = answers.get(work);
  if (known) return known;
  const checked = await work.check(exampleText, { owner: "example" });
  if (!checked.ok) return null;
  const answer = { report: checked.value, why: reasonsOf(exampleText, checked.value) };
  answers.set(work, answer);
  return answer;
}
