import { useEffect, useState } from "react";
import type { ShownForm } from "#src/modules/orders/index.ts";
import { deadlineRefusal } from "#src/modules/pricing/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { RepeatSum, sumToRepeat } from "#src/ui/ask-once-more.tsx";
import { LinkButton } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Input, Textarea } from "#src/ui/inputs.tsx";
import { MaskedText } from "#src/ui/masked-text.tsx";
import { OwnMoment } from "#src/ui/moment/own-moment.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { ChangeFields } from "./change.tsx";
import { ClaimToAnswer, EvidenceField, EvidenceUpload } from "./dispute.tsx";
import type { ShownOrder } from "./order.server.ts";
import { questionId } from "./order-card.tsx";
import type { Saying } from "./order-content.server.ts";
import { LowerBar } from "./order-parts.tsx";
import { ActionBox, ActionButtons, type Asks, openForm } from "./step-form.tsx";
import type { Refused } from "./submit-step.server.ts";

type CounterFieldsProps = { shown: ShownOrder; refused: Refused | undefined };

/** What a client would accept instead; what is left empty stays as the quote has it. */
const CounterFields = ({ shown: { quote, zone, changeStart }, refused }: CounterFieldsProps) => {
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

type Props = { shown: ShownOrder; asks: Asks };

/** The actions of the card; while they are on screen, the bar of phones is not needed. */
const cardActionsId = "card-actions";
type Cancel = NonNullable<ShownOrder["cancel"]>;

/** Percentages are of the price; where less than the price was paid, they would mislead. */
const refundText = ({ refundCents, percent, inTwo }: Cancel): string => {
  const back = `${formatUsd(refundCents)} goes back to you`;
  if (!inTwo) return `${back}, ${percent}% of the price.`;
  return percent === 100
    ? `${back}: all that you paid.`
    : `${back}: what you paid, less the part of the price that is kept.`;
};

/** What cancelling gives back now, by which rule, and when it arrives. */
const Refund = ({ cancel }: { cancel: Cancel }) => (
  <>
    <p className="lede">{cancel.refundCents > 0 ? refundText(cancel) : "No money goes back."}</p>
    <p>{cancel.rule}</p>
    {cancel.arrival && <p className="soft">{cancel.arrival}</p>}
    <p className="soft">A cancelled order cannot be opened again.</p>
    <input type="hidden" name="refundSeenCents" value={cancel.refundCents} />
  </>
);

/** The question that the order waits for, as long as it can be answered. */
export const openQuestion = ({ actions, sayings }: ShownOrder): Saying | undefined =>
  actions.includes("answer") ? sayings.findLast(({ action }) => action === "hold") : undefined;

const mineIn = ({ refused }: Asks, action: string) => (refused?.action === action ? refused : undefined);

/** After the new price was seen, the button asks for the change. */
const shownForm = (form: ShownForm, asks: Asks): ShownForm =>
  mineIn(asks, form.action)?.newPrice ? { ...form, send: "Ask for this change" } : form;

/** The form that the address asks for, and the question that waits for an answer. */
const OpenStep = ({ shown, asks }: Props) => {
  const form = openForm(shown.forms, shown.step);
  if (!form) return null;
  const { cancel } = shown;
  const question = form.action === "answer" && openQuestion(shown);
  if (form.action === "cancel" && !cancel?.allowed) return cancel && <Notice tone="warn" title={cancel.why} />;
  return (
    <ActionBox
      key={form.action}
      form={shownForm(form, asks)}
      asks={asks}
      inset
      after={<EvidenceField field={shown.evidenceField} error={mineIn(asks, form.action)?.errors.files} />}
    >
      <ClaimToAnswer sayings={shown.sayings} action={form.action} />
      {form.action === "ask-change" && <ChangeFields start={shown.changeStart} refused={mineIn(asks, form.action)} />}
      {form.action === "counter-quote" && <CounterFields shown={shown} refused={mineIn(asks, form.action)} />}
      {form.action === "cancel" && cancel?.allowed && <Refund cancel={cancel} />}
      {question && (
        <p className="whitespace-pre-wrap wrap-anywhere font-serif text-[1.1875rem]/[1.8125rem]">
          <MaskedText text={question.text} />
        </p>
      )}
    </ActionBox>
  );
};

/** A code may take off all of the price; then the checkout asks for a confirmation alone. */
const payLabel = (status: string, cents: number): string => {
  if (cents === 0) return "Confirm the order";
  return `${status === "quoted" ? "Accept and pay" : "Pay"} ${formatUsd(cents)}`;
};

const Pay = ({ shown: { order, payCents, actions, step, restCents } }: Pick<Props, "shown">) => {
  if (order.status === "delivered" && restCents > 0)
    return <LinkButton to={`/checkout/${order.id}`}>{`Pay the rest, ${formatUsd(restCents)}`}</LinkButton>;
  if (!canPay({ order, payCents, actions }) || payCents === null) return null;
  const announced = order.paymentStatus === "awaiting_confirmation";
  return (
    <LinkButton
      variant={announced || step ? "outline" : "primary"}
      to={`/checkout/${order.id}${announced ? "/transfer" : ""}`}
    >
      {announced ? "See the transfer details" : payLabel(order.status, payCents)}
    </LinkButton>
  );
};

/** Whether the order waits for the payment of its price. */
export const canPay = ({ order, payCents, actions }: Pick<ShownOrder, "order" | "payCents" | "actions">): boolean =>
  (order.status === "pending" || order.status === "quoted") && payCents !== null && !actions.includes("ask-quote");

/** Cancelling says the same as declining a quote and ends the order, so one of the two is offered. */
const offered = (forms: readonly ShownForm[]): readonly ShownForm[] =>
  forms.some(({ action }) => action === "cancel") ? forms.filter(({ action }) => action !== "decline-quote") : forms;

const over: readonly string[] = ["completed", "cancelled", "refunded"];

/** The way to the same work once more, from an order that is over. */
const OrderAgain = ({ order: { id, kind, status } }: Pick<ShownOrder, "order">) =>
  over.includes(status) ? (
    <LinkButton
      variant={status === "completed" ? "quiet" : "outline"}
      to={`${kind === "custom" ? "/custom" : "/order"}?again=${id}`}
    >
      Order again
    </LinkButton>
  ) : null;

/** What the client can do now: exactly the steps that the order allows, the first one blue. */
const Buttons = ({ shown, asks }: Props) => {
  const { order, step } = shown;
  if (shown.undo) return null;
  const forms = offered(shown.forms);
  return (
    <>
      <Pay shown={shown} />
      <ActionButtons forms={forms} step={step} asks={asks} />
      <OrderAgain order={order} />
      <ActionButtons forms={forms} step={step} asks={asks} danger />
    </>
  );
};

/** The question of the card: its buttons, or the form that one of them opened, in their place. */
export const CardActions = ({ shown, asks }: Props) => {
  const form = openForm(shown.forms, shown.step);
  const stopped = form?.action === "cancel" && !shown.cancel?.allowed;
  return (
    <div
      className="oc-acts mt-5.5 flex flex-wrap gap-3 empty:hidden max-lg:order-4 [&_h2]:mt-2 [&_h2]:max-w-[36rem] [&_h2]:scroll-mt-12 [&_h2]:focus:outline-offset-4"
      id={cardActionsId}
    >
      {form && !shown.undo && (
        <div className="grid min-w-0 max-w-[46rem] flex-[1_1_100%] gap-5">
          <EvidenceUpload field={shown.evidenceField} orderId={shown.order.id} step={shown.step} />
          <OpenStep shown={shown} asks={asks} />
        </div>
      )}
      {(!form || stopped || form.opens === "open") && <Buttons shown={shown} asks={asks} />}
    </div>
  );
};

/** True while an element of this id can be seen. */
function useInView(id: string): boolean {
  const [seen, see] = useState(false);
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return;
    const observer = new IntersectionObserver((entries) => see(entries.some(({ isIntersecting }) => isIntersecting)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [id]);
  return seen;
}

/** What the client has to decide, and the verb of it; null while it is nobody's turn or somebody else's. */
const turnOf = (shown: ShownOrder): { title: string; verb: string } | null => {
  const { order, payCents, restCents, actions, card, step } = shown;
  if (shown.undo || step || card.waits) return null;
  if (canPay(shown) && payCents !== null)
    return { title: formatUsd(payCents), verb: order.status === "quoted" ? "Answer" : "Pay" };
  if (order.status === "delivered" && restCents > 0) return { title: formatUsd(restCents), verb: "Pay" };
  if (actions.includes("approve")) return { title: order.shown.text, verb: "Decide" };
  return order.status === "on_hold" ? { title: order.shown.text, verb: "Answer" } : null;
};

/** Under 1024 px, while it is the client's turn: until when, and the way to the question; away while its buttons show. */
export const DueBar = ({ shown }: { shown: ShownOrder }) => {
  const seen = useInView(cardActionsId);
  const turn = turnOf(shown);
  if (!turn) return null;
  const [time] = shown.card.times;
  const until = shown.order.status === "on_hold" ? undefined : time;
  return (
    <LowerBar
      label="Your turn"
      says={turn.title}
      until={until && `${until.term} ${until.text}`}
      to={`#${questionId}`}
      hidden={seen}
    >
      {turn.verb}
    </LowerBar>
  );
};
