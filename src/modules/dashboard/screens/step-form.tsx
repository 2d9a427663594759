import { type ReactNode, useRef, useState } from "react";
import type { Action, ShownField, ShownForm } from "#src/modules/orders/index.ts";
import { Button, type ButtonProps, IconButton, LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { useHydrated, useTakeFocus } from "#src/ui/hydrated.ts";
import { Plus, X } from "#src/ui/icons.tsx";
import { Textarea, useControl } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useFlash, useSent } from "#src/ui/use-sent.ts";
import { ContactHint } from "./hidden-contacts.tsx";
import type { Refused } from "./submit-step.server.ts";

type Point = { key: number; text: string };

const most = 40;

const pointsOf = (text: string): Point[] => {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return (lines.length > 0 ? lines : [""]).map((line, key) => ({ key, text: line }));
};

/** What should change, a field for each point; sent as one text with a point in each line. Without scripts it is that text. */
const PointsInput = ({ defaultValue }: { defaultValue: string }) => {
  const { id, name, ...describedBy } = useControl();
  const scripts = useHydrated();
  const [points, setPoints] = useState(() => pointsOf(defaultValue));
  const next = useRef(points.length);
  if (!scripts) return <Textarea rows={5} maxLength={10_000} defaultValue={defaultValue} />;
  const whole = points
    .map(({ text }) => text.replaceAll(/\s*\n\s*/g, " ").trim())
    .filter(Boolean)
    .join("\n");
  const change = (key: number, text: string) =>
    setPoints(points.map((point) => (point.key === key ? { key, text } : point)));
  return (
    <>
      <input type="hidden" name={name} value={whole} />
      <ol className="counted grid gap-2">
        {points.map(({ key, text }, at) => (
          <li
            key={key}
            className="grid-cols-[1.5rem_minmax(0,1fr)_44px] items-start gap-2 before:pt-2.5 before:text-[1.1875rem]/6"
          >
            <textarea
              className="textarea min-h-0"
              rows={2}
              maxLength={2_000}
              id={at === 0 ? id : undefined}
              aria-label={`Point ${at + 1}`}
              {...describedBy}
              data-field={name}
              placeholder="What should change, and where?"
              value={text}
              onChange={({ currentTarget }) => change(key, currentTarget.value)}
            />
            <IconButton
              icon={X}
              label={`Remove point ${at + 1}`}
              disabled={points.length === 1}
              onClick={() => setPoints(points.filter((point) => point.key !== key))}
            />
          </li>
        ))}
      </ol>
      {points.length < most && (
        <Button
          type="button"
          variant="quiet"
          small
          icon={Plus}
          onClick={() => {
            next.current += 1;
            setPoints([...points, { key: next.current, text: "" }]);
          }}
        >
          Add a point
        </Button>
      )}
    </>
  );
};

export type Asks = { orderId: string; version: number; refused: Refused | undefined };

type FormProps = Asks & {
  action: Action;
  label: ReactNode;
  variant?: ButtonProps["variant"];
  /** With a way back to the page without this form. */
  back?: string;
  /** Long texts in every script fit through the body limit as they are, not as escapes. */
  long?: boolean;
  /** Instead of the one button, where a form can be sent in more than one way. */
  buttons?: (busy: FormData | null) => ReactNode;
  children?: ReactNode;
};

const page = (orderId: string) => `/dashboard/orders/${orderId}`;

/** Steps after which the page stays where it is scrolled to. */
const withoutScroll: readonly Action[] = ["approve", "undo-approval"];

/** One step as a form: what it needs, and the button with its verb. Sends which state of the order was seen. */
export const StepForm = (props: FormProps) => {
  const { orderId, version, action, label, variant = "primary", back, children, long, buttons } = props;
  const sent = useSent();
  const busy = sent?.get("action") === action;
  return (
    <Form
      method="post"
      className="stack [--gap:20px]"
      preventScrollReset={withoutScroll.includes(action)}
      {...(long && { encType: "multipart/form-data" as const })}
    >
      {children}
      <div className="row [--gap:12px]">
        <input type="hidden" name="action" value={action} />
        <input type="hidden" name="seenVersion" value={version} />
        {buttons ? (
          buttons(busy && sent ? sent : null)
        ) : (
          <Button variant={variant} busy={busy}>
            {label}
          </Button>
        )}
        {back && (
          <LinkButton variant="outline" to={page(orderId)} preventScrollReset>
            {back}
          </LinkButton>
        )}
      </div>
    </Form>
  );
};

