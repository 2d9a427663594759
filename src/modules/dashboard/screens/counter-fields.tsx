import { formatUsd } from "#src/shared/money.ts";
import { zoneLabel } from "#src/shared/zone.ts";
import { Field } from "#src/ui/field.tsx";
import { Input, Textarea } from "#src/ui/inputs.tsx";
import { RepeatSum, sumToRepeat } from "#src/ui/repeat-sum.tsx";
import type { ShownOrder } from "./order.server.ts";
import type { Refused } from "./submit-step.server.ts";

type Props = { shown: ShownOrder; refused: Refused | undefined };

/** What a client would accept instead; what is left empty stays as the quote has it. */
export const CounterFields = ({ shown: { quote, zone }, refused }: Props) => {
  const { errors = {}, values = {} } = refused ?? {};
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
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="deadlineDate" label="Date" error={errors.deadlineDate} optional>
          <Input type="date" defaultValue={values.deadlineDate} />
        </Field>
        <Field name="deadlineTime" label={`Time (${zoneLabel(zone)})`} error={errors.deadlineTime} optional>
          <Input type="time" defaultValue={values.deadlineTime} />
        </Field>
      </div>
      <input type="hidden" name="deadlineZone" value={zone} />
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
