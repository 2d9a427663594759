import { Link, useActionData, useLoaderData } from "react-router";
import { QuoteRounds } from "#src/modules/orders/index.screens.ts";
import type { AdminOrder, GuidePrice, ShownRound } from "#src/modules/orders/index.server.ts";
import { counted } from "#src/shared/counted.ts";
import { usdString } from "#src/shared/money.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { formatMoment, localOf } from "#src/shared/zone.ts";
import { zoneChoices } from "#src/shared/zone-choices.ts";
import { RepeatSum, sumToRepeat } from "#src/ui/ask-once-more.tsx";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Input, Select, Textarea } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Status } from "#src/ui/status.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { RequestsAsk } from "../../domain/admin-address.ts";
import { customWork, scopeStart, withGuide } from "../../domain/step-form.ts";
import { QuoteLines } from "./quote-lines.tsx";

export type QuoteRefused = RefusedForm & { orderId: string };

type Chosen = Pick<AdminOrder, "order" | "quote" | "shown"> & {
  rounds: readonly ShownRound[];
  quotable: boolean;
  guide: GuidePrice | null;
};

type RequestProps = {
  chosen: Chosen;
  clock: { now: Date; zone: string };
  /** What a first quote starts with, and the nearest deadline. */
  form: { leadHours: number; validHours: number; scope: string };
  /** Whether a first quote begins with the guide price. */
  use: boolean;
  refused: QuoteRefused | undefined;
};

/** What the page loaded, as far as the open request needs it. */
type OpenedData = Pick<RequestProps, "form"> & RequestProps["clock"] & { chosen: Chosen | null; ask: RequestsAsk };

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
const QuoteForm = (props: RequestProps) => {
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
      <div className="grid items-start gap-x-8 gap-y-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
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

/** The order went on while a quote was written: why it was not sent, and the words to copy. */
const NotQuotable = ({ chosen: { order }, refused }: RequestProps) => (
  <>
    {refused?.message && <Notice tone="bad" title={refused.message} live className="mb-5" />}
    {refused?.values.scope && (
      <Field
        name="kept-scope"
        label="The scope that you wrote"
        hint="It was not sent. You can copy it."
        className="mb-5"
      >
        <Textarea readOnly rows={5} defaultValue={refused.values.scope} />
      </Field>
    )}
    <p className="soft">
      This request cannot be quoted now. <Link to={`/admin/orders/${order.id}`}>Open the order</Link>
    </p>
  </>
);

/** The request as the client wrote it, how its price came about, and the form of the next version. */
const RequestPanel = (props: RequestProps) => {
  const { order, shown, quotable, rounds } = props.chosen;
  return (
    <section className="request" aria-labelledby="request">
      <div className="between flex-wrap">
        <h2 className="t3 wrap-anywhere" id="request">
          {order.title}
        </h2>
        <Status shape={shown.shape} tone={shown.tone}>
          {shown.text}
        </Status>
      </div>
      <p className="small muted num wrap-anywhere">
        {[
          order.number,
          order.clientName,
          order.clientEmail,
          order.pages === null ? null : `${order.pages} ${order.pages === 1 ? "page" : "pages"}`,
          order.subject,
          order.deadline && `wanted by ${formatMoment(order.deadline, props.clock.zone, props.clock.now)}`,
        ]
          .filter(Boolean)
          .join(", ")}
      </p>
      <p className="brief-text mt-3">{order.instructions || "No instructions were written."}</p>
      {rounds.length > 0 && (
        <div className="mt-6">
          <h3 className="label mb-2">The price so far</h3>
          <QuoteRounds rounds={rounds} />
        </div>
      )}
      <div className="h-6" />
      {quotable ? <QuoteForm {...props} /> : <NotQuotable {...props} />}
    </section>
  );
};

/** The request that is open. It stays as it was loaded, with what is typed, while the list around it changes. */
export const OpenedRequest = () => {
  const { chosen, now, zone, form, ask } = useLoaderData<OpenedData>();
  const refused = useActionData<QuoteRefused>();
  if (!chosen) return null;
  return (
    <RequestPanel
      key={`${chosen.order.id}-${chosen.order.version}-${ask.use}`}
      chosen={chosen}
      clock={{ now, zone }}
      form={form}
      use={ask.use !== ""}
      refused={refused?.orderId === chosen.order.id ? refused : undefined}
    />
  );
};