/** A text that an action needs, with what was typed before a refusal; the page itself shows the other fields. */
const Typed = ({ field, refused }: { field: ShownField; refused: Refused | undefined }) =>
  field.kind === "text" ? (
    <Field
      name={field.name}
      label={field.label}
      hint={field.hint}
      error={refused?.errors[field.name]}
      optional={field.optional ?? false}
    >
      {field.name === "points" ? (
        <PointsInput defaultValue={refused?.values[field.name] ?? ""} />
      ) : (
        <Textarea rows={field.rows ?? 5} maxLength={10_000} defaultValue={refused?.values[field.name]} />
      )}
    </Field>
  ) : null;

type BoxProps = {
  form: ShownForm;
  asks: Asks;
  /** Inside a sheet: tinted instead of a sheet of its own. */
  inset?: boolean;
  /** Before the fields of the form, and after them. */
  children?: ReactNode;
  after?: ReactNode;
};

/** The form of an action in its box. One that was asked for by `?step=` takes the focus, so that it is read next. */
export const ActionBox = ({ form, asks, inset, children, after }: BoxProps) => {
  const { action, label, title, intro, fields, send, tone, back, opens } = form;
  const refused = asks.refused?.action === action ? asks.refused : undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  const typed = fields.map((field) => (
    <Typed key={"name" in field ? field.name : field.kind} field={field} refused={refused} />
  ));
  useTakeFocus(opens !== "open", () => heading.current?.focus());
  return (
    <section
      className={cx(
        "stack [--gap:20px]",
        inset ? "rounded-md border border-pen bg-pen-tint px-6 pt-5 pb-6" : "sheet deliver",
      )}
      aria-labelledby="step"
    >
      <h2 className={cx(inset ? "t3" : "t2", "w-fit")} id="step" tabIndex={-1} ref={heading}>
        {title ?? label}
      </h2>
      {intro && <p className="soft">{intro}</p>}
      <StepForm {...asks} action={action} label={send} variant={tone === "danger" ? "danger" : "primary"} back={back}>
        {children}
        {form.toOther ? <ContactHint reader="the other side">{typed}</ContactHint> : typed}
        {after}
      </StepForm>
    </section>
  );
};

/** The form that the address asks for, or one that stands open anyway. */
export const openForm = (forms: readonly ShownForm[], step: string | null): ShownForm | undefined =>
  forms.find(({ action }) => action === step) ?? forms.find(({ opens }) => opens === "open");

type ButtonsProps = { forms: readonly ShownForm[]; step: string | null; asks: Asks; danger?: boolean };

/** What ends the order, or takes it out of the plain way, stands last and quiet. */
const isLast = ({ tone, action }: ShownForm): boolean => tone === "danger" || action === "open-dispute";

/** A button for each action that needs nothing more, a link to the form of each other one that is not open. */
export const ActionButtons = ({ forms, step, asks, danger = false }: ButtonsProps) => {
  return forms
    .filter((form) => isLast(form) === danger && form.opens !== "open" && form.action !== step)
    .toSorted((a, b) => (a.tone === b.tone ? 0 : a.tone === "main" ? -1 : 1))
    .map(({ action, label, opens, tone }) =>
      opens === "at-once" ? (
        <StepForm
          key={action}
          {...asks}
          action={action}
          label={label}
          variant={tone === "main" && step === null ? "primary" : "outline"}
        />
      ) : (
        <LinkButton
          key={action}
          variant={danger ? "quiet" : tone === "main" && step === null ? "primary" : "outline"}
          to={`?step=${action}`}
          preventScrollReset
        >
          {label}
        </LinkButton>
      ),
    );
};

type NoticeProps = { refused: Refused | undefined; since: unknown; open: boolean };

/** Why a step was not taken. A text whose form is gone, because the order went on, is kept to copy. */
export const RefusedNotice = ({ refused, since, open }: NoticeProps) => {
  if (!refused) return null;
  const typed = Object.entries(refused.values).filter(([name, text]) => name in refused.labels && text.trim() !== "");
  return (
    <div className="stack mb-6 [--gap:16px]">
      <ErrorSummary errors={refused.errors} labels={refused.labels} message={refused.message} since={since} />
      {!open &&
        typed.map(([name, text]) => (
          <Field key={name} name={`kept-${name}`} label="What you wrote" hint="It was not sent. You can copy it.">
            <Textarea readOnly rows={4} defaultValue={text} />
          </Field>
        ))}
    </div>
  );
};

/** What was just done; nothing while `refused`. */
export const DoneNotice = ({ done, refused }: { done: string | null; refused: boolean }) => {
  const message = useFlash(done);
  return message && !refused ? <Notice tone="ok" title={message} live className="mb-6" /> : null;
};
