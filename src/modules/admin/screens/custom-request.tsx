import { Form, Link, useNavigation } from "react-router";
import type { AdminOrder } from "#src/modules/orders/index.server.ts";
import { zoneChoices } from "#src/modules/pricing/index.screens.ts";
import { usdString } from "#src/shared/money.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { formatMoment, localOf } from "#src/shared/zone.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Input, Select, Textarea } from "#src/ui/inputs.tsx";
import { Money } from "#src/ui/money.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { TermList } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";

export type QuoteRefused = RefusedForm & { orderId: string };

type Chosen = Pick<AdminOrder, "order" | "quote" | "shown"> & { quotable: boolean };
type Clock = { now: Date; zone: string };
type Props = { chosen: Chosen; clock: Clock; leadHours: number; refused: QuoteRefused | undefined };

const labels = {
  price: "Price",
  scope: "Scope",
  deadlineDate: "Date",
  deadlineTime: "Time",
  zone: "Time zone",
};

/** What the form starts with: what was typed, the last quote, or the client's wish. */
const startOf = ({ chosen: { order, quote }, clock, refused }: Props): Record<string, string> => {
  const zone = refused?.values.zone ?? order.deadlineZone ?? clock.zone;
  const wish = quote?.deadline ?? order.deadline;
  const at = wish && localOf(wish, zone);
  return {
    price: quote ? usdString(quote.cents) : "",
    scope: quote?.scope ?? "",
    deadlineDate: at?.date ?? "",
    deadlineTime: at?.time ?? "",
    zone,
    ...refused?.values,
  };
};

const QuoteForm = (props: Props) => {
  const { chosen, leadHours, refused } = props;
  const { order, quote } = chosen;
  const busy = useNavigation().formData?.get("orderId") === order.id;
  const start = startOf(props);
  const errors = refused?.errors;
  const zones = zoneChoices(useHydrated(), start.zone ?? "UTC");
  return (
    <Form method="post" className="stack [--gap:20px]" preventScrollReset>
      <input type="hidden" name="orderId" value={order.id} />
      <input type="hidden" name="seenVersion" value={order.version} />
      <ErrorSummary errors={errors} labels={labels} message={refused?.message} />
      {quote && order.status === "quoted" && (
        <Notice tone="info" title="A new quote takes the place of the one that waits.">
          <p>The client then sees the new price only.</p>
        </Notice>
      )}
      <div className="max-w-60">
        <Field name="price" label="Price in US dollars" error={errors?.price}>
          <Input inputMode="decimal" autoComplete="off" maxLength={20} defaultValue={start.price} />
        </Field>
      </div>
      <Field name="scope" label="Scope" hint="What the price includes. The client reads it." error={errors?.scope}>
        <Textarea rows={5} maxLength={10_000} defaultValue={start.scope} />
      </Field>
      <fieldset>
        <legend className="label">Deadline</legend>
        <p className="small muted mb-3">{`At least ${leadHours} hours from now. It starts with what the client wished for.`}</p>
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
      <div className="row [--gap:16px]">
        <Button busy={busy}>{busy ? "Sending" : quote ? "Send the new quote" : "Send the quote"}</Button>
        <LinkButton variant="quiet" to={`/admin/orders/${order.id}`}>
          Open the order, or cancel it
        </LinkButton>
      </div>
    </Form>
  );
};

const LastQuote = ({ chosen: { order, quote }, clock }: Props) =>
  quote && (
    <div className="mt-5">
      <h3 className="label mb-1">{`Quote ${quote.version}${order.quoteEnded ? ", ended" : ""}`}</h3>
      <TermList
        small
        terms={[
          { key: "price", term: "Price", value: <Money cents={quote.cents} /> },
          { key: "scope", term: "Scope", value: <span className="brief-text">{quote.scope}</span> },
          { key: "deadline", term: "Deadline", value: formatMoment(quote.deadline, clock.zone) },
          ...(quote.validUntil
            ? [{ key: "until", term: "Stands until", value: formatMoment(quote.validUntil, clock.zone) }]
            : []),
        ]}
      />
    </div>
  );

/** The request as the client wrote it, what was quoted, and the form of the next quote. */
export const RequestPanel = (props: Props) => {
  const { order, shown, quotable } = props.chosen;
  return (
    <section className="panel min-w-0" aria-labelledby="request">
      <div className="panel-head">
        <h2 className="t3 wrap-anywhere" id="request">
          {order.title}
        </h2>
        <Status shape={shown.shape} tone={shown.tone}>
          {shown.text}
        </Status>
      </div>
      <div className="px-5 pb-6">
        <p className="small muted num wrap-anywhere">
          {[
            order.number,
            order.clientName,
            order.clientEmail,
            order.pages === null ? null : `${order.pages} ${order.pages === 1 ? "page" : "pages"}`,
            order.subject,
            order.deadline && `wanted by ${formatMoment(order.deadline, props.clock.zone)}`,
          ]
            .filter(Boolean)
            .join(", ")}
        </p>
        <p className="brief-text mt-3">{order.instructions || "No instructions were written."}</p>
        <LastQuote {...props} />
        <div className="h-6" />
        {quotable ? (
          <QuoteForm {...props} />
        ) : (
          <p className="soft">
            This request cannot be quoted now. <Link to={`/admin/orders/${order.id}`}>Open the order</Link>
          </p>
        )}
      </div>
    </section>
  );
};
