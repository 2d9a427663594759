import type { ReactNode } from "react";
import {
  type AnsweredPoint,
  type AnswerKind,
  aiUseText,
  answerLabels,
  type CountedDelivery,
  comparedText,
  type Declaration,
  leftOutText,
  type Pack,
  type PackPart,
  packParts,
  partLabels,
  versionLength,
} from "#src/modules/orders/index.ts";
import { cx } from "#src/ui/class-names.ts";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { type Shape, Status } from "#src/ui/status.tsx";

/** What was handed over with a version beside the work. */
type Details = {
  ticked: readonly number[];
  pack: Pack | null;
  declaration: Declaration | null;
  answers: readonly AnsweredPoint[] | null;
  counted: CountedDelivery | null;
};

const shapes: Readonly<Record<AnswerKind, Shape>> = { changed: "check", there: "dash", outside: "again" };

/** The title of a part of what came with a version. */
export const DetailHead = ({ id, className, children }: { id?: string; className?: string; children: ReactNode }) => (
  <h3
    className={cx("flex justify-between gap-4 border-b border-rule-strong pb-2 text-sm/5 font-semibold", className)}
    id={id}
  >
    {children}
  </h3>
);

type AnswersProps = { answers: Details["answers"]; title: (count: number) => string };

/** The points of a revision under the numbers that the client gave them, with what became of each. */
const Answers = ({ answers, title }: AnswersProps) => {
  if (!answers || answers.length === 0) return null;
  return (
    <section aria-labelledby="answers">
      <DetailHead id="answers">{title(answers.length)}</DetailHead>
      <ol className="counted">
        {answers.map(({ point, kind, text }) => (
          <li
            key={point}
            className="grid-cols-[1.5rem_minmax(0,0.85fr)_minmax(0,1.15fr)] gap-x-4 gap-y-0.5 border-b border-rule py-3 text-[1rem]/6 before:text-[1.1875rem]/6 max-md:grid-cols-[1.5rem_minmax(0,1fr)] max-md:gap-x-2"
          >
            <span className="text-pen wrap-anywhere">{point}</span>
            <span className="wrap-anywhere max-md:col-2">
              {kind ? (
                <Status shape={shapes[kind]} className="mr-2.5">
                  {answerLabels[kind]}
                </Status>
              ) : (
                "No answer"
              )}
              {text && <span>{text}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
};

const lineClass = "border-b border-rule py-2 text-[1rem]/6";
const lineStatusClass = "items-baseline font-normal whitespace-normal text-ink";

const Checklist = ({ checklist, ticked }: { checklist: readonly string[]; ticked: readonly number[] }) =>
  checklist.length === 0 || ticked.length === 0 ? null : (
    <section aria-labelledby="ticks">
      <DetailHead id="ticks">
        Acceptance checklist
        <span className="num font-normal text-ink-3">{`${checklist.filter((_, at) => ticked.includes(at)).length} of ${checklist.length}`}</span>
      </DetailHead>
      <ul>
        {checklist.map((point, at) => (
          <li key={point} className={lineClass}>
            <Status shape={ticked.includes(at) ? "check" : "ring"} className={lineStatusClass}>
              <span className="wrap-anywhere">{point}</span>
              <span className="vh">{ticked.includes(at) ? " (ticked)" : " (open)"}</span>
            </Status>
          </li>
        ))}
      </ul>
    </section>
  );

/** What was counted, with what was promised and what was left out, and the writer's reason where it is less. */
export const CountedFacts = ({ counted }: Pick<Details, "counted">) =>
  counted && (counted.compared.length > 0 || counted.words !== null || leftOutText(counted) !== "") ? (
    <section aria-label="Counted">
      <DetailHead>Counted by us</DetailHead>
      <ul>
        {counted.compared.map((one) => (
          <li key={`${one.at} ${one.kind} ${one.count}`} className={lineClass}>
            <Status shape={one.short ? "ring" : one.counted === null ? "dash" : "check"} className={lineStatusClass}>
              <span className="num">{comparedText(one)}</span>
              {one.short && " (less than promised)"}
            </Status>
          </li>
        ))}
      </ul>
      {versionLength({ counted, words: 0 }) && (
        <p className="small muted num">{`Total: ${versionLength({ counted, words: 0 })}.`}</p>
      )}
      {leftOutText(counted) !== "" && (
        <p className="small muted wrap-anywhere">{`Not counted: ${leftOutText(counted)}.`}</p>
      )}
      {counted.reason && <p className="mt-2 wrap-anywhere">{`The writer’s reason: ${counted.reason}`}</p>}
    </section>
  ) : null;

const declaredClass = "text-[1rem]/6 font-normal [&>svg]:text-ok";

const Declared = ({ declaration }: { declaration: Declaration | null }) =>
  declaration && (
    <p className="flex flex-wrap gap-x-6 gap-y-1 border-y border-rule py-3">
      <Status shape={declaration.aiUse === "nothing" ? "check" : "dash"} tone="ink" className={declaredClass}>
        {aiUseText(declaration)}
      </Status>
      {declaration.sourcesRead && (
        <Status shape="check" tone="ink" className={declaredClass}>
          The writer read every source
        </Status>
      )}
      {declaration.ownWork && (
        <Status shape="check" tone="ink" className={declaredClass}>
          Written only for this order
        </Status>
      )}
    </p>
  );

const lists: readonly PackPart[] = ["outline", "sources", "questions", "solutions"];

const PartText = ({ part, text }: { part: PackPart; text: string }) =>
  lists.includes(part) ? (
    <ol className="stack list-decimal pl-6 [--gap:6px]">
      {text
        .split("\n")
        .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/u, "").trim())
        .filter(Boolean)
        .map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
    </ol>
  ) : (
    <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
  );

/** What a client learns from, a part at a time; the answers open after the questions were tried. */
const LearningPack = ({ pack }: { pack: Pack | null }) => {
  const parts = pack ? packParts.flatMap((part) => (pack[part] ? [{ part, text: pack[part] }] : [])) : [];
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby="pack" className="no-print">
      <DetailHead id="pack">Learning pack</DetailHead>
      {parts.map(({ part, text }) => (
        <details key={part} className="border-b border-rule [&[open]>summary>svg]:rotate-180">
          <summary className="flex min-h-12 items-center justify-between gap-4 font-semibold">
            {partLabels[part]}
            <Icon of={ChevronDown} />
          </summary>
          <div className="max-w-175 pb-5 leading-6.5 text-pretty" dir="auto">
            <PartText part={part} text={text} />
          </div>
        </details>
      ))}
    </section>
  );
};

type Props = { along: Details; checklist: readonly string[]; answersTitle: (count: number) => string };

/** The delivery details of a version: answers to points, the ticked checklist, the declaration and the learning pack. */
export const DeliveryDetails = ({ along, checklist, answersTitle }: Props) => (
  <div className="*:mt-5">
    <Answers answers={along.answers} title={answersTitle} />
    <Checklist checklist={checklist} ticked={along.ticked} />
    <CountedFacts counted={along.counted} />
    <Declared declaration={along.declaration} />
    <LearningPack pack={along.pack} />
  </div>
);
