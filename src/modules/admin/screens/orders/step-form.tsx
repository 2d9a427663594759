import type { ReactNode } from "react";
import { ConfirmHere } from "#src/modules/accounts/index.screens.ts";
import { RepeatSum, StepUp, sumToRepeat } from "#src/ui/ask-once-more.tsx";
import { Button, type ButtonProps } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input, Textarea } from "#src/ui/inputs.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { Refused } from "./submit-order-step.server.ts";

export type Asks = { version: number | string; refused: Refused | undefined };

/** The refusal of this step, when it was this one that was refused. */
export const refusedIn = (refused: Refused | undefined, step: string): Refused | undefined =>
  refused?.step === step ? refused : undefined;

type FormProps = Asks & {
  step: string;
  label: string;
  busyLabel?: string;
  variant?: ButtonProps["variant"];
  /** Wraps the button, for dialogs; or others instead of it, where a form can be sent in more than one way. */
  actions?: ((button: ReactNode) => ReactNode) | undefined;
  children?: ReactNode;
};

/** One step as a form. It says which state of the order was seen, so that a stale page is refused. */
export const StepForm = (props: FormProps) => {
  const { step, version, label, busyLabel, variant = "primary", actions, children } = props;
  const busy = useSent()?.get("step") === step;
  const mine = refusedIn(props.refused, step);
  const repeat = sumToRepeat(mine);
  const button = (
    <Button small variant={variant} busy={busy}>
      {busy ? (busyLabel ?? "Sending") : (repeat ?? label)}
    </Button>
  );
  return (
    <Form method="post" className="stack [--gap:20px]" preventScrollReset>
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="seenVersion" value={version} />
      {children}
      <RepeatSum text={repeat} name={`${step}.repeat`} />
      <ConfirmHere refused={mine} />
      {actions ? actions(button) : <div>{button}</div>}
    </Form>
  );
};

type PartProps = Asks & {
  step: string;
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
};

const partOf = ({ step, name, refused }: PartProps) => {
  const mine = refusedIn(refused, step);
  return { field: `${step}.${name}`, error: mine?.errors[`${step}.${name}`], typed: mine?.values[name] };
};

/** Several lines that go with a step; what was typed before a refusal is still there. */
export const Say = ({ rows = 4, most = 10_000, ...props }: PartProps & { rows?: number; most?: number }) => {
  const { field, error, typed } = partOf(props);
  return (
    <Field name={field} label={props.label} hint={props.hint} error={error} optional={props.optional ?? false}>
      <Textarea
        rows={rows}
        className={most > 10_000 ? "field-sizing-fixed" : undefined}
        maxLength={most}
        defaultValue={typed}
      />
    </Field>
  );
};

type LineProps = PartProps & {
  type?: "text" | "date" | "time";
  standard?: string;
  inputMode?: "decimal";
  className?: string;
};

/** One line that goes with a step. */
export const Line = ({ type = "text", standard, inputMode, className, ...props }: LineProps) => {
  const { field, error, typed } = partOf(props);
  return (
    <Field
      name={field}
      label={props.label}
      hint={props.hint}
      error={error}
      optional={props.optional ?? false}
      {...(className && { className })}
    >
      <Input type={type} maxLength={200} defaultValue={typed ?? standard} inputMode={inputMode} />
    </Field>
  );
};

/** What was typed for a step that is not there any more, to be read and copied. */
const Kept = ({ refused: { labels, values } }: { refused: Refused }) =>
  Object.entries(values).map(([name, text]) =>
    labels[name] && text.trim() !== "" ? (
      <Field
        key={name}
        name={`kept-${name}`}
        label={`${labels[name]}, as you wrote it`}
        hint="It was not sent. You can copy it."
      >
        <Textarea readOnly rows={4} defaultValue={text} />
      </Field>
    ) : null,
  );

/** Why a step was not taken. Errors of fields stand in its form; a text whose form is gone stands here. */
export const RefusedNotice = ({ refused, steps }: { refused: Refused | undefined; steps: readonly string[] }) => {
  if (!refused) return null;
  return (
    <div className="stack mb-6 [--gap:16px]">
      {refused.stepUp && !steps.includes(refused.step) ? (
        <StepUp />
      ) : (
        <ErrorSummary
          errors={refused.errors}
          message={refused.stepUp ? "Confirm that it is you. The field is in the step's form." : refused.message}
        />
      )}
      {!steps.includes(refused.step) && <Kept refused={refused} />}
    </div>
  );
};
