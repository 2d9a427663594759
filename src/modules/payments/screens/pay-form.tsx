import { useRef } from "react";
import { Link } from "react-router";
import { formatUsd } from "#src/shared/money.ts";
import { Button, IconButton, LinkButton } from "#src/ui/button.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { useTakeFocus } from "#src/ui/hydrated.ts";
import {
  ChevronDown,
  CreditCard,
  type Drawing,
  ExternalLink,
  Icon,
  Landmark,
  Lock,
  Plus,
  Tag,
  X,
} from "#src/ui/icons.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { AmountList, Methods, RadioList } from "#src/ui/radio-lists.tsx";
import { TrustFacts } from "#src/ui/trust-facts.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { ShownCheckout } from "./shown-checkout.server.ts";

type PromotionProps = {
  /** On the order already. */
  code: { code: string; note: string } | null;
  error: string | undefined;
  typed: string | undefined;
};

/** The form of its own that the field belongs to; it stands beside the form that pays. */
const formId = "promotion";

/** Sent by the field and buttons of `Promotion`, which stand inside the form that pays; stands outside of that one. */
const PromotionForm = () => <Form method="post" id={formId} preventScrollReset hidden />;

type TypedProps = Omit<PromotionProps, "code">;

/** Closed until somebody has a code. A refused one is said at the field alone, which takes the focus. */
const TypedCode = ({ error, typed }: TypedProps) => {
  const busy = useSent()?.get("intent") === "code";
  const field = useRef<HTMLInputElement>(null);
  useTakeFocus(error && `${typed}: ${error}`, () => field.current?.focus());
  return (
    <details className="group border-y border-rule-strong" open={Boolean(error || typed)}>
      <summary className="flex min-h-14 items-center gap-2.5 text-pen">
        <Icon of={Plus} />
        Add a promotion code
        <Icon of={ChevronDown} className="ml-auto [transition:rotate_var(--duration-base)] group-open:rotate-180" />
      </summary>
      <Field name="code" label="Promotion code" error={error} className="pb-5">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
          <Input
            ref={field}
            form={formId}
            defaultValue={typed}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus={Boolean(error)}
          />
          <Button variant="outline" form={formId} name="intent" value="code" busy={busy}>
            {busy ? "Checking" : "Use this code"}
          </Button>
        </div>
      </Field>
    </details>
  );
};

/** A promotion code before the payment: a field, or the code that is on the order and a button that takes it off. */
const Promotion = ({ code, error, typed }: PromotionProps) =>
  code ? (
    <section aria-labelledby="promotion-title">
      <h2 className="t2 mb-4" id="promotion-title">
        Promotion code
      </h2>
      <div className="grid min-h-14 grid-cols-[22px_minmax(0,1fr)_auto] items-center gap-3 rounded-sm border border-pen bg-pen-tint py-1 pr-1 pl-4 text-pen">
        <Icon of={Tag} className="size-5" />
        <div>
          <b className="font-semibold wrap-anywhere">{code.code}</b>
          <small className="block text-sm/5 text-ink-2">{code.note}</small>
        </div>
        <IconButton
          type="submit"
          form={formId}
          name="intent"
          value="remove-code"
          className="text-inherit"
          icon={X}
          label={`Remove the code ${code.code}`}
        />
      </div>
    </section>
  ) : (
    <TypedCode error={error} typed={typed} />
  );

type Props = {
  shown: ShownCheckout;
  errors: Readonly<Record<string, string>>;
  chosen: string | undefined;
  typed?: string | undefined;
};

/** Nothing is configured: the work is ordered, and a person says how to pay. */
const Arranged = ({ order }: Pick<ShownCheckout, "order">) => (
  <Notice
    title="Payment is arranged with support."
    actions={<LinkButton to={`/contact?order=${order.number}`}>Write to support</LinkButton>}
  >
    We keep your order. Write its number, {order.number}, to support, and support explains how to pay. The work starts
    when the payment is confirmed.
  </Notice>
);

const drawings: Readonly<Record<string, Drawing>> = { stripe: CreditCard, transfer: Landmark };

const Choice = ({ shown, errors, chosen }: Props) => (
  <FieldGroup name="method" label={<span className="vh">Payment method</span>} error={errors.method}>
    <Methods
      defaultValue={chosen ?? shown.methods[0]?.key}
      choices={shown.methods.map(({ key, name, note }) => ({
        value: key,
        label: name,
        note,
        icon: <Icon of={drawings[key] ?? ExternalLink} />,
      }))}
    />
  </FieldGroup>
);

const Accept = () => (
  <p className="small muted mt-3 not-by-transfer">
    By paying you accept the <Link to="/terms">terms of service</Link>. We do not see or keep your card number.
  </p>
);

type Parts = NonNullable<Extract<ShownCheckout["stage"], { kind: "pay" }>["parts"]>;

