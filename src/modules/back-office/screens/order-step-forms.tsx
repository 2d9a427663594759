import type { ReactNode } from "react";
import { FileField } from "#src/modules/files/index.screens.ts";
import { formatUsd, usdString } from "#src/shared/money.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Checkbox, Segmented } from "#src/ui/choices.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Select } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { RadioList } from "#src/ui/radio-lists.tsx";
import type { Cause, DeskOrder } from "./order.server.ts";
import type { StepProps } from "./order-steps.tsx";
import { Line, refusedIn, Say, StepForm } from "./step-form.tsx";

const zoneWords = (zone: string) => zone.replaceAll("_", " ");

/** Date and time in the desk's zone, which is named once. */
const Moment = ({ props, name, label, hint, start }: MomentProps) => (
  <div>
    <p className="label">{label}</p>
    <p className="small muted mb-3">{`${hint} Times are in ${zoneWords(props.clock.zone)}.`}</p>
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
      <Line {...props} name={`${name}Date`} label="Date" type="date" {...(start && { standard: start.date })} />
      <Line {...props} name={`${name}Time`} label="Time" type="time" {...(start && { standard: start.time })} />
    </div>
  </div>
);
type MomentProps = {
  props: StepProps & { step: string };
  name: string;
  label: string;
  hint: string;
  start?: { date: string; time: string };
};

const roomWords = (one: DeskOrder["writers"][number]) =>
  `${one.pseudonym} (${one.name}), ${one.openOrders} of ${one.capacity} in work${one.hasRoom ? "" : ", no room"}`;

/** The office asks one of the writers who have room. */
export const AssignForm = (props: StepProps) => {
  const { shown, clock, refused } = props;
  const mine = refusedIn(refused, "assign");
  const { writers, latestWriterDeadline: latest, order } = shown;
  const free = writers.filter(({ hasRoom }) => hasRoom);
  if (free.length === 0)
    return (
      <Notice tone="warn" title={writers.length === 0 ? "There is no active writer yet." : "No writer has room now."}>
        <p>
          {writers.length === 0
            ? "Open the page of an account under People, and give it the role of writer."
            : "Wait until an order is delivered, or give a writer more room."}
        </p>
      </Notice>
    );
  const late = order.deadline !== null && order.deadline <= clock.now;
  const hint = late
    ? "The client's deadline has passed, so name a date."
    : latest
      ? `Leave empty for the latest: ${formatMoment(latest, clock.zone)}.`
      : "The order has no deadline, so this may stay empty.";
  return (
    <StepForm {...props} step="assign" label="Ask this writer" busyLabel="Asking">
      <Field name="assign.writerId" label="Writer" error={mine?.errors["assign.writerId"]}>
        <Select
          defaultValue={mine?.typed.writerId ?? (free.length === 1 ? free[0]?.id : "")}
          choices={[
            { value: "", label: "Choose a writer" },
            ...writers.map((one) => ({ value: one.id, label: roomWords(one), disabled: !one.hasRoom })),
          ]}
        />
      </Field>
      <details open={late || Boolean(mine)}>
        <summary className="small flex min-h-11 w-fit cursor-pointer items-center font-semibold text-pen">
          Another deadline for the writer
        </summary>
        <div className="mt-3">
          <Moment props={{ ...props, step: "assign" }} name="writer" label="Writer's deadline" hint={hint} />
        </div>
      </details>
    </StepForm>
  );
};

/** The office hands over the work in the writer's place. */
export const DeliverForm = (props: StepProps) => {
  const mine = refusedIn(props.refused, "deliver");
  const { fileField, handedFiles } = props.shown;
  return (
    <StepForm {...props} step="deliver" label="Hand over">
      <Say
        {...props}
        step="deliver"
        name="text"
        label="The work as text"
        hint="At most 200,000 characters. Line ends and spaces are kept. It may stay empty when you add files."
        rows={12}
        most={200_000}
      />
      {fileField && (
        <FileField
          {...fileField}
          name="deliver.files"
          used={handedFiles.map(({ id }) => id)}
          hint="The finished work, tables, code."
          plain="Adding files here needs JavaScript."
          error={mine?.errors["deliver.files"]}
          optional
        />
      )}
      <Say {...props} step="deliver" name="note" label="A note to the client" rows={2} most={2_000} optional />
      <Checkbox name="deliver.final" defaultChecked={mine?.typed.final === "on"}>
        This is the final version. It delivers the order; without it the text is a draft.
      </Checkbox>
    </StepForm>
  );
};

/** Money that a bank statement shows; the amount must be what is owed. */
export const TransferForm = (props: StepProps) => {
  const { priceCents } = props.shown.order;
  return (
    <StepForm {...props} step="confirm-payment" label="Confirm the transfer" busyLabel="Confirming">
      <p className="soft">Read the bank statement first. The same reference is never counted twice.</p>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Line
          {...props}
          step="confirm-payment"
          name="amount"
          label="Amount in US dollars"
          inputMode="decimal"
          {...(priceCents !== null && { standard: usdString(priceCents) })}
        />
        <Line {...props} step="confirm-payment" name="reference" label="The bank's reference" />
      </div>
    </StepForm>
  );
};

