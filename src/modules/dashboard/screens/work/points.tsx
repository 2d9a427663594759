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

/** The title of a part of the brief, with a few words at its right. */
export const SubHead = ({ id, title, aside }: { id: string; title: string; aside?: string }) => (
  <div className="between mt-8 flex-wrap gap-y-1 border-b border-rule-strong pb-2">
    <h3 className="text-base/6 font-semibold" id={id}>
      {title}
    </h3>
    {aside && <span className="num text-sm/5 text-ink-3">{aside}</span>}
  </div>
);

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
  <section className="sheet work-sheet asked" aria-labelledby="points">
    <div className="between flex-wrap gap-y-1">
      <h2 className="t2" id="points">
        What should change
      </h2>
      <span className="small muted num">
        {`${points.filter((_, at) => answered(at, texts)).length} of ${points.length} answered`}
        {askedAt && `. Asked ${askedAt}`}
      </span>
    </div>
    <ol className="counted mt-4">
      {points.map((point, at) => (
        <li
          key={answerField(at)}
          className="grid-cols-[2rem_minmax(0,1fr)] gap-x-2 border-t border-rule pt-5 pb-6 first:border-rule-strong last:pb-0 max-md:relative max-md:block max-md:before:absolute max-md:before:top-5 max-md:before:left-0 max-md:before:leading-7"
        >
          <div>
            <p className="mb-1.5 font-serif text-[1.1875rem]/7 normal-nums text-pretty wrap-anywhere max-md:ml-7">
              {point}
            </p>
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
                <Textarea
                  rows={2}
                  className="max-h-96 min-h-19 field-sizing-content"
                  maxLength={2_000}
                  form={handFormId}
                  defaultValue={first[answerTextField(at)]}
                />
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
      <SubHead
        id="checklist"
        title="Acceptance checklist"
        aside={`${tickedIn(checklist, texts)} of ${checklist.length}. The client sees the same list.`}
      />
      <div>
        {checklist.map((point, at) => (
          <label key={point} className="check border-b border-rule">
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
      <SubHead id="checklist" title="Acceptance checklist" />
      <ol className="list-decimal pl-6">
        {checklist.map((point) => (
          <li key={point} className="py-2 wrap-anywhere">
            {point}
          </li>
        ))}
      </ol>
    </section>
  );
