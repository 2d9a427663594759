import { type ReactNode, useState } from "react";
import { Form, useNavigation } from "react-router";
import { decisionParts } from "#src/modules/payments/index.ts";
import { formatUsd, parseUsd } from "#src/shared/money.ts";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Field, FieldError, fieldId } from "#src/ui/field.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Input, Textarea } from "#src/ui/inputs.tsx";
import type { OrderPageData } from "./order.server.ts";
import { ConfirmHere } from "./step-form.tsx";
import type { Refused } from "./take-order-step.server.ts";

type Props = { shown: OrderPageData; refused: Refused | undefined };
type Money = { heldCents: number; priceCents: number; sharePercent: number };

export const decideSteps: readonly string[] = ["decide-complete", "decide-refund", "decide-resume", "decide-reassign"];

type Parts = { client: number; writer: number; operator: number };

const PartRow = ({ who, sum, why }: { who: string; sum: string; why: string }) => (
  <div>
    <dt>{who}</dt>
    <dd>{sum}</dd>
    <dd className="why">{why}</dd>
  </div>
);

const loses = (full: number, now: number): string => (now >= full ? "loses nothing" : `loses ${formatUsd(full - now)}`);

/** What each of the three has after it. */
const ThreeParts = ({ parts, full, keeps }: { parts: Parts | null; full: Parts; keeps: string }) => (
  <dl className="part3">
    <PartRow who="Client" sum={parts ? `${formatUsd(parts.client)} back` : "not known yet"} why={keeps} />
    <PartRow
      who="Writer"
      sum={parts ? formatUsd(parts.writer) : "not known yet"}
      why={parts ? loses(full.writer, parts.writer) : "choose who pays"}
    />
    <PartRow
      who="Operator"
      sum={parts ? formatUsd(parts.operator) : "not known yet"}
      why={parts ? loses(full.operator, parts.operator) : "choose who pays"}
    />
  </dl>
);

const bearers = { client: "Both, by share", writer: "The writer", operator: "The operator" } as const;
type Bearer = keyof typeof bearers;
const isBearer = (text: string): text is Bearer => Object.hasOwn(bearers, text);

const refundParts = (money: Money, cents: number | null, bearer: string): Parts | null =>
  cents === null || !isBearer(bearer) ? null : decisionParts(money, { name: "refund", cents, bearer });

type ChoiceProps = {
  step: string;
  title: string;
  text: string;
  chosen: string;
  onChoose: (step: string) => void;
  children: ReactNode;
};

const Choice = ({ step, title, text, chosen, onChoose, children }: ChoiceProps) => (
  <div className={cx("choice", chosen === step && "on")}>
    <label className="choice-head">
      <input type="radio" name="step" value={step} checked={chosen === step} onChange={() => onChoose(step)} required />
      <span>
        <b className="t3">{title}</b>
        <span className="small soft block">{text}</span>
      </span>
    </label>
    {children}
  </div>
);

const sendLabel = (step: string, back: number | null): string => {
  if (step === "decide-refund") return back === null ? "Refund" : `Refund ${formatUsd(back)}`;
  if (step === "decide-resume") return "The writer goes on";
  if (step === "decide-reassign") return "Look for another writer";
  return step === "decide-complete" ? "The work stands" : "Choose a decision first";
};

const mistake = (refused: Refused | undefined, name: string): string | undefined =>
  refused && decideSteps.includes(refused.step)
    ? (refused.errors[`${refused.step}.${name}`] ?? refused.errors[name])
    : undefined;

const typedBefore = (refused: Refused | undefined, name: string): string =>
  (refused && decideSteps.includes(refused.step) && refused.values[name]) || "";

