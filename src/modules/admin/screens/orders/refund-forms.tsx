import { type ReactNode, useState } from "react";
import { paidLeft, type ShownForm } from "#src/modules/orders/index.ts";
import { type MoneyOutcome, outcomeOf } from "#src/modules/payments/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { readAmount } from "#src/shared/typed-values.ts";
import { sumToRepeat } from "#src/ui/ask-once-more.tsx";
import { cx } from "#src/ui/class-names.ts";
import { FieldError, fieldId } from "#src/ui/field.tsx";
import "#src/ui/styles/pages/admin-dispute.css";
import { refundText } from "../../domain/sums-of-step.ts";
import type { Cause, OrderPageData } from "./order.server.ts";
import { Fields, type StepProps } from "./order-fields.tsx";
import { refusedIn, StepForm } from "./step-form.tsx";

const unknown = "not known yet";

const less = (cents: number): string => {
  if (cents === 0) return "loses nothing";
  return cents > 0 ? `loses ${formatUsd(cents)}` : `gets ${formatUsd(-cents)} more`;
};

type PartProps = { who: string; sum: ReactNode; why: string; inRow?: boolean };

/** A sum of a party, with what it means for it. */
export const Part = ({ who, sum, why, inRow }: PartProps) => (
  <div
    className={cx("num grid-cols-[1fr_auto] gap-x-3 border-t border-rule-strong py-2", inRow ? "max-sm:grid" : "grid")}
  >
    <dt className={inRow ? "text-(length:--text-sm) text-ink-2" : undefined}>{who}</dt>
    <dd
      className={cx("font-semibold", inRow ? "max-sm:text-right" : "text-right")}
      translate={typeof sum === "string" && /^−?\$[\d.,]+$/.test(sum) ? "no" : undefined}
    >
      {sum}
    </dd>
    {why && <dd className="col-span-full text-sm leading-5 text-ink-2">{why}</dd>}
  </div>
);

type Props = {
  /** Null while something is missing that decides it; `missing` says what. */
  outcome: MoneyOutcome | null;
  missing?: string;
  /** What the client has besides the money. */
  keeps: string;
  /** Instead of what the writer loses, where there is nothing to lose. */
  writerWhy?: string | undefined;
  inRow?: boolean;
};

/** What client, writer and operator have and lose after a step. */
export const RefundSplit = ({ outcome, missing = "", keeps, writerWhy, inRow = false }: Props) => (
  <dl className={cx("mt-auto", inRow && "grid grid-cols-3 gap-x-5 max-sm:grid-cols-[minmax(0,1fr)]")}>
    <Part
      inRow={inRow}
      who="Client"
      sum={outcome ? `${formatUsd(outcome.back)} back` : unknown}
      why={outcome ? `pays ${formatUsd(outcome.paid)}, ${keeps}` : missing}
    />
    <Part
      inRow={inRow}
      who="Writer"
      sum={outcome ? formatUsd(outcome.writer) : unknown}
      why={outcome ? (writerWhy ?? less(outcome.writerLess)) : missing}
    />
    <Part
      inRow={inRow}
      who="Operator"
      sum={outcome ? formatUsd(outcome.operator) : unknown}
      why={outcome ? less(outcome.operatorLess) : missing}
    />
  </dl>
);

type ChoiceProps<V extends string> = {
  name: string;
  value: V;
  title: string;
  text?: string | undefined;
  chosen: string;
  onChoose: (value: V) => void;
  id?: string | undefined;
  children: ReactNode;
};

/** A radio before its words. */
export const radioChoice = "grid grid-cols-[auto_minmax(0,1fr)] gap-2.5";
export const radioClasses = "mt-[5px] size-4.5 accent-pen";
export const chosenClasses = "border-pen bg-pen-tint [box-shadow:inset_0_3px_0_var(--color-pen)]";

/** One of several ways, with what it leaves; nothing is chosen before somebody chooses. */
export const MoneyChoice = <V extends string>({
  name,
  value,
  title,
  text,
  chosen,
  onChoose,
  id,
  children,
}: ChoiceProps<V>) => (
  <div
    className={cx("flex flex-col gap-3 rounded-sm border p-4", chosen === value ? chosenClasses : "border-rule-strong")}
  >
    <label className={`${radioChoice} min-h-11 cursor-pointer items-start`}>
      <input
        type="radio"
        id={id}
        name={name}
        value={value}
        checked={chosen === value}
        onChange={() => onChoose(value)}
        className={radioClasses}
        required
      />
      <span>
        <b className="t3">{title}</b>
        {text && <span className="small soft block">{text}</span>}
      </span>
    </label>
    {children}
  </div>
);

type SumProps = {
  id: string;
  name: string;
  mostCents: number;
  value: string;
  onValue: (text: string) => void;
  /** What an empty field means, in grey. */
  empty?: string;
  /** What the field is, where no visible label says it. */
  label?: string;
};

