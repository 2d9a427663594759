import { digestOf } from "#src/modules/files/index.ts";
import {
  countOf,
  type HandoverFacts,
  type PackPart,
  packOf,
  packParts,
  partLabels,
} from "#src/modules/orders/index.ts";
import { Field } from "#src/ui/field.tsx";
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
    <li>
      <Field
        name={part}
        label={
          <span className="pack-h">
            <Status shape={done ? "check" : "ring"}>{partLabels[part]}</Status>
            <span className="vh">{done ? "(done) " : ""}</span>
            <span className="meta num">{stateOf(part, text, facts)}</span>
          </span>
        }
        hint={hints[part]}
        optional={optional}
        error={errors[part]}
      >
        <Textarea rows={3} maxLength={20_000} defaultValue={first[part]} />
      </Field>
    </li>
  );
};

/** The learning pack of this kind of work, a text for each part. */
export const PackFields = (props: PartsProps) => {
  const asked = packOf(props.facts);
  return (
    <ul className="pack">
      {packParts.flatMap((part) => {
        const one = asked.find((need) => need.part === part);
        return one ? [<Part key={part} part={part} optional={one.optional ?? false} {...props} />] : [];
      })}
    </ul>
  );
};
