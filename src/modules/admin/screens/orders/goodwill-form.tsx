import { type ReactNode, useState } from "react";
import { givenBack, paidLeft, type ShownForm } from "#src/modules/orders/index.ts";
import { type MoneyOutcome, outcomeOf } from "#src/modules/payments/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { sumToRepeat } from "#src/ui/ask-once-more.tsx";
import { cx } from "#src/ui/class-names.ts";
import { FieldError, fieldId } from "#src/ui/field.tsx";
import "#src/ui/styles/pages/admin-dispute.css";
import { Fields, type StepProps } from "./order-fields.tsx";
import { BackBy, radioChoice, refundLabel, SumField, sumIn } from "./refund-forms.tsx";
import { refusedIn, StepForm } from "./step-form.tsx";

type Props = StepProps & { form: ShownForm; actions: (button: ReactNode) => ReactNode };

const bearers = ["client", "writer", "operator"] as const;
type Bearer = (typeof bearers)[number];

/** Who pays, what each pays of the amount, and why one of them cannot pay so much. */
type Payer = { bearer: Bearer; title: string; text: string; cannot: boolean };

const payersOf = (
  writer: string,
  now: MoneyOutcome,
  outcomes: Readonly<Record<Bearer, MoneyOutcome>> | null,
  cents: number,
): readonly Payer[] => {
  const both = outcomes?.client;
  const one = (bearer: "writer" | "operator", title: string, has: number, pays: number | undefined): Payer => {
    const cannot = pays !== undefined && pays < cents;
    if (pays === undefined || cannot)
      return {
        bearer,
        title,
        text: `at most ${formatUsd(has)}${cannot ? `, so not ${formatUsd(cents)}` : ""}`,
        cannot,
      };
    const text =
      pays > has
        ? `${formatUsd(has)} of this order and ${formatUsd(pays - has)} of our own`
        : `${formatUsd(pays)} of ${formatUsd(has)}`;
    return { bearer, title, text, cannot };
  };
  return [
    {
      bearer: "client",
      title: "Both, by share",
      text: both
        ? `${writer} ${formatUsd(both.writerLess)}, we ${formatUsd(both.operatorLess)}`
        : "each as the price is shared",
      cannot: false,
    },
    one("writer", writer, now.writer, outcomes?.writer.writerLess),
    one("operator", "We", Math.max(0, now.operator), outcomes?.operator.operatorLess),
  ];
};

const Line = ({
  mark,
  who,
  cents,
  was,
  why,
}: {
  mark: string;
  who: string;
  cents: number;
  was: number;
  why?: string;
}) => (
  <div className="num grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-rule py-[9px] first:border-t-0">
    <dt>
      <span className={cx("mr-2.5 inline-block size-3 rounded-xs", mark)} aria-hidden="true" />
      {who}
    </dt>
    <dd className="text-right font-semibold" translate="no">
      {was !== cents && (
        <s className="was mr-2 font-normal">
          <span className="vh">before </span>
          {formatUsd(was)}
        </s>
      )}{" "}
      {formatUsd(cents)}
    </dd>
    {why && <dd className="col-span-full text-(length:--text-sm) text-ink-3">{why}</dd>}
  </div>
);