/** An amount of at most so much, which stands at the end of the field. */
export const SumField = ({ id, name, mostCents, value, onValue, empty, label }: SumProps) => (
  <div className="num grid min-h-11 grid-cols-[auto_1fr_auto] items-center gap-2 rounded-sm border border-edge bg-sheet px-3.5 text-ink-3 focus-within:border-pen focus-within:[box-shadow:0_0_0_1px_var(--color-pen)]">
    <span aria-hidden="true">$</span>
    <input
      id={id}
      className="h-10.5 w-full min-w-0 border-0 bg-transparent font-semibold text-pen outline-none"
      name={name}
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      placeholder={empty}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
    <span className="text-(length:--text-sm)">{`of ${formatUsd(mostCents)}`}</span>
  </div>
);

/** A typed amount of at most so much: its cents, or null and what is wrong with it. */
export const sumIn = (text: string, mostCents: number): { cents: number | null; wrong?: string } => {
  const read = readAmount(text);
  if (!read.ok) return { cents: null, wrong: read.message };
  if (read.value <= mostCents) return { cents: read.value };
  return { cents: null, wrong: `Write an amount of at most ${formatUsd(mostCents)}.` };
};

type CancelProps = StepProps & { form: ShownForm; actions: (button: ReactNode) => ReactNode };

export const refundLabel = (cents: number, ofCents: number): string =>
  cents > 0 ? refundText(cents, ofCents) : "Cancel, nothing goes back";

const typedIn = ({ refused }: StepProps, step: string, name: string): string =>
  refusedIn(refused, step)?.values[name] ?? "";
const errorIn = ({ refused }: StepProps, step: string, name: string): string | undefined =>
  refusedIn(refused, step)?.errors[`${step}.${name}`];

export const BackBy = ({ money: { back } }: Pick<OrderPageData, "money">) =>
  back && <p className="small muted">{`The money goes back by ${back.method.toLowerCase()}. ${back.arrival ?? ""}`}</p>;

const causes = [
  { cause: "client", title: "The client changed their mind" },
  { cause: "writer", title: "The writer cannot finish it" },
  { cause: "operator", title: "We cannot do it" },
] as const satisfies readonly { cause: Cause; title: string }[];

const sameMoney = (one: MoneyOutcome, other: MoneyOutcome): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Cancelling: each cause with what it leaves client, writer and operator; the button carries the amount. */
export const CancelForm = ({ form, actions, ...props }: CancelProps) => {
  const { previews, order, books, money } = props.shown;
  const [chosen, choose] = useState(typedIn(props, form.action, "cause"));
  const paid = previews && order.confirmedAt !== null;
  const outcomes = causes.flatMap(({ cause, title }) => {
    const seen = paid ? previews[cause].admin : null;
    return seen ? [{ cause, title, rule: seen.rule, seen: outcomeOf([seen.money], books, false) }] : [];
  });
  const [first] = outcomes;
  // Nobody has started: whose doing it is changes no sum, so it is not asked.
  const alike = first !== undefined && outcomes.every(({ seen }) => sameMoney(seen, first.seen));
  const picked = alike ? first : outcomes.find(({ cause }) => cause === chosen);
  const label = picked ? refundLabel(picked.seen.back, paidLeft(order)) : form.send;
  const repeated = picked && picked.seen.back > 0 && !sumToRepeat(refusedIn(props.refused, form.action));
  const unstarted = order.status === "assigned" ? "has not started" : undefined;
  const why = order.writerId === null ? "nobody is chosen yet" : unstarted;
  return (
    <StepForm {...props} step={form.action} label={label} busyLabel="Cancelling" variant="danger" actions={actions}>
      {repeated && <input type="hidden" name={`${form.action}.repeat`} value={label} />}
      {!paid && <p className="soft">Nothing is paid, so nothing goes back.</p>}
      {alike && (
        <>
          <p className="soft">{first.rule}</p>
          <input type="hidden" name={`${form.action}.cause`} value={first.cause} />
          <RefundSplit outcome={first.seen} keeps="gets no text" writerWhy={why} inRow />
        </>
      )}
      {!alike && outcomes.length > 0 && (
        <fieldset className="grid gap-3" aria-describedby={`${fieldId("cancel.cause")}-error`}>
          <legend className="label mb-3">Who caused the cancellation?</legend>
          {outcomes.map(({ cause, title, rule, seen }, at) => (
            <MoneyChoice
              key={cause}
              id={at === 0 ? fieldId("cancel.cause") : undefined}
              name="cancel.cause"
              value={cause}
              title={title}
              text={rule}
              chosen={chosen}
              onChoose={choose}
            >
              <RefundSplit outcome={seen} keeps="gets no finished text" writerWhy={why} inRow />
            </MoneyChoice>
          ))}
          <FieldError id={fieldId("cancel.cause")}>{errorIn(props, form.action, "cause")}</FieldError>
        </fieldset>
      )}
      {outcomes.map(({ cause }) => (
        <input
          key={cause}
          type="hidden"
          name={`${form.action}.seen-${cause}`}
          value={previews?.[cause].refundCents ?? 0}
        />
      ))}
      <Fields {...props} step={form.action} fields={form.fields} />
      {paid && <BackBy money={money} />}
    </StepForm>
  );
};