const bearers = [
  { value: "writer", label: "Writer" },
  { value: "house", label: "House" },
  { value: "client", label: "Client", note: "change of mind" },
];

const Bearer = ({ props, step }: { props: StepProps; step: string }) => {
  const mine = refusedIn(props.refused, step);
  return (
    <FieldGroup name={`${step}.bearer`} label="Who pays for it" error={mine?.errors[`${step}.bearer`]}>
      <Segmented choices={bearers} defaultValue={mine?.typed.bearer ?? "writer"} />
    </FieldGroup>
  );
};

type Decision = "decide-complete" | "decide-refund" | "decide-resume" | "decide-reassign";
const decisions: Readonly<Record<Decision, { label: string; words: string }>> = {
  "decide-complete": {
    label: "The work stands",
    words:
      "The order is finished. A part of the price can go back, the rest is released when the time for changes ends.",
  },
  "decide-refund": {
    label: "Refund",
    words: "The order ends. Without an amount, all that is left of the price goes back.",
  },
  "decide-resume": { label: "The writer goes on", words: "The work goes on with the same writer." },
  "decide-reassign": {
    label: "Another writer",
    words: "The order stands without a writer, and you choose another one.",
  },
};

/** One of the four ends of a dispute, with its reason and what it does to money or time. */
export const DecideForm = ({ step, ...props }: StepProps & { step: Decision }) => {
  const { order } = props.shown;
  const left = Math.max(0, (order.priceCents ?? 0) - order.refundedCents);
  const { label, words } = decisions[step];
  const money = step === "decide-complete" || step === "decide-refund";
  return (
    <StepForm {...props} step={step} label={label} busyLabel="Deciding">
      <p className="soft">{words}</p>
      {money && (
        <>
          <Line
            {...props}
            step={step}
            name="refund"
            label="Refund in US dollars"
            hint={`At most ${formatUsd(left)}.`}
            inputMode="decimal"
            optional
          />
          <Bearer props={props} step={step} />
        </>
      )}
      {!money && (
        <Moment
          props={{ ...props, step }}
          name="new"
          label="New deadline"
          hint="May stay empty while the old one lies ahead."
        />
      )}
      <Say {...props} step={step} name="reason" label="Reason" hint="It is kept in the history of the order." />
    </StepForm>
  );
};

const causeWords: Readonly<Record<Cause, string>> = {
  client: "The client changed their mind",
  writer: "The writer cannot finish it",
  house: "The house cannot do it",
};
const causeOrder: readonly Cause[] = ["client", "writer", "house"];

/** Every cause with the refund that it brings, so that the amount is seen before anything happens. */
const Causes = ({ props, previews }: { props: StepProps; previews: NonNullable<DeskOrder["previews"]> }) => {
  const mine = refusedIn(props.refused, "cancel");
  const { back } = props.shown.money;
  return (
    <>
      <FieldGroup
        name="cancel.cause"
        label="Whose doing is it"
        hint="The rules below are worded for the client."
        error={mine?.errors["cancel.cause"]}
      >
        <RadioList
          defaultValue={mine?.typed.cause ?? "client"}
          choices={causeOrder.map((cause) => ({
            value: cause,
            label: `${causeWords[cause]}: ${formatUsd(previews[cause].refundCents)} back`,
            note: previews[cause].rule,
          }))}
        />
      </FieldGroup>
      {causeOrder.map((cause) => (
        <input key={cause} type="hidden" name={`cancel.seen-${cause}`} value={previews[cause].refundCents} />
      ))}
      {back && (
        <p className="small muted">{`The money goes back by ${back.method.toLowerCase()}. ${back.arrival ?? ""}`}</p>
      )}
    </>
  );
};

/** Cancelling: the refund first, then the reason, then the button. */
export const CancelForm = ({ keep, ...props }: StepProps & { keep: (button: ReactNode) => ReactNode }) => {
  const { previews, order } = props.shown;
  const paid = previews !== null && order.confirmedAt !== null;
  return (
    <StepForm
      {...props}
      step="cancel"
      label={paid ? "Cancel and refund" : "Cancel the order"}
      busyLabel="Cancelling"
      variant="danger"
      actions={keep}
    >
      {paid ? (
        <Causes props={props} previews={previews} />
      ) : (
        <p className="soft">Nothing is paid, so nothing goes back.</p>
      )}
      <Say
        {...props}
        step="cancel"
        name="reason"
        label="Reason"
        hint="It is kept in the history of the order."
        rows={3}
      />
    </StepForm>
  );
};