/** How the price is divided now and after the refund; what changes strikes what it was. */
const Split = ({ now, next, writer }: { now: MoneyOutcome; next: MoneyOutcome | null; writer: string }) => {
  const { back, writer: left, operator } = next ?? now;
  const all = back + left + operator;
  const part = (cents: number) => Math.max(0, cents);
  return (
    <section
      className="rounded-md border border-pen-line bg-slip px-5 pt-4 pb-4.5"
      aria-label="How the money is split"
      aria-live="polite"
    >
      <h3 className="t3">{`How the ${formatUsd(all)} is split`}</h3>
      <svg
        className="mt-3 mb-1.5 h-5 w-full rounded-xs border border-edge bg-sheet"
        viewBox={`0 0 ${Math.max(1, all)} 20`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect className="fill-chart-1" width={part(back)} height="20" />
        <rect className="fill-chart-2" x={part(back)} width={part(left)} height="20" />
        <rect className="fill-rule-strong" x={part(back) + part(left)} width={part(operator)} height="20" />
      </svg>
      <dl>
        <Line
          mark="bg-chart-1"
          who="Back to the client"
          cents={back}
          was={back}
          {...(!next && { why: "write an amount, and say who pays it" })}
        />
        <Line mark="bg-chart-2" who={writer} cents={left} was={now.writer} />
        <Line mark="bg-rule-strong" who="We" cents={operator} was={now.operator} />
      </dl>
      <p className="between border-t border-rule-strong pt-2.5 font-semibold">
        <span>In total</span>
        <b
          className="font-serif text-[1.5rem] leading-7 font-[460] normal-nums [border-bottom:4px_double_var(--color-ink)]"
          translate="no"
        >
          {formatUsd(all)}
        </b>
      </p>
    </section>
  );
};

/** Money back for delivered or finished work: an amount, who pays it, the reason, and one split that follows each key. */
export const GoodwillForm = ({ form, actions, ...props }: Props) => {
  const { order, books, money } = props.shown;
  const mine = refusedIn(props.refused, form.action);
  const [amount, setAmount] = useState(mine?.values.refundCents ?? "");
  const [chosen, choose] = useState(mine?.values.bearer ?? "");
  const mostCents = paidLeft(order);
  const typed = amount === "" ? { cents: null } : sumIn(amount, mostCents);
  const cents = typed.cents || null;
  const released = order.releasedAt !== null;
  const now = outcomeOf([], books, released);
  const after = (bearer: Bearer) => outcomeOf([givenBack(cents ?? 0, bearer)], books, released);
  const outcomes =
    cents === null ? null : { client: after("client"), writer: after("writer"), operator: after("operator") };
  const writer = order.writerName ?? "The writer";
  const payers = payersOf(writer, now, outcomes, cents ?? 0);
  const payer = payers.find(({ bearer, cannot }) => bearer === chosen && !cannot);
  const label = cents === null ? form.send : refundLabel(cents, mostCents);
  return (
    <StepForm {...props} step={form.action} label={label} busyLabel={form.busy ?? "Sending"} actions={actions}>
      {cents !== null && !sumToRepeat(mine) && <input type="hidden" name="give-back.repeat" value={label} />}
      <div className="gw grid grid-cols-[minmax(0,1fr)_20.5rem] items-start gap-6 max-md:grid-cols-[minmax(0,1fr)] max-md:gap-4">
        <div className="grid gap-4 [&_.textarea]:min-h-16">
          <div className="field">
            <label className="label" htmlFor={fieldId("give-back.refundCents")}>
              Amount back, in US dollars
            </label>
            <SumField
              id={fieldId("give-back.refundCents")}
              name="give-back.refundCents"
              mostCents={mostCents}
              value={amount}
              onValue={setAmount}
            />
            <FieldError id={fieldId("give-back.refundCents")}>
              {mine?.errors["give-back.refundCents"] ?? typed.wrong}
            </FieldError>
          </div>
          <fieldset>
            <legend className="label mb-1">Who pays it?</legend>
            {payers.map(({ bearer, title, text, cannot }, at) => (
              <label
                key={bearer}
                className={cx(
                  `${radioChoice} min-h-12 items-center border border-rule-strong px-3 py-[3px] leading-5 not-first-of-type:border-t-0`,
                  payer?.bearer === bearer && "bg-pen-tint [box-shadow:inset_3px_0_0_var(--color-pen)]",
                  cannot ? "cursor-not-allowed text-ink-3" : "cursor-pointer",
                )}
              >
                <input
                  type="radio"
                  id={at === 0 ? fieldId("give-back.bearer") : undefined}
                  name="give-back.bearer"
                  value={bearer}
                  checked={payer?.bearer === bearer}
                  disabled={cannot}
                  onChange={() => choose(bearer)}
                  className="m-0 size-4.5 accent-pen"
                />
                <span>
                  <b>{title}</b>
                  <span className="small soft block">{text}</span>
                </span>
              </label>
            ))}
            <FieldError id={fieldId("give-back.bearer")}>{mine?.errors["give-back.bearer"]}</FieldError>
          </fieldset>
          <Fields {...props} step={form.action} fields={form.fields} />
        </div>
        <div>
          <Split now={now} next={payer && outcomes ? outcomes[payer.bearer] : null} writer={writer} />
          <div className="mt-3">
            <BackBy money={money} />
          </div>
        </div>
      </div>
    </StepForm>
  );
};
