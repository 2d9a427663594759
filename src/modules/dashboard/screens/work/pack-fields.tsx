import { digestOf } from "#src/modules/files/index.ts";
import {
  type AiUse,
  aiUseLabels,
  countOf,
  type HandoverFacts,
  type PackPart,
  packOf,
  packParts,
  partLabels,
} from "#src/modules/orders/index.ts";
import { Checkbox, Segmented } from "#src/ui/choices.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Textarea } from "#src/ui/inputs.tsx";
import { Status } from "#src/ui/status.tsx";

type Texts = Readonly<Record<string, string | undefined>>;
export type PartsProps = { facts: HandoverFacts; texts: Texts; first: Texts; errors: Texts };

const hints: Readonly<Record<PackPart, string>> = {
  outline: "The parts of the text, one in each line.",
  sources: "One in each line: the source, and a sentence on what it is good for.",
  reasoning: "The steps from the question to the answer, so that the client could do it alone.",
  questions: "One in each line. Somebody who understood the work can answer them.",
  solutions: "One in each line. The client opens them after trying.",
  changes:
    "The main changes and the reason for each. Add a file with tracked changes; two texts are compared for the client.",
  tests: "What the tests cover, how to run them, and what they print. Add them as files.",
};

/** How far a part has come, in words: "2 of at least 3", "7 lines", "214 words". */
const stateOf = (part: PackPart, text: string, facts: HandoverFacts): string => {
  const { lines, least } = countOf(part, { [part]: text }, facts);
  if (part === "questions") return `${lines} of at least ${least}`;
  if (part === "sources" && least > 1) return `${lines} of ${least}`;
  if (lines === 0) return "";
  const words = digestOf(text);
  return part === "reasoning" || part === "changes" || part === "tests"
    ? `${words} ${words === 1 ? "word" : "words"}`
    : `${lines} ${lines === 1 ? "line" : "lines"}`;
};

const Part = ({ part, optional, facts, texts, first, errors }: PartsProps & { part: PackPart; optional: boolean }) => {
  const text = texts[part] ?? "";
  const { lines, least } = countOf(part, { [part]: text }, facts);
  const done = lines >= least;
  return (
    <li className="border-b border-rule py-4 first:mt-3 first:border-t first:border-t-rule-strong last:border-b-0 last:pb-0">
      <Field
        name={part}
        label={
          <span className="inline-flex flex-wrap items-baseline gap-x-3">
            <Status shape={done ? "check" : "ring"} className="font-semibold text-ink">
              {partLabels[part]}
            </Status>
            <span className="vh">{done ? "(done) " : ""}</span>
            <span className="meta num leading-[inherit] font-normal">{stateOf(part, text, facts)}</span>
          </span>
        }
        hint={hints[part]}
        optional={optional}
        error={errors[part]}
      >
        <Textarea
          rows={3}
          className="max-h-96 min-h-19 field-sizing-content"
          maxLength={20_000}
          defaultValue={first[part]}
        />
      </Field>
    </li>
  );
};

/** The learning pack of this kind of work, a text for each part. */
export const PackFields = (props: PartsProps) => {
  const asked = packOf(props.facts);
  return (
    <ul>
      {packParts.flatMap((part) => {
        const one = asked.find((need) => need.part === part);
        return one ? [<Part key={part} part={part} optional={one.optional ?? false} {...props} />] : [];
      })}
    </ul>
  );
};

const uses = (Object.keys(aiUseLabels) as AiUse[]).map((value) => ({ value, label: aiUseLabels[value] }));

/** What AI tools were used for, and where the sources are from. The client and Support see it with the version. */
export const DeclarationFields = ({ texts, first, errors }: Omit<PartsProps, "facts">) => {
  const scripts = useHydrated();
  const used = texts.aiUse === "language" || texts.aiUse === "content";
  return (
    <div className="stack [--gap:20px]">
      <FieldGroup
        name="aiUse"
        label="AI tools were used for"
        help="If one was used, you say which and for what. The client sees this."
        error={errors.aiUse}
      >
        <Segmented choices={uses} defaultValue={first.aiUse} />
      </FieldGroup>
      <Field
        name="aiDetail"
        label="Which tool, and for what"
        optional={!used}
        error={errors.aiDetail}
        className={scripts && !used && !errors.aiDetail ? "hidden" : undefined}
      >
        <Textarea rows={2} maxLength={2_000} defaultValue={first.aiDetail} />
      </Field>
      <fieldset className="field">
        <legend className="label">Sources</legend>
        <Checkbox name="sourcesRead" value="on" defaultChecked={first.sourcesRead === "on"} error={errors.sourcesRead}>
          Every source exists, and I read what I cite from it
        </Checkbox>
        <Checkbox name="ownWork" value="on" defaultChecked={first.ownWork === "on"} error={errors.ownWork}>
          I wrote this for this order, and gave it to nobody else
        </Checkbox>
      </fieldset>
    </div>
  );
};
