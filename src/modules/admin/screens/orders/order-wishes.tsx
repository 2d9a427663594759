import type { ReactNode } from "react";
import type { Action, ShownForm } from "#src/modules/orders/index.ts";
import { inStep } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { ArrowLeftRight, ChevronDown, Clock, type Drawing, Icon, MessageCircle, Undo2 } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { type Wish, wishesFor } from "../../domain/wishes.ts";
import { GoodwillForm } from "./goodwill-form.tsx";
import { Fields, type StepProps } from "./order-fields.tsx";
import { CancelForm } from "./refund-forms.tsx";
import { refusedIn, Say, StepForm } from "./step-form.tsx";

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
  <details
    className="open:flex-[1_0_100%] max-md:flex-[1_0_100%]"
    name="turn-step"
    open={refusedIn(props.refused, props.form.action) !== undefined}
  >
    <summary className={main ? "btn btn-primary btn-sm" : "btn btn-outline btn-sm"}>{props.form.label}</summary>
    <div className={inStep}>
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
const SureStep = (props: Props) => {
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

const drawn: Readonly<Record<Wish, { of: Drawing; label: string }>> = {
  "write-writer": { of: MessageCircle, label: "Write to the writer" },
  "write-client": { of: MessageCircle, label: "Write to the client" },
  "more-time": { of: Clock, label: "Give more time" },
  refund: { of: Undo2, label: "Refund a part" },
  "change-writer": { of: ArrowLeftRight, label: "Change the writer" },
};

/** A message as Support into the chat of the writer or the client; it names the order. */
const WriteForm = ({ step, ...props }: StepProps & { step: "write-writer" | "write-client" }) => {
  const { order, once } = props.shown;
  const kept = refusedIn(props.refused, step)?.values;
  const name = step === "write-writer" ? (order.writerName ?? "the writer") : order.clientName;
  return (
    <StepForm
      key={once}
      {...props}
      step={step}
      label="Send as Support"
      actions={(button) => (
        <div className="flex items-center justify-between gap-4 max-md:flex-wrap [&>.btn]:flex-none max-md:[&>.btn]:w-full">
          <p className="small muted">It arrives in the chat with Support. The first line names the order.</p>
          {button}
        </div>
      )}
    >
      <input type="hidden" name={`${step}.id`} value={kept?.id ?? once} />
      <input type="hidden" name={`${step}.over`} value={kept?.over ?? ""} />
      <Say {...props} step={step} name="message" label={`To ${name}, about this order`} rows={3} />
    </StepForm>
  );
};

/** The whole of its label is the target. */
const wishInput = "absolute inset-0 m-0 size-full cursor-pointer opacity-0";

type Offer = ReturnType<typeof wishesFor>[number];

/** What a choice opens: a message, the step's form, or why it cannot be done now. */
const WishPanel = ({ offer: { wish, why }, form, ...props }: StepProps & { offer: Offer; form?: ShownForm }) => {
  if (why !== null) return <p className="soft">{why}</p>;
  if (wish === "write-writer" || wish === "write-client") return <WriteForm {...props} step={wish} />;
  if (!form) return null;
  if (wish === "refund") return <SureStep {...props} form={form} />;
  return <ActionForm {...props} form={form} />;
};

const RestPanel = ({ forms, ...props }: StepProps & { forms: readonly ShownForm[] }) => {
  const asked = forms.filter(({ opens }) => opens === "asked");
  const isRed = ({ tone }: ShownForm) => tone === "danger";
  return (
    <div className="flex flex-wrap items-start gap-3 max-md:[&_.btn]:w-full">
      {forms
        .filter(({ opens }) => opens !== "asked")
        .map((form) => (
          <FoldedStep key={form.action} {...props} form={form} main={false} />
        ))}
      {[...asked.filter((form) => !isRed(form)), ...asked.filter(isRed)].map((form) => (
        <SureStep key={form.action} {...props} form={form} />
      ))}
    </div>
  );
};

/**
 * What an admin wants to do, as one choice whose form opens below; the table's other steps are the last choice. The style
 * sheet shows the chosen part, so it works before JavaScript arrives.
 */
export const Wishes = ({ forms, ...props }: StepProps & { forms: readonly ShownForm[] }) => {
  const { shown, refused } = props;
  if (shown.isOwn) return null;
  const offers = wishesFor({
    ...{ status: shown.order.status, frozen: shown.order.frozen, hasWriter: shown.order.writerId !== null },
    ...{ mayChat: shown.people.mayChat, mayRefund: shown.ruledByMoney, offered: forms.map(({ action }) => action) },
  });
  const rest = forms.filter(({ action }) => !offers.some(({ step }) => step === action));
  const isChosen = ({ wish, step }: Offer) => (refused ? refused.step === (step ?? wish) : shown.wish === wish);
  const restChosen = rest.some(({ action }) => refusedIn(refused, action));
  return (
    <div className="wishes relative mt-5 border-t border-rule-strong pt-4">
      <fieldset>
        <legend className="label float-left mb-2.5 w-full">What do you want to do?</legend>
        <div className="wish-row clear-both grid max-w-full auto-cols-fr grid-flow-col overflow-clip rounded-sm border border-edge bg-sheet has-[>:only-child]:max-w-80 max-md:grid-flow-row">
          {offers.map((offer) => (
            <label key={offer.wish} className={offer.why === null ? undefined : "not-has-checked:not-hover:text-ink-3"}>
              <input
                type="radio"
                name="wish"
                value={offer.wish}
                defaultChecked={isChosen(offer)}
                className={wishInput}
              />
              <Icon of={drawn[offer.wish].of} className="size-5" />
              <span>{drawn[offer.wish].label}</span>
            </label>
          ))}
        </div>
        {rest.length > 0 && (
          <label className="absolute top-1 right-0 inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-(length:--text-sm) font-semibold text-pen">
            <input
              type="radio"
              name="wish"
              value="other"
              defaultChecked={restChosen || shown.wish === "other"}
              className={wishInput}
            />
            <span>Other steps</span>
            <Icon
              of={ChevronDown}
              className="size-4.5 transition-[rotate] duration-(--duration-base) in-[label:has(:checked)]:rotate-180"
            />
          </label>
        )}
      </fieldset>
      {offers.map((offer) => {
        const form = forms.find(({ action }) => action === offer.step);
        return (
          <div key={offer.wish} className="wish-panel" data-wish={offer.wish}>
            <WishPanel {...props} offer={offer} {...(form && { form })} />
          </div>
        );
      })}
      <div className="wish-panel" data-wish="other">
        <RestPanel {...props} forms={rest} />
      </div>
    </div>
  );
};
