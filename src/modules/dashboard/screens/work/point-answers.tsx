import { type AnswerKind, answerField, answerLabels, answerTextField } from "#src/modules/orders/index.ts";
import { Segmented } from "#src/ui/choices.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { ContactHint } from "../contact-hint.tsx";
import { handFormId } from "./use-kept-work.ts";

type Texts = Readonly<Record<string, string | undefined>>;
type Props = {
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
export const PointAnswers = ({ points, askedAt, texts, first, errors }: Props) => (
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
