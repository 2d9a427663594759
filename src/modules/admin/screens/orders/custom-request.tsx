import { Link, useActionData, useLoaderData } from "react-router";
import { QuoteRounds } from "#src/modules/orders/index.screens.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Field } from "#src/ui/field.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Status } from "#src/ui/status.tsx";
import { QuoteForm } from "./quote-form.tsx";
import type { OpenedData, QuoteRefused, RequestProps } from "./request-props.ts";

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
      <div className="between">
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
