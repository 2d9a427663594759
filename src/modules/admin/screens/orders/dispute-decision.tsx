import { useState } from "react";
import { ConfirmHere } from "#src/modules/accounts/index.screens.ts";
import { paidLeft, refundByDecision } from "#src/modules/orders/index.ts";
import { type MoneyOutcome, outcomeOf } from "#src/modules/payments/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { RepeatSum, sumToRepeat } from "#src/ui/ask-once-more.tsx";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Field, FieldError, fieldId } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Input, Textarea } from "#src/ui/inputs.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { type DecideStep, decideTexts, isDecideStep, refundText } from "../../domain/sums-of-step.ts";
import { ConfirmDecision, isInDialog } from "./dispute-confirm.tsx";
import type { OrderPageData } from "./order.server.ts";
import {
  chosenClasses,
  MoneyChoice,
  RefundSplit,
  radioChoice,
  radioClasses,
  SumField,
  sumIn,
} from "./refund-forms.tsx";
import type { Refused } from "./submit-order-step.server.ts";

type Props = { shown: OrderPageData; clock: { now: Date }; refused: Refused | undefined };

const bearers = { client: "Both, by share", writer: "The writer", operator: "The operator" } as const;
type Bearer = keyof typeof bearers;
const isBearer = (text: string): text is Bearer => Object.hasOwn(bearers, text);

/** How a refund of this amount, paid by this party, divides the money; null while the amount is missing. */
const refundOutcome = ({ order, books }: OrderPageData, cents: number | null, bearer: string): MoneyOutcome | null =>
  cents === null || !isBearer(bearer)
    ? null
    : outcomeOf([refundByDecision(order, cents, bearer)], books, order.releasedAt !== null);

/** What the button does and the dialog asks, in the words that the server wants repeated. */
const sendText = (step: DecideStep, back: number | null, of: number): string => {
  if (step !== "decide-refund" || back === 0) return decideTexts[step];
  return back === null ? "Refund the client" : refundText(back, of);
};

const waits = "and waits: all of it stays held until the new deadline";

/** The refusal, where a decision was refused. */
const refusedDecision = (refused: Refused | undefined): (Refused & { step: DecideStep }) | undefined =>
  refused && isDecideStep(refused.step) ? { ...refused, step: refused.step } : undefined;

const mistake = (refused: Refused | undefined, name: string): string | undefined =>
  refused && isDecideStep(refused.step)
    ? (refused.errors[`${refused.step}.${name}`] ?? refused.errors[name])
    : undefined;

const typedBefore = (refused: Refused | undefined, name: string): string =>
  refusedDecision(refused)?.values[name] ?? "";

const BearerField = ({
  shown,
  cents,
  bearer,
  onBearer,
  error,
}: {
  shown: OrderPageData;
  cents: number | null;
  bearer: string;
  onBearer: (one: string) => void;
  error: string | undefined;
}) => (
  <fieldset className="field" id={fieldId("decide.bearer")}>
    <legend className="label">{`Who pays ${cents === null ? "the refund" : `the ${formatUsd(cents)}`}`}</legend>
    <div className="grid grid-cols-3 max-lg:grid-cols-[minmax(0,1fr)]">
      {Object.entries(bearers).map(([value, label]) => {
        const parts = refundOutcome(shown, cents, value);
        return (
          <label
            key={value}
            className={cx(
              `${radioChoice} min-h-11 cursor-pointer items-start border px-3.5 py-2 max-lg:not-first:border-t-0 max-lg:not-first:border-l-edge lg:not-first:border-l-0`,
              bearer === value ? chosenClasses : "border-edge",
            )}
          >
            <input
              type="radio"
              name="decide.bearer"
              value={value}
              checked={bearer === value}
              onChange={() => onBearer(value)}
              className={radioClasses}
            />
            <span>
              <b>{label}</b>
              {parts && (
                <span className="small soft block">{`writer ${formatUsd(parts.writer)}, operator ${formatUsd(parts.operator)}`}</span>
              )}
            </span>
          </label>
        );
      })}
    </div>
    <FieldError id={fieldId("decide.bearer")}>{error}</FieldError>
  </fieldset>
);

