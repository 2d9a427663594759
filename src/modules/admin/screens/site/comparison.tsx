import type { ChangedPart } from "#src/modules/orders/index.ts";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { Add, Cut } from "#src/ui/marks.tsx";
import type { ComparedPart } from "../../pages/legal-comparison.ts";

/** The pieces of a paragraph, in proofreader's marks. */
const Pieces = ({ pieces }: Pick<ChangedPart, "pieces">) =>
  pieces.map(({ mark, text }, at) => {
    const key = `${at}-${mark}`;
    if (mark === "same") return <span key={key}>{text}</span>;
    return mark === "cut" ? <Cut key={key}>{text}</Cut> : <Add key={key}>{text}</Add>;
  });

/** What changed, in proofreader's marks; paragraphs that stayed are left out. Null: too long to compare. */
export const Comparison = ({ changes }: { changes: readonly ChangedPart[] | null }) => {
  if (!changes) return <p className="soft">The text is too long to compare.</p>;
  if (changes.length === 0) return <p className="soft">The words are the same.</p>;
  return (
    <div className="grid max-w-176 gap-3 whitespace-pre-wrap wrap-anywhere">
      {changes.map(({ id, pieces }) => (
        <p key={id}>
          <Pieces pieces={pieces} />
        </p>
      ))}
    </div>
  );
};

/** `from`: the number of its first part; what stands before the first title is no part. */
type Run = { from: number; same: boolean; parts: readonly ComparedPart[] };

/** Neighbours that stayed the same, as one run. */
const runsOf = (parts: readonly ComparedPart[]): Run[] =>
  parts.reduce<Run[]>((runs, part, nth) => {
    const at = parts[0]?.title === "" ? nth - 1 : nth;
    const last = runs.at(-1);
    const same = part.changes === null;
    if (same && last?.same) runs[runs.length - 1] = { ...last, parts: [...last.parts, part] };
    else runs.push({ from: at + 1, same, parts: [part] });
    return runs;
  }, []);

function sameText({ from, parts }: Run): string {
  const [first, last] = [Math.max(1, from), from + parts.length - 1];
  if (last < 1) return "The opening is the same";
  return first === last ? `Part ${first} is the same` : `Parts ${first} to ${last} are the same`;
}

const paragraphs = (text: string) => text.split("\n\n").map((words, at) => ({ key: `${at}`, words }));

const partTitle = "mt-6 font-sans text-[1rem]/6 font-semibold";

/** A text part by part: what changed in proofreader's marks, what stayed folded. */
export const PartsCompared = ({ parts }: { parts: readonly ComparedPart[] }) => (
  <div className="border-t border-rule px-5 pt-1 pb-6 font-serif text-[1.0625rem]/[1.6875rem] wrap-anywhere normal-nums lg:px-8 lg:pb-7 lg:text-[1.125rem]/7">
    {runsOf(parts).map((run) =>
      run.same ? (
        <details
          key={run.from}
          className="group mt-5 border-x-0 border-y border-dashed border-rule-strong open:pb-4"
          open={run.parts.length === parts.length}
        >
          <summary className="flex min-h-11 items-center gap-2 font-sans text-[0.9375rem]/5 font-semibold text-pen">
            <Icon of={ChevronDown} className="group-open:rotate-180" />
            {run.parts.length === parts.length ? "The whole text" : sameText(run)}
          </summary>
          {run.parts.map(({ title, text }) => (
            <section key={title}>
              {title && <h3 className={partTitle}>{title}</h3>}
              {paragraphs(text).map(({ key, words }) => (
                <p key={key} className="mt-2 whitespace-pre-line">
                  {words}
                </p>
              ))}
            </section>
          ))}
        </details>
      ) : (
        run.parts.map(({ title, changes }) => (
          <section key={title}>
            {title && <h3 className={partTitle}>{title}</h3>}
            {changes?.map(({ id, pieces }) => (
              <p key={id} className="mt-2">
                <Pieces pieces={pieces} />
              </p>
            ))}
          </section>
        ))
      ),
    )}
  </div>
);
