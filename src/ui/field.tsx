import { type CSSProperties, createContext, type ReactNode, useContext } from "react";
import { cx } from "./class-names.ts";
import { CircleAlert, Icon } from "./icons.tsx";

export type FieldFacts = { id: string; name: string; describedBy: string | undefined; invalid: boolean };

const FieldContext = createContext<FieldFacts | null>(null);

/** What the surrounding field says: name, id, which sentences describe the control, whether it is wrong. */
export const useField = (): FieldFacts => {
  const facts = useContext(FieldContext);
  if (!facts) throw new Error("A control stands inside a Field or a FieldGroup");
  return facts;
};

/** The id of the control of this name; the error summary links to it. */
export const fieldId = (name: string): string => `f-${name.replace(/[^\w-]/g, "-")}`;

export type FieldProps = {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Below the control, always there: a count, a unit price. */
  help?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  /** Another id than the name gives, where one name stands twice on a page. */
  id?: string;
  className?: string;
  style?: CSSProperties;
  children: ReactNode;
};

const factsOf = ({ name, id = fieldId(name), hint, help, error }: FieldProps): FieldFacts => ({
  id,
  name,
  invalid: Boolean(error),
  describedBy: cx(hint && `${id}-hint`, help && `${id}-help`, error && `${id}-error`) || undefined,
});

const Optional = () => <span className="muted font-normal"> optional</span>;

const Hint = ({ id, children }: { id: string; children: ReactNode }) =>
  children ? (
    <span className="hint small muted" id={`${id}-hint`}>
      {children}
    </span>
  ) : null;

type ErrorProps = { id: string; className?: string | undefined; children: string | undefined };

export const FieldError = ({ id, className, children }: ErrorProps) =>
  children ? (
    <p className={cx("err", className)} id={`${id}-error`}>
      <Icon of={CircleAlert} />
      <span>{children}</span>
    </p>
  ) : null;

const Below = ({ id, help, error }: { id: string; help: ReactNode; error: string | undefined }) => (
  <>
    {help && (
      <p className="help" id={`${id}-help`}>
        {help}
      </p>
    )}
    <FieldError id={id}>{error}</FieldError>
  </>
);

/** One control with its label, hint above and error below. The control inside takes name, id and descriptions from here. */
export const Field = (props: FieldProps) => {
  const facts = factsOf(props);
  const { label, hint, help, error, optional, className, style, children } = props;
  return (
    <div className={cx("field", facts.invalid && "bad", className)} style={style}>
      <label className="label" htmlFor={facts.id}>
        {label}
        {optional && <Optional />}
      </label>
      <Hint id={facts.id}>{hint}</Hint>
      <FieldContext value={facts}>{children}</FieldContext>
      <Below id={facts.id} help={help} error={error} />
    </div>
  );
};

/** The same for a group of radios or checks: a fieldset with a legend. */
export const FieldGroup = (props: FieldProps) => {
  const facts = factsOf(props);
  const { label, hint, help, error, optional, className, style, children } = props;
  return (
    <fieldset
      className={cx("field", facts.invalid && "bad", className)}
      style={style}
      aria-describedby={facts.describedBy}
    >
      <legend className="label">
        {label}
        {optional && <Optional />}
      </legend>
      <Hint id={facts.id}>{hint}</Hint>
      <FieldContext value={facts}>{children}</FieldContext>
      <Below id={facts.id} help={help} error={error} />
    </fieldset>
  );
};
