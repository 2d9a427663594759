import { useState } from "react";
import {
  breakdownLines,
  type Calculation,
  CalculatorLines,
  type CalculatorState,
  LaterNote,
  PriceToolsFold,
  toRaw,
  useCalculator,
} from "#src/modules/pricing/index.screens.ts";
import type { PriceLine } from "#src/modules/pricing/index.ts";
import { figures } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { readCount } from "#src/shared/typed-values.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { NoScript } from "#src/ui/no-script.tsx";
import { PriceBar } from "#src/ui/price-bar.tsx";
import { BreakdownLines, BreakdownNote, BreakdownTotal, PriceBreakdown } from "#src/ui/price-breakdown.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { suggestedChecklist } from "../../index.ts";
import { BriefParts, HiddenFields } from "./brief-parts.tsx";
import { filesOf } from "./form-files.ts";
import { AskPersonAfter, RefusedOrder } from "./form-notices.tsx";
import { type HeldQuote, heldOf, holds, isFor, type SeenTotal, useKeptPrice } from "./held-quote.ts";
import type { OrderData } from "./page-data.server.ts";
import type { Again, Changed } from "./submit-order.server.ts";
import { UnsentNotice } from "./unsent.tsx";
import { DraftNote, useDraft } from "./use-draft.tsx";
import { useFormErrors } from "./use-form-errors.ts";
import { WorkParts } from "./work-parts.tsx";

/** The price that the slip shows, and where it comes from. */
type ShownPrice = {
  readonly kind: "live" | "held" | "changed";
  readonly lines: readonly PriceLine[];
  readonly subtotalBeforeDeadlineCents: number;
  readonly totalCents: number;
  readonly was?: number;
  /** The quote that keeps this price. */
  readonly quote?: HeldQuote;
};

type Quotes = {
  /** The quote that the page came with. */
  readonly given: HeldQuote | null;
  /** What the server keeps of the price on the screen. */
  readonly kept: HeldQuote | null;
  /** What was seen before, without a quote. */
  readonly seen?: SeenTotal | null;
};

type Priced = Pick<ShownPrice, "lines" | "subtotalBeforeDeadlineCents" | "totalCents">;
const pricedOf = ({ lines, subtotalBeforeDeadlineCents, totalCents }: Priced): Priced => ({
  lines,
  subtotalBeforeDeadlineCents,
  totalCents,
});

/** The total that the person saw before this one, if it was another. */
const totalBefore = (
  { given, seen }: Quotes,
  { raw }: CalculatorState,
  totalCents: number,
  changed: Changed | undefined,
): number | null => {
  const before = given?.expired ? given : seen;
  const ended = before && isFor(before, raw) ? before.totalCents : null;
  const was = changed ? (changed.totalCents === totalCents ? changed.previousTotalCents : null) : ended;
  return was === totalCents ? null : was;
};

/** A quote's price while it holds for the same work, else today's; a total that changed names the one before. */
export const shownPrice = (state: CalculatorState, quotes: Quotes, changed: Changed | undefined): ShownPrice | null => {
  const quote = [quotes.given, quotes.kept].find((one) => one && holds(one, state)) ?? undefined;
  const priced = quote ?? state.quote;
  if (!priced) return null;
  const price = { ...pricedOf(priced), ...(quote && { quote }) };
  const was = totalBefore(quotes, state, price.totalCents, changed);
  if (was !== null) return { ...price, kind: "changed", was };
  return { ...price, kind: quote ? "held" : "live" };
};

type OrderFormPriceProps = {
  state: CalculatorState;
  price: ShownPrice | null;
  action: string;
  busy: boolean;
};

/** A kept price that is also today's is shown as the live one: with its corrections and notes. */
const isToday = (state: CalculatorState, { kind, totalCents }: ShownPrice): boolean =>
  kind === "live" || (kind === "held" && state.quote?.totalCents === totalCents);

const Lines = ({ state, price }: Pick<OrderFormPriceProps, "state" | "price">) => {
  if (!price || isToday(state, price)) return <CalculatorLines calculator={state} />;
  return (
    <>
      <BreakdownLines lines={breakdownLines(price)} />
      <BreakdownTotal cents={price.totalCents} {...(price.was !== undefined && { was: price.was })} />
    </>
  );
};

/** The price line by line, with the one button of the form. */
const OrderFormPrice = ({ state, price, action, busy }: OrderFormPriceProps) => {
  const count = state.quote?.wordCount ?? 0;
  return (
    <PriceBreakdown id="slip" aside={count > 0 ? `${figures(count)} words` : undefined}>
      <Lines state={state} price={price} />
      <Button block id="place" className="mt-5" busy={busy}>
        {busy ? "Placing the order" : action}
      </Button>
      {price?.quote && (
        <BreakdownNote mark="stet">
          {`This price is valid until ${formatMoment(new Date(price.quote.validUntil), state.calculation.when.zone)}.`}
        </BreakdownNote>
      )}
      {price && isToday(state, price) && <LaterNote calculator={state} />}
      <PriceToolsFold calculator={state} quoteId={price?.quote?.id} />
    </PriceBreakdown>
  );
};

