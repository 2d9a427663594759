import { type ReactNode, useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { Action } from "#src/modules/orders/index.ts";
import { actionLabels } from "#src/modules/orders/index.ts";
import { Button, type ButtonProps, LinkButton } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { Refused } from "./take-step.server.ts";

export type Asks = { orderId: string; version: number; refused: Refused | undefined };

type FormProps = Asks & {
  action: Action;
  label?: string;
  variant?: ButtonProps["variant"];
  /** With a way back to the page without this form. */
  back?: string;
  /** Long texts in every script fit through the door as they are, not as escapes. */
  long?: boolean;
  children?: ReactNode;
};

const page = (orderId: string) => `/dashboard/orders/${orderId}`;

/** One step as a form: what it needs, and the button with its verb. Sends which state of the order was seen. */
export const StepForm = ({ orderId, version, action, label, variant = "primary", back, children, long }: FormProps) => {
  const navigation = useNavigation();
  const busy = navigation.formData?.get("action") === action;
  return (
    <Form method="post" className="stack [--gap:20px]" {...(long && { encType: "multipart/form-data" as const })}>
      {children}
      <div className="row [--gap:12px]">
        <input type="hidden" name="action" value={action} />
        <input type="hidden" name="seenVersion" value={version} />
        <Button variant={variant} busy={busy}>
          {label ?? actionLabels[action]}
        </Button>
        {back && (
          <LinkButton variant="outline" to={page(orderId)} preventScrollReset>
            {back}
          </LinkButton>
        )}
      </div>
    </Form>
  );
};

type SayProps = {
  action: Action;
  name: "points" | "reason" | "outcome" | "answer" | "question";
  label: string;
  hint?: string;
  refused: Refused | undefined;
};

/** A text that a step needs, with what was typed before a refusal. */
export const Say = ({ action, name, label, hint, refused }: SayProps) => {
  const mine = refused?.action === action ? refused : undefined;
  return (
    <Field name={name} label={label} hint={hint} error={mine?.errors[name]}>
      <Textarea rows={5} maxLength={10_000} defaultValue={mine?.typed[name]} />
    </Field>
  );
};

type BoxProps = {
  title: string;
  children: ReactNode;
  /** It is part of the page and was not asked for: the focus stays where it is. */
  waits?: boolean;
};

/** The box of a step that was asked for by `?step=`; takes the focus, so that the next words are read. */
export const StepBox = ({ title, children, waits }: BoxProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!waits) heading.current?.focus();
  }, [waits]);
  return (
    <section className="sheet deliver stack [--gap:20px]" aria-labelledby="step">
      <h2 className="t2 w-fit" id="step" tabIndex={-1} ref={heading}>
        {title}
      </h2>
      {children}
    </section>
  );
};

/** A link to the form of a step: works before scripts arrive. */
export const StepLink = ({ action, label, danger }: { action: Action; label?: string; danger?: boolean }) => (
  <LinkButton variant={danger ? "quiet" : "outline"} to={`?step=${action}`} preventScrollReset>
    {label ?? actionLabels[action]}
  </LinkButton>
);

const labels = {
  points: "Points",
  reason: "Reason",
  outcome: "What outcome you want",
  answer: "Your answer",
  question: "Your question",
  text: "The work as text",
  note: "A note to the client",
  files: "Files",
};
const labelsOf = (action: string) => (action === "open-dispute" ? { ...labels, reason: "What is wrong" } : labels);

/** Why a step was not taken. A text whose form is gone, because the order went on, is kept to copy. */
export const RefusedNotice = ({ refused, open }: { refused: Refused | undefined; open: boolean }) => {
  if (!refused) return null;
  const typed = Object.entries(refused.typed).filter(([, text]) => text.trim() !== "");
  return (
    <div className="stack mb-6 [--gap:16px]">
      <ErrorSummary errors={refused.errors} labels={labelsOf(refused.action)} message={refused.message} />
      {!open &&
        typed.map(([name, text]) => (
          <Field key={name} name={`kept-${name}`} label="What you wrote" hint="It was not sent. You can copy it.">
            <Textarea readOnly rows={4} defaultValue={text} />
          </Field>
        ))}
    </div>
  );
};

const doneWords: Readonly<Record<string, string>> = {
  cancel: "The order is cancelled.",
  complete: "You approved the work. The order is finished.",
  "request-revision": "Your points went to the writer.",
  answer: "Your answer was sent. The work goes on.",
  "open-dispute": "The dispute is open. The office reads both sides and decides.",
  "ask-quote": "You asked for another quote.",
  accept: "You have the order. The work is yours.",
  hold: "Your question was sent. The clock stands until the answer.",
  deliver: "The work is delivered.",
  "as-it-is": "The file goes to the others as it is.",
  "add-files": "The files are with your order.",
  draft: "The draft is added. The client can read it.",
};

export const DoneNotice = ({ did }: { did: string | null }) => {
  const words = did ? doneWords[did] : undefined;
  return words ? <Notice tone="ok" title={words} live className="mb-6" /> : null;
};
