import { type FocusEvent, type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { figures } from "#src/shared/counted.ts";
import { cx } from "#src/ui/class-names.ts";
import { Notice } from "#src/ui/notice.tsx";
import { PriceBar } from "#src/ui/price-bar.tsx";
import { Docket, PriceBreakdown } from "#src/ui/price-breakdown.tsx";
import type { QuoteField, Service } from "../index.ts";
import { type Calculation, serviceTabs } from "./calculation.ts";
import { PaperFields, QuizFields, StepList, TechnicalFields } from "./calculator-fields.tsx";
import { DeadlineStepField, FreeDeadline } from "./deadline-fields.tsx";
import { serviceNames } from "./field-labels.ts";
import { ExactDeadline, FoldedDeadline } from "./folded-deadline.tsx";
import { usePricing } from "./pricing-provider.tsx";
import { CalculatorLines, LaterNote } from "./quote-breakdown.tsx";
import { PriceToolsFold } from "./tools/price-tools-fold.tsx";
import { type Calculator as State, useCalculator } from "./use-calculator.ts";
import {
  CalculationFields,
  CourseworkFields,
  ProgrammingFields,
  TestFields,
  type WorkFieldsProps,
} from "./work-fields.tsx";

const fieldsFor: Readonly<Record<Service, (props: WorkFieldsProps) => ReactNode>> = {
  "non-technical": PaperFields,
  technical: TechnicalFields,
  programming: ProgrammingFields,
  calculations: CalculationFields,
  coursework: CourseworkFields,
  quiz: QuizFields,
  test: TestFields,
};

// On phones the strip scrolls: the chosen tab is brought into it.
const intoStrip = (tab: HTMLAnchorElement | null) => {
  if (tab?.parentElement) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.clientWidth / 3;
};

/** The services as tabs; each is a link, so that it works before scripts do. */
const Kinds = ({ state, path }: { state: State; path: string }) => (
  <nav className="tabs kinds relative" aria-label="Kind of work">
    {serviceTabs.map((service) => {
      const current = service === state.calculation.service;
      return (
        <a
          key={service}
          ref={current ? intoStrip : null}
          href={`${path}?service=${service}#calculator`}
          aria-current={current ? "true" : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            state.choose(service);
          }}
        >
          {serviceNames[service]}
        </a>
      );
    })}
  </nav>
);

type FieldsProps = { readonly state: State; readonly errorOf: (field: QuoteField) => string | undefined };

const WideFields = ({ state, errorOf }: FieldsProps) => {
  const Fields = fieldsFor[state.calculation.service];
  const priced = state.steps.length > 0;
  return (
    <>
      <Fields part="all" answers={state.answers} errorOf={errorOf} answer={state.answer} />
      <div>
        {priced && <DeadlineStepField short calculator={state} errorOf={errorOf} />}
        <FoldedDeadline calculator={state} errorOf={errorOf} />
      </div>
      {!priced && <FreeDeadline />}
    </>
  );
};

const fold = "[&>summary]:min-h-11 [&>summary]:text-pen [&>summary]:content-center";
const folded: readonly QuoteField[] = ["orderType", "spacing", "deadlineDate", "deadlineTime", "deadlineZone"];

/** The side column keeps the total in view: what is seldom changed is folded away, and opens when it is wrong. */
const NarrowFields = ({ state, errorOf }: FieldsProps) => {
  const { service } = state.calculation;
  const Fields = fieldsFor[service];
  const more = service === "non-technical" || service === "technical";
  const priced = state.steps.length > 0;
  const props = { answers: state.answers, errorOf, answer: state.answer };
  return (
    <>
      <Fields part="main" {...props} />
      <div>
        {priced && <StepList calculator={state} errorOf={errorOf} alone={more} />}
        {!more && <FoldedDeadline calculator={state} errorOf={errorOf} />}
        {!priced && <FreeDeadline />}
      </div>
      {more && (
        <details className={fold} {...(folded.some((field) => errorOf(field)) && { open: true })}>
          <summary>Spacing, exact date and more</summary>
          <div className="stack pt-4 [--gap:20px]">
            <Fields part="more" {...props} />
            <ExactDeadline calculator={state} errorOf={errorOf} />
          </div>
        </details>
      )}
    </>
  );
};

const wordsLabel = (count: number): string => (count === 0 ? "" : `${figures(count)} words`);

/** Services that nobody can order now, each with the reason in words. */
export type ClosedServices = Readonly<Partial<Record<Service, string>>>;