type Props = { loaded: OrderData; answer: Again | undefined; start: Calculation };

/** The quote that the server made or found for the posted form, else that of the address. */
const givenQuote = ({ loaded, answer, start }: Props) =>
  answer?.quote
    ? heldOf(answer.quote, toRaw(start, new Date(loaded.pricing.now)), answer.values.quoteDeadline)
    : loaded.held;

const actionLabel = (price: ShownPrice | null, answer: Again | undefined): string =>
  price && (price.kind === "changed" || answer?.changed)
    ? `Place the order for ${formatUsd(price.totalCents)}`
    : "Go to payment";

const withLength: readonly string[] = ["non-technical", "technical"];

/** The points that the work is taken by, from the length and the sources that were chosen. */
const suggestedPoints = ({ calculation, answers, quote }: ReturnType<typeof useCalculator>["calculator"]): string => {
  const writing = withLength.includes(calculation.service);
  const count = (name: "pages" | "citedSources") => {
    const typed = readCount(answers[name] ?? "");
    return writing && typed.ok ? typed.value : 0;
  };
  return suggestedChecklist({
    pages: count("pages"),
    wordCount: quote?.wordCount ?? 0,
    citedSources: count("citedSources"),
    files: 0,
  }).join("\n");
};

const seeLines = (count: number): string => (count === 1 ? "See the line" : `See the ${count} lines`);

/** Everything that an order needs, beside the price that it makes. Works as a plain form; scripts make the price live. */
export const OrderForm = ({ loaded, answer, start }: Props) => {
  const { calculator: state, form } = useCalculator(start);
  const [firstKey] = useState(loaded.idempotencyKey);
  const key = answer?.values.idempotencyKey ?? firstKey;
  const { onBlur, onInput, errorOf, errors } = useFormErrors({ form, live: state, checked: loaded.checked, answer });
  const busy = useSent() !== undefined;
  const kept = useDraft(form, {
    person: loaded.person,
    fresh: !answer,
    unsent: answer?.unsent ?? false,
    onServer: loaded.onServer,
  });
  const given = givenQuote({ loaded, answer, start });
  const price = shownPrice(state, { given, kept: useKeptPrice(state, given), seen: loaded.seen }, answer?.changed);
  const action = actionLabel(price, answer);
  const values = { ...loaded.values, ...answer?.values };
  return (
    <>
      <RefusedOrder answer={answer} errors={errors} />
      {answer?.unsent && !busy && <UnsentNotice form={form} kept={kept !== null} />}
      <Form
        ref={form}
        id="order-form"
        method="post"
        className="split-form mt-10"
        noValidate
        onBlur={onBlur}
        onInput={onInput}
      >
        <div>
          <HiddenFields
            fields={{
              service: state.calculation.service,
              serviceType: loaded.item?.slug,
              idempotencyKey: key,
              quoteId: price?.quote?.id,
              quoteDeadline: price?.quote?.deadline,
              confirmTotalCents: price && String(price.totalCents),
            }}
          />
          <WorkParts state={state} errorOf={errorOf} counted={answer?.counted} />
          <BriefParts
            values={values}
            errorOf={errorOf}
            countries={loaded.countries}
            guessedCountry={loaded.guessedCountry}
            laws={loaded.laws}
            texts={loaded.texts}
            suggested={suggestedPoints(state)}
            writing={loaded.writing}
            files={filesOf(loaded, key)}
          />
          <NoScript>
            <button type="submit" name="intent" value="price" className="btn btn-outline">
              Show the price
            </button>
          </NoScript>
        </div>
        <aside className="sticky" aria-label="Price">
          <OrderFormPrice state={state} price={price} action={action} busy={busy} />
          <AskPersonAfter answer={answer} />
          <p className="small muted mt-4">
            <DraftNote kept={kept} person={loaded.person} />
            {!loaded.person && "You sign in before the order is placed. What you typed stays. "}
            You pay on the next page.{loaded.payNote}
          </p>
        </aside>
      </Form>
      {price && (
        <PriceBar cents={price.totalCents} href="#slip" link={seeLines(price.lines.length)} unless="place">
          <Button form="order-form" busy={busy}>
            {answer?.changed ? "Place the order" : "Go to payment"}
          </Button>
        </PriceBar>
      )}
    </>
  );
};
