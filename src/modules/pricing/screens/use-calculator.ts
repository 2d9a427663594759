import { useEffect, useMemo, useRef, useState } from "react";
import type { FieldError } from "#src/shared/outcome.ts";
import { isZone } from "#src/shared/zone.ts";
import {
  type DeadlineStep,
  deadlineSteps,
  type InputRules,
  makeQuote,
  type Quote,
  type QuoteField,
  readQuoteInput,
  type Service,
} from "../index.ts";
import { type Answers, type Calculation, fromQuery, toRaw, type When } from "./calculation.ts";
import { useNow } from "./clock.ts";
import { type Pricing, usePricing } from "./pricing-provider.tsx";

export type Calculator = {
  readonly calculation: Calculation;
  readonly answers: Answers;
  readonly now: Date;
  /** False until the scripts have read what was typed before them. */
  readonly ready: boolean;
  readonly raw: Readonly<Record<string, string>>;
  /** Null while an answer is missing or wrong. */
  readonly quote: Quote | null;
  /** The ruler; empty where the deadline has no effect on the price. */
  readonly steps: readonly DeadlineStep[];
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

/** The price of what the calculator holds, and the ruler, which stays there while an answer is wrong. */
export const priceOf = (pricing: Pricing, calculation: Calculation, now: Date) => {
  const rules = rulesOf(pricing, now);
  const { service } = calculation;
  const raw = toRaw(calculation, now);
  const outcome = makeQuote(pricing.table, raw, rules);
  const input = outcome.ok ? outcome.value.input : inputWithoutDeadline(pricing, raw, rules);
  const steps = input ? deadlineSteps(pricing.table, input, now, pricing.minimumLeadHours[service]) : [];
  return {
    raw,
    steps,
    quote: outcome.ok ? outcome.value : null,
    errors: outcome.ok ? noErrors : (outcome.fields ?? noErrors),
  };
};

const noErrors: readonly FieldError[] = [];

const inputWithoutDeadline = (pricing: Pricing, raw: Readonly<Record<string, string>>, rules: InputRules) => {
  const fields = { ...raw, deadlineDate: "", deadlineTime: "" };
  const read = readQuoteInput(pricing.table, fields, rules);
  return read.ok ? read.input : null;
};

const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The state of a calculator and its price, computed again at each change and as time passes. */
export const useCalculator = (start: Calculation) => {
  const pricing = usePricing();
  const now = useNow(pricing.now);
  const form = useRef<HTMLFormElement>(null);
  const [calculation, setCalculation] = useState(start);
  const [ready, setReady] = useState(false);

  // What was typed before the scripts arrived is in the form already; the browser knows its own zone.
  useEffect(() => {
    setReady(true);
    if (!form.current) return;
    const typed = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) if (typeof value === "string") typed.set(name, value);
    const zone = browserZone();
    setCalculation((before) => {
      const read = fromQuery(typed, before);
      if (pricing.zoneKnown || read.when.zone !== before.when.zone || !isZone(zone)) return read;
      return { ...read, when: { ...read.when, zone } };
    });
  }, [pricing.zoneKnown]);

  const priced = useMemo(() => priceOf(pricing, calculation, now), [pricing, calculation, now]);

  const calculator: Calculator = {
    calculation,
    answers: calculation.work[calculation.service],
    now,
    ready,
    ...priced,
    choose: (service) => setCalculation((before) => ({ ...before, service })),
    answer: (field, value) =>
      setCalculation((before) => {
        const answers = { ...before.work[before.service], [field]: value };
        return { ...before, work: { ...before.work, [before.service]: answers } };
      }),
    move: (when) => setCalculation((before) => ({ ...before, when: { ...before.when, ...when } })),
  };
  return { calculator, form };
};

/** The total of a calculation at the clock of its page, in cents; null when an answer is wrong. */
export const exampleTotal = (pricing: Pricing, calculation: Calculation): number | null =>
  priceOf(pricing, calculation, new Date(pricing.now)).quote?.totalCents ?? null;
