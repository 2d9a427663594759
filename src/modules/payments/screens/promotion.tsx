import { Button, IconButton } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Icon, Tag, X } from "#src/ui/icons.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/promotion.css";

type Props = {
  /** On the order already. */
  code: { code: string; note: string } | null;
  error: string | undefined;
  typed: string | undefined;
};

/** The form of its own that the field belongs to; it stands beside the form that pays. */
const formId = "promotion";

/** Sent by the field and buttons of `Promotion`, which stand inside the form that pays; stands outside of that one. */
export const PromotionForm = () => <Form method="post" id={formId} preventScrollReset hidden />;

/** A promotion code before the payment: a field, or the code that is on the order and a button that takes it off. */
export const Promotion = ({ code, error, typed }: Props) => {
  const busy = useSent()?.get("intent") === "code";
  return (
    <section aria-labelledby="promotion-title">
      <h2 className="t2 mb-4" id="promotion-title">
        Promotion code
      </h2>
      {code ? (
        <div className="applied">
          <Icon of={Tag} />
          <div>
            <b>{code.code}</b>
            <small>{code.note}</small>
          </div>
          <IconButton
            type="submit"
            form={formId}
            name="intent"
            value="remove-code"
            icon={X}
            label={`Remove the code ${code.code}`}
          />
        </div>
      ) : (
        <Field name="code" label="Code" optional error={error}>
          <div className="codeline">
            <Input
              form={formId}
              defaultValue={typed}
              maxLength={40}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
            <Button variant="outline" form={formId} name="intent" value="code" busy={busy}>
              {busy ? "Looking" : "Use this code"}
            </Button>
          </div>
        </Field>
      )}
    </section>
  );
};
