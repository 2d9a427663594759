import { startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { FieldError } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import { browserZone, isZone } from "#src/shared/zone.ts";
import {
  type DeadlineStep,
  deadlineSteps,
  type InputRules,
  makeQuote,
  type Quote,
  type QuoteField,
  type QuoteInput,
  readQuoteInput,
  type Service,
} from "../index.ts";
import { type Answers, type Calculation, fromQuery, startCalculation, toRaw, type When } from "./calculation.ts";
import { type Pricing, usePricing } from "./pricing-provider.tsx";

/** A page may have been kept for this long before it was sent. */
const KEPT_AT_MOST = 15 * minuteMs;

/**
 * Milliseconds to add to the browser's clock, given the clock of the page. A browser that is not behind the page and
 * not further ahead than a kept page can be old is trusted as it is; any other clock is wrong, and the page's wins.
 */
export const clockOffset = (page: number, browser: number): number =>
  browser >= page && browser - page <= KEPT_AT_MOST ? 0 : page - browser;

/** The page's clock in the first render, then the time of now, moving every half minute. */
const useNow = (pageNow: string): Date => {
  const [now, setNow] = useState(() => new Date(pageNow));
  useEffect(() => {
    const offset = clockOffset(Date.parse(pageNow), Date.now());
    const tick = () => startTransition(() => setNow(new Date(Date.now() + offset)));
    tick();
    const timer = setInterval(tick, 30_000);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [pageNow]);
  return now;
};

export type Calculator = {
  readonly calculation: Calculation;
  readonly answers: Answers;
  readonly now: Date;
  /** False until the scripts have read what was typed before them. */
  readonly ready: boolean;
  /** Whether moments are shown in the visitor's zone; else as time from now, so that no word changes after the first paint. */
  readonly zoneKnown: boolean;
  readonly raw: Readonly<Record<string, string>>;
  /** Null while an answer is missing or wrong. */
  readonly quote: Quote | null;
  /** The price before an answer became wrong; null when there was none for this service. */
  readonly last: Quote | null;
  /** The deadline steps; empty where the deadline has no effect on the price. */
  readonly steps: readonly DeadlineStep[];
  readonly stepsPriced: boolean;
  /** What is priced for each day; null while the work is wrong. */
  readonly input: QuoteInput | null;
  readonly errors: readonly FieldError[];
  choose(service: Service): void;
  answer(field: QuoteField, value: string): void;
  move(when: Partial<When>): void;
};

const rulesOf = (pricing: Pricing, now: Date): InputRules => ({
  mode: "form",
  now,
  minimumLeadHours: pricing.minimumLeadHours,
  defaultZone: pricing.zone,
});

/** The price of what the calculator holds, and the deadline steps, which stays there while an answer is wrong. */
export const priceOf = (pricing: Pricing, calculation: Calculation, now: Date) => {
  const rules = rulesOf(pricing, now);
  const raw = toRaw(calculation, now);
  const outcome = makeQuote(pricing.table, raw, rules);
  const input = outcome.ok ? outcome.value.input : workIsRight(pricing, raw, rules);
  return {
    raw,
    input,
    steps: outcome.ok ? stepsOf(pricing, outcome.value.input, now) : placeholderSteps(pricing, calculation, rules),
    /** False when the totals of the deadline steps are those of a stand-in and must not be shown. */
    stepsPriced: input !== null,
    quote: outcome.ok ? outcome.value : null,
    errors: outcome.ok ? noErrors : (outcome.fields ?? noErrors),
  };
};

const noErrors: readonly FieldError[] = [];

const stepsOf = ({ table, minimumLeadHours }: Pricing, input: QuoteInput, now: Date): readonly DeadlineStep[] =>
  deadlineSteps(table, input, now, minimumLeadHours[input.service]);

/** The input without its deadline, when that is all that is wrong. */
const workIsRight = (
  { table }: Pricing,
  raw: Readonly<Record<string, string>>,
  rules: InputRules,
): QuoteInput | null => {
  const read = readQuoteInput(table, { ...raw, deadlineDate: "", deadlineTime: "" }, rules);
  return read.ok ? read.input : null;
};

const placeholderSteps = (
  pricing: Pricing,
  { service, work, when }: Calculation,
  rules: InputRules,
): readonly DeadlineStep[] => {
  const own = workIsRight(pricing, toRaw({ service, work, when }, rules.now), rules);
  const start = startCalculation(pricing.table, { service }, when.zone);
  const input = own ?? workIsRight(pricing, toRaw(start, rules.now), rules);
  return input ? stepsOf(pricing, input, rules.now) : [];
};

/** The newest price of this service. */
function useLast(quote: Quote | null, service: Service): Quote | null {
  const [kept, keep] = useState(quote);
  if (quote && quote !== kept) keep(quote);
  const last = quote ?? kept;
  return last?.input.service === service ? last : null;
}

/** The texts of a form's fields, as its address would carry them. */
function textsOf(form: HTMLFormElement): URLSearchParams {
  const texts = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") texts.set(name, value);
  return texts;
}

const isSame = (one: Calculation, other: Calculation): boolean => JSON.stringify(one) === JSON.stringify(other);

const touches = ["pointerdown", "keydown", "focusin"] as const;

/**
 * The browser knows its own zone, but the first question about zones takes it 30 to 60 ms: it is asked when somebody first
 * touches the page, before anything that they do is shown in a zone or sent.
 */
function useOwnZone(wanted: boolean, found: (zone: string) => void): void {
  const latest = useRef(found);
  latest.current = found;
  useEffect(() => {
    if (!wanted) return;
    const ask = () => {
      stop();
      const zone = browserZone();
      if (isZone(zone)) latest.current(zone);
    };
    const stop = () => {
      for (const touch of touches) document.removeEventListener(touch, ask, true);
    };
    for (const touch of touches) document.addEventListener(touch, ask, true);
    return stop;
  }, [wanted]);
}

/** The state of a calculator and its price, computed again at each change and as time passes. */
export const useCalculator = (start: Calculation) => {
  const pricing = usePricing();
  const now = useNow(pricing.now);
  const form = useRef<HTMLFormElement>(null);
  const [calculation, setCalculation] = useState(start);
  const [ready, setReady] = useState(false);
  const [touched, setTouched] = useState(false);

  // What was typed before the scripts arrived is in the form already. It is taken over before anything else can draw the
  // fields again with the answers of the start.
  useLayoutEffect(() => {
    const typed = form.current && textsOf(form.current);
    if (!typed) return;
    setCalculation((before) => {
      const read = fromQuery(typed, before);
      return isSame(read, before) ? before : read;
    });
  }, []);

  // In pieces: the whole calculator is drawn again, on a phone that has just drawn it.
  useEffect(() => startTransition(() => setReady(true)), []);

  useOwnZone(!pricing.zoneKnown, (zone) => {
    setCalculation((before) =>
      before.when.zone === start.when.zone ? { ...before, when: { ...before.when, zone } } : before,
    );
  });

  const priced = useMemo(() => priceOf(pricing, calculation, now), [pricing, calculation, now]);

  const last = useLast(priced.quote, calculation.service);

  const change = (to: (before: Calculation) => Calculation): void => {
    setTouched(true);
    setCalculation(to);
  };
  const calculator: Calculator = {
    calculation,
    last,
    answers: calculation.work[calculation.service],
    now,
    ready,
    zoneKnown: pricing.zoneKnown || touched || (ready && calculation.when.date !== ""),
    ...priced,
    choose: (service) => change((before) => ({ ...before, service })),
    answer: (field, value) =>
      change((before) => {
        const answers = { ...before.work[before.service], [field]: value };
        return { ...before, work: { ...before.work, [before.service]: answers } };
      }),
    move: (when) => change((before) => ({ ...before, when: { ...before.when, ...when } })),
  };
  return { calculator, form };
};

/** The total of a calculation at the clock of its page, in cents; null when an answer is wrong. */
export const exampleTotal = (pricing: Pricing, calculation: Calculation): number | null =>
  priceOf(pricing, calculation, new Date(pricing.now)).quote?.totalCents ?? null;
