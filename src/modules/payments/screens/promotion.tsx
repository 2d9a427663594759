import { useRef } from "react";
import { Button, IconButton } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { useTakeFocus } from "#src/ui/hydrated.ts";
import { ChevronDown, Icon, Plus, Tag, X } from "#src/ui/icons.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { useSent } from "#src/ui/use-sent.ts";

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

type TypedProps = Omit<Props, "code">;

/** Closed until somebody has a code. A refused one is said at the field alone, which takes the focus. */
const TypedCode = ({ error, typed }: TypedProps) => {
  const busy = useSent()?.get("intent") === "code";
  const field = useRef<HTMLInputElement>(null);
  useTakeFocus(error && `${typed}: ${error}`, () => field.current?.focus());
  return (
    <details className="codefold" open={Boolean(error || typed)}>
      <summary>
        <Icon of={Plus} />
        Add a promotion code
        <Icon of={ChevronDown} />
      </summary>
      <Field name="code" label="Promotion code" error={error}>
        <div className="codeline">
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
export const Promotion = ({ code, error, typed }: Props) =>
  code ? (
    <section aria-labelledby="promotion-title">
      <h2 className="t2 mb-4" id="promotion-title">
        Promotion code
      </h2>
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
    </section>
  ) : (
    <TypedCode error={error} typed={typed} />
  );