const BearerField = ({
  money,
  cents,
  bearer,
  onBearer,
  error,
}: {
  money: Money;
  cents: number | null;
  bearer: string;
  onBearer: (one: string) => void;
  error: string | undefined;
}) => (
  <fieldset className="field" id={fieldId("decide.bearer")}>
    <legend className="label">{`Who pays ${cents === null ? "the refund" : `the ${formatUsd(cents)}`}`}</legend>
    <div className="bearers">
      {Object.entries(bearers).map(([value, label]) => {
        const parts = refundParts(money, cents, value);
        return (
          <label key={value} className={cx("bearer", bearer === value && "on")}>
            <input
              type="radio"
              name="decide.bearer"
              value={value}
              checked={bearer === value}
              onChange={() => onBearer(value)}
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
export const Decision = ({ shown, refused }: Props) => {
  const { order, share } = shown;
  const heldCents = Math.max(0, (order.priceCents ?? 0) - order.refundedCents - order.unpaidCents);
  const money: Money = { heldCents, priceCents: order.priceCents ?? 0, sharePercent: share };
  const [chosen, choose] = useState(refused && decideSteps.includes(refused.step) ? refused.step : "");
  const [amount, setAmount] = useState(typedBefore(refused, "refundCents"));
  const [bearer, setBearer] = useState(typedBefore(refused, "bearer"));
  const busy = useNavigation().formData !== undefined;
  const hydrated = useHydrated();
  const typed = amount.trim() === "" ? heldCents : parseUsd(amount.replace(/[$,\s]/g, ""));
  const cents = typed === null || typed > heldCents ? null : typed;
  const stands = decisionParts(money, { name: "complete" });
  const later = { ...stands, client: 0 };
  const amountError =
    mistake(refused, "refundCents") ??
    (typed !== null && typed > heldCents ? `At most ${formatUsd(heldCents)}.` : undefined);
  return (
    <Form method="post" className="panel ruling" aria-labelledby="ruling" preventScrollReset>
      <div className="between">
        <h2 className="t2" id="ruling">
          Your decision
        </h2>
        <p className="small muted">Each side can appeal once for both, to another admin.</p>
      </div>
      <input type="hidden" name="seenVersion" value={order.version} />
      <div className="choices" role="radiogroup" aria-label="Decision">
        <Choice
          step="decide-complete"
          title="The work stands"
          text="The order is finished, and the writer is paid."
          {...{ chosen }}
          onChoose={choose}
        >
          <ThreeParts parts={stands} full={stands} keeps={`pays ${formatUsd(heldCents)}, keeps the text`} />
        </Choice>
        <Choice
          step="decide-refund"
          title="Refund"
          text="All of it or a part. The order ends."
          {...{ chosen }}
          onChoose={choose}
        >
          <label className="sumfield">
            <span aria-hidden="true">$</span>
            <input
              id={fieldId("decide.refundCents")}
              name="decide.refundCents"
              inputMode="decimal"
              autoComplete="off"
              aria-label="Refund in US dollars"
              placeholder={(heldCents / 100).toFixed(2)}
              value={amount}
              onChange={({ target }) => {
                setAmount(target.value);
                choose("decide-refund");
              }}
            />
            <span>{`of ${formatUsd(heldCents)}`}</span>
          </label>
          <FieldError id={fieldId("decide.refundCents")}>{amountError}</FieldError>
          <ThreeParts
            parts={refundParts(money, cents, bearer)}
            full={stands}
            keeps={cents === null ? "write an amount" : `pays ${formatUsd(heldCents - cents)}, keeps the text`}
          />
        </Choice>
        <Choice
          step="decide-resume"
          title="The work goes on"
          text="With the same writer, to a new deadline."
          {...{ chosen }}
          onChoose={choose}
        >
          <label className="choice-head">
            <input
              type="radio"
              name="step"
              value="decide-reassign"
              checked={chosen === "decide-reassign"}
              onChange={() => choose("decide-reassign")}
            />
            <span>With another writer</span>
          </label>
          <ThreeParts
            parts={later}
            full={stands}
            keeps={`waits until the new deadline; all ${formatUsd(heldCents)} stays held`}
          />
        </Choice>
      </div>
      <div className="only-refund">
        <BearerField {...{ money, cents, bearer }} onBearer={setBearer} error={mistake(refused, "bearer")} />
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
      <div className="ruling-foot">
        <Field
          name="decide.reason"
          label="Reason"
          hint="Client and writer read these words."
          error={mistake(refused, "reason")}
        >
          <Textarea rows={3} maxLength={10_000} defaultValue={typedBefore(refused, "reason")} />
        </Field>
        <div className="stack [--gap:16px]">
          <ConfirmHere refused={refused && decideSteps.includes(refused.step) ? refused : undefined} />
          <p className="small soft">{shown.effectAfter}</p>
          <Button block busy={busy} disabled={hydrated && chosen === ""}>
            {hydrated ? sendLabel(chosen, cents) : "Decide"}
          </Button>
        </div>
      </div>
    </Form>
  );
};
