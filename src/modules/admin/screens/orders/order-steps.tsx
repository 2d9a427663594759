import type { ReactNode } from "react";
import type { Action, ShownForm } from "#src/modules/orders/index.ts";
import { Button } from "#src/ui/button.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { GoodwillForm } from "./goodwill-form.tsx";
import { Fields, type StepProps } from "./order-fields.tsx";
import { CancelForm } from "./order-money-step.tsx";
import { refusedIn, StepForm } from "./step-form.tsx";

type Props = StepProps & { form: ShownForm };

/** The form of an action as its row of the table describes it. */
export const ActionForm = ({ form, actions, ...props }: Props & { actions?: (button: ReactNode) => ReactNode }) => {
  const { action: step, intro, fields, send, busy, tone } = form;
  return (
    <StepForm
      {...props}
      step={step}
      label={send}
      busyLabel={busy}
      variant={tone === "danger" ? "danger" : "primary"}
      actions={fields.some(({ kind }) => kind === "work") ? () => <HandOverButtons step={step} /> : actions}
    >
      {intro && <p className="soft">{intro}</p>}
      <Fields {...props} step={step} fields={fields} />
    </StepForm>
  );
};

/** A step that opens in place, under its own button. */
export const FoldedStep = ({ main, ...props }: Props & { main: boolean }) => (
  <details className="turn-step" name="turn-step" open={refusedIn(props.refused, props.form.action) !== undefined}>
    <summary className={main ? "btn btn-primary btn-sm" : "btn btn-outline btn-sm"}>{props.form.label}</summary>
    <div className="instep">
      <ActionForm {...props} />
    </div>
  </details>
);

/** Two ways to hand over, each with what it does; the pressed button says which. */
const HandOverButtons = ({ step }: { step: string }) => {
  const sent = useSent();
  const busy = (kind: string) => sent?.get("step") === step && sent.has(`${step}.${kind}`);
  const kinds = [
    { kind: "draft", label: "Send a draft", does: "The client may read it, and the work continues." },
    { kind: "final", label: "Deliver the finished work", does: "The client's time to read it starts." },
  ] as const;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {kinds.map(({ kind, label, does }) => (
        <div key={kind}>
          <Button
            small
            name={`${step}.${kind}`}
            value="on"
            variant={kind === "final" ? "primary" : "outline"}
            busy={busy(kind)}
          >
            {label}
          </Button>
          <p className="small muted mt-2">{does}</p>
        </div>
      ))}
    </div>
  );
};

/** What decides about money shows what it leaves everybody, before its button. */
const formOf = (action: Action) => {
  if (action === "cancel") return CancelForm;
  return action === "give-back" ? GoodwillForm : ActionForm;
};

/** An action that takes something away: asked before it is taken. */
export const SureStep = (props: Props) => {
  const { form, refused, version } = props;
  const { action, label, title, tone } = form;
  const mine = refusedIn(refused, action);
  const StepFields = formOf(action);
  return (
    <Confirm
      key={`${action}-${version}`}
      label={label}
      title={title}
      variant={tone === "danger" ? "danger" : "outline"}
      small
      wide={tone === "danger" || action === "give-back"}
      startOpen={Boolean(mine && (mine.stepUp || Object.keys(mine.errors).length > 0))}
    >
      {mine?.message && <Notice tone="bad" title={mine.message} />}
      <StepFields {...props} actions={(button) => <ConfirmActions>{button}</ConfirmActions>} />
    </Confirm>
  );
};
