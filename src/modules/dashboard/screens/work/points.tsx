import {
  type AnswerKind,
  answerField,
  answerLabels,
  answerTextField,
  type Comparison,
  comparedText,
  tickField,
} from "#src/modules/orders/index.ts";
import { Segmented } from "#src/ui/choices.tsx";
import { Field, FieldGroup, fieldId } from "#src/ui/field.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { ContactHint } from "../hidden-contacts.tsx";
import { handFormId } from "./use-kept-work.ts";

type Texts = Readonly<Record<string, string | undefined>>;
type PointAnswersProps = {
  points: readonly string[];
  askedAt: string | null;
  texts: Texts;
  first: Texts;
  errors: Texts;
};

const kinds = (Object.keys(answerLabels) as AnswerKind[]).map((value) => ({ value, label: answerLabels[value] }));

const sentenceLabels: Readonly<Record<AnswerKind, string>> = {
  changed: "What you changed, and where",
  there: "Where it is",
  outside: "Why it is new work",
};
const sentenceLabel = (kind: string | undefined): string =>
  kind === "changed" || kind === "there" || kind === "outside" ? sentenceLabels[kind] : "A sentence for the client";

const answered = (at: number, texts: Texts): boolean =>
  Boolean(texts[answerField(at)]) && (texts[answerTextField(at)] ?? "").trim() !== "";

/** What the client asks to change, before everything else; each point is answered, with a sentence. */
export const PointAnswers = ({ points, askedAt, texts, first, errors }: PointAnswersProps) => (
  <section className="sheet block first asked" aria-labelledby="points">
    <div className="between">
      <h2 className="t2" id="points">
        What should change
      </h2>
      <span className="small muted num">
        {`${points.filter((_, at) => answered(at, texts)).length} of ${points.length} answered`}
        {askedAt && `. Asked ${askedAt}`}
      </span>
    </div>
    <ol>
      {points.map((point, at) => (
        <li key={answerField(at)}>
          <div>
            <p className="said wrap-anywhere">{point}</p>
            <FieldGroup
              name={answerField(at)}
              label={<span className="vh">{`Your answer to point ${at + 1}`}</span>}
              error={errors[answerField(at)]}
            >
              <Segmented choices={kinds} defaultValue={first[answerField(at)]} form={handFormId} />
            </FieldGroup>
            <ContactHint reader="the client">
              <Field
                name={answerTextField(at)}
                label={sentenceLabel(texts[answerField(at)])}
                error={errors[answerTextField(at)]}
              >
                <Textarea rows={2} maxLength={2_000} form={handFormId} defaultValue={first[answerTextField(at)]} />
              </Field>
            </ContactHint>
          </div>
        </li>
      ))}
    </ol>
  </section>
);

type Props = {
  checklist: readonly string[];
  texts: Readonly<Record<string, string>>;
  first: Readonly<Record<string, string>>;
  /** What is there so far, beside what the points promise. */
  compared: readonly Comparison[];
};

const ofPoint = (compared: Props["compared"], at: number): string =>
  compared
    .filter((one) => one.at === at && one.counted !== null)
    .map((one) => `${comparedText(one)}${one.short ? ", less than promised" : ""}`)
    .join(", ");

const tickedIn = (checklist: readonly string[], texts: Props["texts"]): number =>
  checklist.filter((_, at) => texts[tickField(at)] === "on").length;

/** The client's points, to be ticked; they belong to the hand-over form wherever they stand. */
export const TickList = ({ checklist, texts, first, compared }: Props) =>
  checklist.length === 0 ? null : (
    <section aria-labelledby="checklist">
      <div className="sub-h between">
        <h3 id="checklist">Acceptance checklist</h3>
        <span className="num">{`${tickedIn(checklist, texts)} of ${checklist.length}. The client sees the same list.`}</span>
      </div>
      <div className="tick-list">
        {checklist.map((point, at) => (
          <label key={point} className="check">
            <input
              type="checkbox"
              form={handFormId}
              id={fieldId(tickField(at))}
              name={tickField(at)}
              value="on"
              defaultChecked={first[tickField(at)] === "on"}
            />
            <span className="wrap-anywhere">
              {point}
              {ofPoint(compared, at) && (
                <span className="small muted num block">{`Counted: ${ofPoint(compared, at)}`}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </section>
  );

/** The same points where they cannot be ticked now. */
export const PointList = ({ checklist }: { checklist: readonly string[] }) =>
  checklist.length === 0 ? null : (
    <section aria-labelledby="checklist">
      <div className="sub-h between">
        <h3 id="checklist">Acceptance checklist</h3>
      </div>
      <ol className="point-list">
        {checklist.map((point) => (
          <li key={point} className="wrap-anywhere">
            {point}
          </li>
        ))}
      </ol>
    </section>
  );