/** The decision: three ways with what each leaves client, writer and operator; nothing is chosen before. */
export const Decision = ({ shown, clock, refused }: Props) => {
  const { order, books } = shown;
  const heldCents = paidLeft(order);
  const [chosen, choose] = useState<DecideStep | "">(refusedDecision(refused)?.step ?? "");
  const [amount, setAmount] = useState(typedBefore(refused, "refundCents"));
  const [bearer, setBearer] = useState(typedBefore(refused, "bearer"));
  const busy = useSent() !== undefined;
  const hydrated = useHydrated();
  const sum = amount.trim() === "" ? { cents: heldCents } : sumIn(amount, heldCents);
  const { cents } = sum;
  const stands = outcomeOf([], books, order.releasedAt !== null);
  const sendLabel = chosen === "" ? "Choose a decision first" : sendText(chosen, cents, heldCents);
  const outcome = chosen === "decide-refund" ? refundOutcome(shown, cents, bearer) : stands;
  /** What the form holds while the dialog asks; the server says what is missing where nothing can be asked yet. */
  const [asked, ask] = useState<FormData | null>(null);
  const [answer, setAnswer] = useState(refused);
  if (answer !== refused) {
    setAnswer(refused);
    if (!isInDialog(refused)) ask(null);
  }
  const amountError = mistake(refused, "refundCents") ?? sum.wrong;
  return (
    <>
      <Form
        method="post"
        className="panel ruling grid gap-5 px-7 pt-6 pb-7 max-lg:p-5"
        aria-labelledby="ruling"
        preventScrollReset
        onSubmit={(event) => {
          const sent = new FormData(event.currentTarget);
          if (!outcome || String(sent.get("decide.reason")).trim() === "") return;
          event.preventDefault();
          ask(sent);
        }}
      >
        <div className="between">
          <h2 className="t2" id="ruling">
            Your decision
          </h2>
          <p className="small muted">One of the two sides can appeal once. Another admin decides then.</p>
        </div>
        <input type="hidden" name="seenVersion" value={order.version} />
        <div
          className="grid grid-cols-3 gap-4 max-lg:grid-cols-[minmax(0,1fr)]"
          role="radiogroup"
          aria-label="Decision"
        >
          <MoneyChoice
            name="step"
            value="decide-complete"
            title="The work is accepted"
            text="The order is finished, and the writer is paid."
            {...{ chosen }}
            onChoose={choose}
          >
            <RefundSplit outcome={stands} keeps="keeps the text" />
          </MoneyChoice>
          <MoneyChoice
            name="step"
            value="decide-refund"
            title="Refund"
            text="All of it or a part. The order ends."
            {...{ chosen }}
            onChoose={choose}
          >
            <SumField
              id={fieldId("decide.refundCents")}
              name="decide.refundCents"
              label="Refund in US dollars"
              mostCents={heldCents}
              empty="all of it"
              value={amount}
              onValue={(text) => {
                setAmount(text);
                choose("decide-refund");
              }}
            />
            <FieldError id={fieldId("decide.refundCents")}>{amountError}</FieldError>
            <RefundSplit
              outcome={refundOutcome(shown, cents, bearer)}
              missing={cents === null ? "write an amount" : "choose who pays"}
              keeps="keeps the text"
            />
          </MoneyChoice>
          <MoneyChoice
            name="step"
            value="decide-resume"
            title="The work continues"
            text="With the same writer, to a new deadline."
            {...{ chosen }}
            onChoose={choose}
          >
            <label className={`${radioChoice} min-h-11 cursor-pointer items-start`}>
              <input
                type="radio"
                name="step"
                value="decide-reassign"
                checked={chosen === "decide-reassign"}
                onChange={() => choose("decide-reassign")}
                className={radioClasses}
              />
              <span>With another writer</span>
            </label>
            <RefundSplit outcome={stands} keeps={waits} />
          </MoneyChoice>
        </div>
        <div className="only-refund">
          <BearerField {...{ shown, cents, bearer }} onBearer={setBearer} error={mistake(refused, "bearer")} />
        </div>
        <div className="only-goes-on">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              name="decide.deadlineDate"
              label="New deadline, day"
              hint="After the decision takes effect."
              error={mistake(refused, "deadlineDate")}
              optional
            >
              <Input type="date" defaultValue={typedBefore(refused, "deadlineDate")} />
            </Field>
            <Field
              name="decide.deadlineTime"
              label="Time"
              hint="In your zone."
              error={mistake(refused, "deadlineTime")}
              optional
            >
              <Input type="time" defaultValue={typedBefore(refused, "deadlineTime")} />
            </Field>
          </div>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)_20rem] items-end gap-x-7 gap-y-5 max-lg:grid-cols-[minmax(0,1fr)]">
          <Field
            name="decide.reason"
            label="Reason"
            hint="Client and writer read these words."
            error={mistake(refused, "reason")}
          >
            <Textarea rows={3} maxLength={10_000} defaultValue={typedBefore(refused, "reason")} />
          </Field>
          <div className="stack [--gap:16px]">
            {!asked && <RepeatSum text={sumToRepeat(refusedDecision(refused))} name="decide.repeat" />}
            {!asked && <ConfirmHere refused={refusedDecision(refused)} />}
            <p className="small soft">{shown.effectAfter}</p>
            <Button block busy={busy} disabled={hydrated && chosen === ""}>
              {hydrated ? sendLabel : "Decide"}
            </Button>
          </div>
        </div>
      </Form>
      {asked && outcome && (
        <ConfirmDecision
          {...{ shown, outcome }}
          keeps={chosen === "decide-resume" || chosen === "decide-reassign" ? waits : "keeps the text"}
          now={clock.now}
          sent={asked}
          text={sendLabel}
          refused={isInDialog(refused) ? refusedDecision(refused) : undefined}
          close={() => ask(null)}
        />
      )}
    </>
  );
};
