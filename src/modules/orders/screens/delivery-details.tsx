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
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { type Shape, Status } from "#src/ui/status.tsx";
import "#src/ui/styles/pages/delivery-details.css";

/** What was handed over with a version beside the work. */
type Details = {
  ticked: readonly number[];
  pack: Pack | null;
  declaration: Declaration | null;
  answers: readonly AnsweredPoint[] | null;
  counted: CountedDelivery | null;
};

const shapes: Readonly<Record<AnswerKind, Shape>> = { changed: "check", there: "dash", outside: "again" };

type AnswersProps = { answers: Details["answers"]; title: (count: number) => string };

/** The points of a revision under the numbers that the client gave them, with what became of each. */
const Answers = ({ answers, title }: AnswersProps) => {
  if (!answers || answers.length === 0) return null;
  return (
    <section aria-labelledby="answers">
      <h3 className="along-h" id="answers">
        {title(answers.length)}
      </h3>
      <ol className="answers">
        {answers.map(({ point, kind, text }) => (
          <li key={point}>
            <span className="said wrap-anywhere">{point}</span>
            <span className="wrap-anywhere">
              {kind ? <Status shape={shapes[kind]}>{answerLabels[kind]}</Status> : "No answer"}
              {text && <span className="what">{text}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
};

const Checklist = ({ checklist, ticked }: { checklist: readonly string[]; ticked: readonly number[] }) =>
  checklist.length === 0 || ticked.length === 0 ? null : (
    <section aria-labelledby="ticks">
      <h3 className="along-h" id="ticks">
        Acceptance checklist
        <span className="num">{`${checklist.filter((_, at) => ticked.includes(at)).length} of ${checklist.length}`}</span>
      </h3>
      <ul className="accepted">
        {checklist.map((point, at) => (
          <li key={point}>
            <Status shape={ticked.includes(at) ? "check" : "ring"}>
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
      <h3 className="along-h">Counted by us</h3>
      <ul className="accepted">
        {counted.compared.map((one) => (
          <li key={`${one.at} ${one.kind} ${one.count}`}>
            <Status shape={one.short ? "ring" : one.counted === null ? "dash" : "check"}>
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

const Declared = ({ declaration }: { declaration: Declaration | null }) =>
  declaration && (
    <p className="told">
      <Status shape={declaration.aiUse === "nothing" ? "check" : "dash"} tone="ink">
        {aiUseText(declaration)}
      </Status>
      {declaration.sourcesRead && (
        <Status shape="check" tone="ink">
          The writer read every source
        </Status>
      )}
      {declaration.ownWork && (
        <Status shape="check" tone="ink">
          Written only for this order
        </Status>
      )}
    </p>
  );

const lists: readonly PackPart[] = ["outline", "sources", "questions", "solutions"];

const PartText = ({ part, text }: { part: PackPart; text: string }) =>
  lists.includes(part) ? (
    <ol className="pack-list">
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
      <h3 className="along-h" id="pack">
        Learning pack
      </h3>
      {parts.map(({ part, text }) => (
        <details key={part} className="pack-part">
          <summary>
            {partLabels[part]}
            <Icon of={ChevronDown} />
          </summary>
          <div dir="auto">
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
  <div className="along">
    <Answers answers={along.answers} title={answersTitle} />
    <Checklist checklist={checklist} ticked={along.ticked} />
    <CountedFacts counted={along.counted} />
    <Declared declaration={along.declaration} />
    <LearningPack pack={along.pack} />
  </div>
);
