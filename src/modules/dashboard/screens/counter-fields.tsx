import { deadlineRefusal } from "#src/modules/pricing/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { Field } from "#src/ui/field.tsx";
import { Input, Textarea } from "#src/ui/inputs.tsx";
import { OwnMoment } from "#src/ui/moment/own-moment.tsx";
import { RepeatSum, sumToRepeat } from "#src/ui/repeat-sum.tsx";
import type { ShownOrder } from "./order.server.ts";
import type { Refused } from "./submit-step.server.ts";

type Props = { shown: ShownOrder; refused: Refused | undefined };

/** What a client would accept instead; what is left empty stays as the quote has it. */
export const CounterFields = ({ shown: { quote, zone, changeStart }, refused }: Props) => {
  const { errors = {}, values = {} } = refused ?? {};
  const { now } = changeStart;
  return (
    <>
      <Field
        name="price"
        label="Your price in US dollars"
        hint={quote ? `The quote says ${formatUsd(quote.cents)}. Empty leaves it open.` : undefined}
        error={errors.price}
        optional
      >
        <Input inputMode="decimal" autoComplete="off" maxLength={20} defaultValue={values.price} />
      </Field>
      <OwnMoment
        label="Deadline"
        start={{ date: values.deadlineDate ?? "", time: values.deadlineTime ?? "", zone }}
        fixedZone
        none="As in the quote"
        now={now}
        errorOf={(field) => errors[field]}
        refusalAt={(at) => deadlineRefusal(at, { now, minimumLeadHours: 0 })}
      />
      <Field
        name="text"
        label="What should be different"
        hint="Less, more, or something else in the work; why the price should be another."
        error={errors.text}
        optional
      >
        <Textarea rows={5} maxLength={10_000} defaultValue={values.text} />
      </Field>
      <RepeatSum text={sumToRepeat(refused)} />
    </>
  );
};
