import { usualTips } from "#src/modules/payments/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { Button } from "#src/ui/button.tsx";
import { Segmented } from "#src/ui/choices.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { RepeatSum, sumToRepeat } from "#src/ui/repeat-sum.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { ShownOrder } from "./order.server.ts";
import type { Refused } from "./submit-step.server.ts";
import { Fold } from "./work/fold.tsx";

/** A tip for the writer of finished work; nobody is asked for one twice. */
export const Tip = ({ shown: { order, money }, refused }: { shown: ShownOrder; refused: Refused | undefined }) => {
  const busy = useSent()?.get("action") === "tip";
  if (order.status !== "completed" || !order.writer) return null;
  if (money.tipCents > 0)
    return <p className="small muted no-print">{`You gave ${formatUsd(money.tipCents)} as a tip. Thank you.`}</p>;
  const mine = refused?.action === "tip" ? refused : undefined;
  return (
    <Fold title="Give your writer a tip" aside={null} open={mine !== undefined}>
      <p className="soft mb-4">If you like. All of it goes to {order.writer}, we keep nothing.</p>
      <Form method="post" className="stack [--gap:20px]" preventScrollReset>
        <input type="hidden" name="action" value="tip" />
        <FieldGroup name="usual" label="Amount">
          <Segmented
            defaultValue={mine?.values.usual ?? ""}
            choices={[
              ...usualTips.map((cents) => ({ value: String(cents), label: formatUsd(cents).replace(".00", "") })),
              { value: "other", label: "Other" },
            ]}
          />
        </FieldGroup>
        <Field name="tip" label="Other amount in US dollars" optional error={mine?.errors.tip}>
          <Input inputMode="decimal" maxLength={10} defaultValue={mine?.values.tip} />
        </Field>
        <RepeatSum text={sumToRepeat(mine)} />
        <div>
          <Button variant="outline" busy={busy}>
            Go to the payment
          </Button>
        </div>
      </Form>
    </Fold>
  );
};
