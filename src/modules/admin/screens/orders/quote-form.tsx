import { Link } from "react-router";
import { counted } from "#src/shared/counted.ts";
import { usdString } from "#src/shared/money.ts";
import { localOf } from "#src/shared/zone.ts";
import { zoneChoices } from "#src/shared/zone-choices.ts";
import { RepeatSum, sumToRepeat } from "#src/ui/ask-once-more.tsx";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Input, Select, Textarea } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { customWork, scopeStart, withGuide } from "../../domain/quote-form.ts";
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
const startOf = ({
  chosen: { order, quote, guide },
  clock,
  refused,
  form,
  use,
}: RequestProps): Record<string, string> => {
  const zone = refused?.values.zone ?? order.deadlineZone ?? clock.zone;
  const wish = quote?.deadline ?? order.deadline;
  const at = wish && localOf(wish, zone);
  const lines = quote && quote.lines.length === 0 ? [{ what: customWork, cents: quote.cents }] : (quote?.lines ?? []);
  const priced = use && !quote && !refused ? withGuide({}, guide?.suggested ?? null) : {};
  return {
    ...priced,
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
      <div className="quote-cols">
        <div className="stack [--gap:20px]">
          {!quote && form.scope.trim() === "" && (
            <Notice tone="warn" title="The scope template is empty.">
              <p>
                The client would read no list of what is included.{" "}
                <Link to="/admin/settings?search=scope+of+a+quote">Write the template</Link>, or write it here.
              </p>
            </Notice>
          )}
          <Field name="scope" label="Scope" hint="What the price includes. The client reads it." error={errors?.scope}>
            <Textarea rows={12} maxLength={10_000} defaultValue={start.scope} />
          </Field>
          {start.scopeAsked === "1" && <input type="hidden" name="scopeAsked" value="1" />}
        </div>
        <div className="stack [--gap:20px]">
          <QuoteLines start={start} errors={errors} guide={chosen.guide} zone={clock.zone} />
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
        </div>
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
