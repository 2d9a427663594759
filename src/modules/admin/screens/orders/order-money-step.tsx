import { type ReactNode, useState } from "react";
import { paidLeft, type ShownForm } from "#src/modules/orders/index.ts";
import { type MoneyOutcome, outcomeOf } from "#src/modules/payments/index.ts";
import { sumToRepeat } from "#src/ui/ask-once-more.tsx";
import { FieldError, fieldId } from "#src/ui/field.tsx";
import { refundText } from "../../domain/sums-of-step.ts";
import type { Cause, OrderPageData } from "./order.server.ts";
import { Fields, type StepProps } from "./order-fields.tsx";
import { MoneyChoice, RefundSplit } from "./refund-split.tsx";
import { refusedIn, StepForm } from "./step-form.tsx";

type Props = StepProps & { form: ShownForm; actions: (button: ReactNode) => ReactNode };

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
export const CancelForm = ({ form, actions, ...props }: Props) => {
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
        <fieldset className="money-choices" aria-describedby={`${fieldId("cancel.cause")}-error`}>
          <legend className="label">Who caused the cancellation?</legend>
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