export type CalculatorProps = {
  /** What the page starts with: a preset, or what its address says. */
  start: Calculation;
  /** Every error is shown at once; otherwise each only after its field was left. */
  checked: boolean;
  closed: ClosedServices;
  /** Tabs for every service (home), or one service (its own page). */
  tabs?: boolean;
  /** Choices above the slip, for a side column. */
  tall?: boolean;
  /** On the button: "Continue with this price". */
  action?: string;
  /** More for the order form, for example which public service was looked at. */
  more?: Readonly<Record<string, string>>;
  foot?: ReactNode;
  /** It stands in a frame of another site's page: what continues does so in the window around it. */
  framed?: boolean;
};

const choicesId = "choices";

/** Choices and the price they make, line by line. The form carries every field to the order, with scripts and without. */
export const Calculator = ({
  start,
  checked,
  closed,
  tabs,
  tall,
  action = "Continue with this price",
  more = {},
  foot,
  framed = false,
}: CalculatorProps) => {
  const { calculator: state, form } = useCalculator(start);
  const { failure } = usePricing();
  const { pathname } = useLocation();
  const reason = closed[state.calculation.service];
  const [left, setLeft] = useState<readonly string[]>([]);
  const errorOf = (field: QuoteField) =>
    checked || left.includes(field) ? state.errors.find(({ path }) => path === field)?.message : undefined;
  const onBlur = ({ target }: FocusEvent<HTMLFormElement>) => {
    const { name } = target as unknown as { name?: string };
    if (name && !left.includes(name)) setLeft([...left, name]);
  };
  return (
    <div id="calculator">
      <Docket
        tall={tall ?? false}
        breakdown={<CalculatorBreakdown {...{ state, action, reason, framed }} compact={!tall} />}
      >
        {tabs && <Kinds state={state} path={pathname} />}
        <form
          ref={form}
          id={choicesId}
          method="get"
          action={`${pathname}#slip`}
          className={cx("stack", tall ? "calc-form" : "calc-fields [--gap:20px] max-sm:[--gap:12px]")}
          aria-label="Price calculator"
          onBlur={onBlur}
        >
          {failure && (
            <Notice tone="warn">
              Prices could not be refreshed. You see the standard prices. We confirm the total before you pay.
            </Notice>
          )}
          {tall ? <NarrowFields state={state} errorOf={errorOf} /> : <WideFields state={state} errorOf={errorOf} />}
          {Object.entries({ ...more, service: state.calculation.service }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {state.quote && (
            <>
              <input type="hidden" name="seenCents" value={state.quote.totalCents} />
              <input type="hidden" name="seenAt" value={state.quote.pricedAt.toISOString()} />
            </>
          )}
          {/* It stays where scripts show the price, and takes Enter, which would press Continue. */}
          <button type="submit" className="btn btn-outline no-script" onClick={(event) => event.preventDefault()}>
            Show the price
          </button>
        </form>
        {foot && <div className="small soft pick-foot">{foot}</div>}
      </Docket>
      {!reason && !framed && <Bar state={state} alwaysShown={tall ?? false} />}
    </div>
  );
};

/** A button that continues to the order, which says what is wrong with an answer. */
const toOrder = { type: "submit", form: choicesId, formAction: "/start", formNoValidate: true } as const;

type BreakdownProps = { state: State; action: string; reason: string | undefined; compact: boolean; framed: boolean };

const CalculatorBreakdown = ({ state, action, reason, compact, framed }: BreakdownProps) => (
  <PriceBreakdown id="slip" className={compact ? "compact" : ""} aside={wordsLabel(state.quote?.wordCount ?? 0)}>
    <CalculatorLines calculator={state} />
    {reason ? (
      <Notice tone="info" title={reason} className="mt-4" />
    ) : (
      <>
        <button
          {...toOrder}
          {...(framed && { formTarget: "_top" })}
          className="btn btn-primary w-full"
          id="continue"
          disabled={!state.quote}
        >
          {action}
        </button>
        <LaterNote calculator={state} />
      </>
    )}
    {!framed && <PriceToolsFold calculator={state} />}
  </PriceBreakdown>
);

const seeLines = (count: number): string => (count === 1 ? "See the line" : `See the ${count} lines`);

/** Beside a page of text the bar is always there, and leads to the choices; alone it goes with the calculator. */
const Bar = ({ state: { quote }, alwaysShown }: { state: State; alwaysShown: boolean }) =>
  quote && (
    <PriceBar
      cents={quote.totalCents}
      href={alwaysShown ? "#calculator" : "#slip"}
      link={alwaysShown ? "Change or see the lines" : seeLines(quote.lines.length)}
      unless="continue"
      {...(!alwaysShown && { within: "calculator" })}
    >
      <button {...toOrder} className="btn btn-primary">
        {alwaysShown ? "Order" : "Continue"}
      </button>
    </PriceBar>
  );
