import { counted } from "#src/shared/counted.ts";
import { usdString } from "#src/shared/money.ts";
import { localOf } from "#src/shared/zone.ts";
import { zoneChoices } from "#src/shared/zone-choices.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Input, Select, Textarea } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { RepeatSum, sumToRepeat } from "#src/ui/repeat-sum.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { scopeStart } from "../../domain/quote-form.ts";
import { GuidePrice } from "./guide-price.tsx";
import { QuoteLines } from "./quote-lines.tsx";
import type { RequestProps } from "./request-props.ts";

const fixedLabels = {
  scope: "Scope",
  deadlineDate: "Date",
  deadlineTime: "Time",
  zone: "Time zone",
  validHours: "Valid for",
};

const labelsFor = (errors: Readonly<Record<string, string>> | undefined): Record<string, string> => ({
  ...fixedLabels,
  ...Object.fromEntries(
    Object.keys(errors ?? {}).flatMap((name) => {
      const [, kind, at] = /^(what|amount)-(\d+)$/.exec(name) ?? [];
      return kind ? [[name, `${kind === "what" ? "Part" : "Amount"} ${Number(at) + 1}`]] : [];
    }),
  ),
});

/** What the form starts with: what was typed, the last version, or the client's wish and the operator's text. */
const startOf = ({ chosen: { order, quote }, clock, refused, form }: RequestProps): Record<string, string> => {
  const zone = refused?.values.zone ?? order.deadlineZone ?? clock.zone;
  const wish = quote?.deadline ?? order.deadline;
  const at = wish && localOf(wish, zone);
  const lines =
    quote && quote.lines.length === 0 ? [{ what: "Custom work", cents: quote.cents }] : (quote?.lines ?? []);
  return {
    ...(refused
      ? {}
      : Object.fromEntries(
          lines.flatMap(({ what, cents }, part) => [
            [`what-${part}`, what],
            [`amount-${part}`, usdString(cents)],
          ]),
        )),
    scope: quote?.scope ?? scopeStart(form.scope, order),
    deadlineDate: at?.date ?? "",
    deadlineTime: at?.time ?? "",
    zone,
    validHours: String(form.validHours),
    ...refused?.values,
  };
};

/** The next version of a quote: parts of the price, scope, deadline, and how long it stands. */
export const QuoteForm = (props: RequestProps) => {
  const { chosen, clock, refused, form } = props;
  const { order, quote } = chosen;
  const sent = useSent();
  const busy = sent?.get("orderId") === order.id && sent.get("intent") !== "more";
  const start = startOf(props);
  const errors = refused?.errors;
  const zones = zoneChoices(useHydrated(), start.zone ?? "UTC");
  return (
    <Form
      method="post"
      action={`/admin/custom-orders?order=${order.id}`}
      className="stack [--gap:20px]"
      preventScrollReset
    >
      <input type="hidden" name="orderId" value={order.id} />
      <input type="hidden" name="seenVersion" value={order.version} />
      {/* Return sends the quote, not one more part. */}
      <button type="submit" hidden />
      <ErrorSummary errors={errors} labels={labelsFor(errors)} message={refused?.message} />
      {quote && order.status === "quoted" && (
        <Notice tone="info" title="A new version replaces the one that waits.">
          <p>The client then sees the new price and what is different, and can accept that version only.</p>
        </Notice>
      )}
      {chosen.guide && <GuidePrice guide={chosen.guide} zone={clock.zone} />}
      <QuoteLines start={start} errors={errors} />
      <Field name="scope" label="Scope" hint="What the price includes. The client reads it." error={errors?.scope}>
        <Textarea rows={8} maxLength={10_000} defaultValue={start.scope} />
      </Field>
      <fieldset>
        <legend className="label">Deadline</legend>
        <p className="small muted mb-3">{`At least ${counted(form.leadHours, "hour")} from now. It starts with the client's wish.`}</p>
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <Field name="deadlineDate" label="Date" error={errors?.deadlineDate}>
            <Input type="date" defaultValue={start.deadlineDate} />
          </Field>
          <Field name="deadlineTime" label="Time" error={errors?.deadlineTime}>
            <Input type="time" defaultValue={start.deadlineTime} />
          </Field>
          <Field name="zone" label="Time zone" error={errors?.zone} className="sm:col-span-2">
            <Select choices={zones} defaultValue={start.zone} />
          </Field>
        </div>
      </fieldset>
      <div className="max-w-60">
        <Field name="validHours" label="Valid for, in hours" error={errors?.validHours}>
          <Input inputMode="numeric" autoComplete="off" maxLength={10} defaultValue={start.validHours} />
        </Field>
      </div>
      <RepeatSum text={sumToRepeat(refused)} />
      <div className="row [--gap:16px]">
        <Button busy={busy}>{busy ? "Sending" : quote ? "Send the new version" : "Send the quote"}</Button>
        <LinkButton variant="quiet" to={`/admin/orders/${order.id}`}>
          Open the order, or cancel it
        </LinkButton>
      </div>
    </Form>
  );
};