/** Two payments without a fee, where the price is large enough for them. */
const HowMuch = ({ cents, parts, chosen }: { cents: number; parts: Parts; chosen: string | undefined }) => (
  <FieldGroup name="parts" label={<span className="t2 mb-2 block">How much now?</span>}>
    <AmountList
      defaultValue={chosen ?? (parts.chosen ? "two" : "all")}
      choices={[
        { value: "all", label: "Everything now", note: "One payment", amount: formatUsd(cents) },
        {
          value: "two",
          label: `${parts.percent}% now, the rest on delivery`,
          note: `Then ${formatUsd(parts.restCents)}. The final file opens when it is paid. No fee.`,
          amount: formatUsd(parts.firstCents),
        },
      ]}
    />
  </FieldGroup>
);

/** The button does not pay by transfer: the next page says what to type at the bank. */
const PayVerb = ({ cents, parts, intent }: Pick<PayProps, "cents" | "parts" | "intent">) => {
  const all = intent === "pay" ? `Pay ${formatUsd(cents)}` : `Pay the new total, ${formatUsd(cents)}`;
  return (
    <>
      <span className="by-transfer">Show the transfer details</span>
      <span className="not-by-transfer">
        {parts ? (
          <>
            <span className="at-once">{all}</span>
            <span className="in-two">{`Pay ${formatUsd(parts.firstCents)} now`}</span>
          </>
        ) : (
          all
        )}
      </span>
    </>
  );
};

type PayProps = Props & {
  cents: number;
  parts?: Parts | null;
  chosenParts?: string | undefined;
  intent: "pay" | "confirm";
};

/** What to pay now, how, and one button with the amount on it. `intent` says whether the total was seen before. */
export const PayForm = ({ cents, intent, parts = null, chosenParts, ...props }: PayProps) => {
  const sent = useSent();
  const busy = sent?.get("intent") === "pay" || sent?.get("intent") === "confirm";
  const opening = sent?.get("method") === "transfer" ? "Opening the transfer details" : "Opening the payment page";
  const { code, withCode, stage, promises, transferUntil } = props.shown;
  if (props.shown.methods.length === 0) return <Arranged order={props.shown.order} />;
  return (
    <>
      <Form method="post" className="stack no-print [--gap:40px]" aria-labelledby="pay-title">
        {parts && <HowMuch cents={cents} parts={parts} chosen={chosenParts} />}
        <div>
          <h2 className="t2 mb-4" id="pay-title">
            How would you like to pay?
          </h2>
          <input type="hidden" name="intent" value={intent} />
          <input type="hidden" name="seenCents" value={cents} />
          {stage.kind === "changed" && <input type="hidden" name="priceCents" value={stage.cents} />}
          <Choice {...props} />
        </div>
        {withCode && <Promotion code={code} error={props.errors.code} typed={props.typed} />}
        <div>
          <Button block icon={Lock} busy={busy}>
            {busy ? opening : <PayVerb cents={cents} parts={parts} intent={intent} />}
          </Button>
          <p className="small muted mt-3 by-transfer">
            You pay later, from your bank.
            {transferUntil && ` We keep this price for the transfer until ${transferUntil}.`}
          </p>
          <TrustFacts className="mt-4" facts={promises} />
          <Accept />
        </div>
      </Form>
      {withCode && <PromotionForm />}
    </>
  );
};

/** A code took off all of the price: the order is confirmed, and no payment company is asked. */
export const FreeForm = ({ shown, errors }: Pick<Props, "shown" | "errors">) => {
  const busy = useSent()?.get("intent") === "free";
  const { code, stage } = shown;
  return (
    <>
      <Form method="post" className="stack no-print [--gap:40px]">
        <Notice title="There is nothing to pay.">
          Your code takes off all of the price. Confirm the order, and we choose a writer.
        </Notice>
        <Promotion code={code} error={errors.code} typed={undefined} />
        <div>
          {stage.kind === "changed" && <input type="hidden" name="priceCents" value={stage.cents} />}
          <Button block name="intent" value="free" busy={busy}>
            {busy ? "Confirming" : "Confirm the order"}
          </Button>
          <p className="small muted mt-3">
            By confirming you accept the <Link to="/terms">terms of service</Link>.
          </p>
        </div>
      </Form>
      <PromotionForm />
    </>
  );
};

type Later = Extract<ShownCheckout["stage"], { kind: "too-near" }>["later"];

/** The deadline is too close now: a later one, each with its price. Nothing is charged by this form. */
export const LaterForm = ({ later, errors }: { later: Later; errors: Props["errors"] }) => (
  <Form method="post" className="no-print">
    <input type="hidden" name="intent" value="later" />
    <FieldGroup name="later" label="Choose a later deadline" error={errors.later}>
      <RadioList
        defaultValue={later[0]?.value}
        choices={later.map(({ value, label, when, payCents }) => ({
          value,
          label: `${when}, ${formatUsd(payCents)}`,
          note: label,
        }))}
      />
    </FieldGroup>
    <Button className="mt-6">Take this deadline</Button>
  </Form>
);
