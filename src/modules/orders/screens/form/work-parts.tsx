import { type ReactNode, Suspense } from "react";
import {
  type CalculatorState,
  DeadlineStepField,
  FoldedDeadline,
  FreeDeadline,
  workFields,
} from "#src/modules/pricing/index.screens.ts";
import type { QuoteField, Service } from "#src/modules/pricing/index.ts";
import { figures } from "#src/shared/counted.ts";
import { latePart } from "#src/ui/late-part.ts";
import { NoScript } from "#src/ui/no-script.tsx";
import { Part } from "./brief-parts.tsx";
import { PlainLength } from "./plain-length.tsx";

type Props = {
  readonly state: CalculatorState;
  readonly errorOf: (field: QuoteField) => string | undefined;
  /** The note about a text that was sent to be counted without scripts. */
  readonly counted: string | undefined;
};

const { OrderType, Subject, Amounts, ProgrammingFields, CalculationFields, CourseworkFields, TestFields } = workFields;
type FieldsProps = workFields.WorkFieldsProps;

/** What is done, without its length. */
const work: Readonly<Record<Service, (props: FieldsProps) => ReactNode>> = {
  "non-technical": (props) => (
    <>
      <OrderType {...props} />
      <Subject {...props} service="non-technical" />
    </>
  ),
  technical: (props) => <Subject {...props} service="technical" />,
  programming: ProgrammingFields,
  calculations: CalculationFields,
  coursework: CourseworkFields,
  quiz: () => (
    <p className="soft">
      A quiz has one fixed price, in every subject. Name the subject and the topics in your brief below.
    </p>
  ),
  test: TestFields,
};

/** What is done to a text that the client sends. */
const withOwnText: readonly string[] = ["editing", "proofreading"];
const TextLength = latePart(() => import("./later/text-length.tsx"));

const withLength: readonly Service[] = ["non-technical", "technical"];
const wordsOf = (count: number): string => `${figures(count)} words`;

/** The work, its length and its deadline: the fields that make the price. */
export const WorkParts = ({ state, errorOf, counted }: Props) => {
  const { service } = state.calculation;
  const props: FieldsProps = { part: "all", answers: state.answers, errorOf, answer: state.answer };
  const Work = work[service];
  const priced = state.steps.length > 0;
  return (
    <>
      <Part title="The work">
        <Work {...props} />
      </Part>
      {withLength.includes(service) && (
        <Part title="Length">
          <Amounts {...props} />
          {state.quote && <p className="small soft">{wordsOf(state.quote.wordCount)}</p>}
          {service === "non-technical" && (
            <NoScript>{import.meta.env.SSR && <PlainLength counted={counted} />}</NoScript>
          )}
          {withOwnText.includes(state.answers.orderType ?? "") && (
            <Suspense>
              <TextLength
                formId="order-form"
                pages={state.answers.pages ?? ""}
                setPages={(pages) => state.answer("pages", pages)}
              />
            </Suspense>
          )}
        </Part>
      )}
      <Part title="Deadline">
        <div>
          {priced && <DeadlineStepField calculator={state} errorOf={errorOf} />}
          <FoldedDeadline calculator={state} errorOf={errorOf} />
        </div>
        {!priced && <FreeDeadline />}
      </Part>
    </>
  );
};
