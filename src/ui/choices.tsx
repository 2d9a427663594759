import type { ComponentProps, CSSProperties, ReactNode } from "react";
import { cx } from "./class-names.ts";
import { FieldError, fieldId, useField } from "./field.tsx";

export type RadioChoice = {
  value: string;
  label: ReactNode;
  /** A second, smaller line: what it means, a factor, a price. */
  note?: ReactNode;
  disabled?: boolean;
};

export type RadioGroupProps = {
  choices: readonly RadioChoice[];
  /** Controlled by the screen … */
  value?: string | undefined;
  /** … or only started with a value. */
  defaultValue?: string | undefined;
  onValue?: (value: string) => void;
  /** The id of the form, where the group stands outside it. */
  form?: string;
};

type Chosen = { checked?: boolean; defaultChecked?: boolean; onChange?: () => void };

const chosen = ({ value, defaultValue, onValue }: RadioGroupProps, own: string): Chosen => ({
  ...(value === undefined ? { defaultChecked: defaultValue === own } : { checked: value === own }),
  ...(onValue ? { onChange: () => onValue(own) } : value !== undefined && { onChange: () => undefined }),
});

export const useRadios = (props: RadioGroupProps) => {
  const { id: first, name } = useField();
  return props.choices.map((choice, at) => {
    const id = at === 0 ? first : `${first}-${choice.value.replace(/[^\w-]/g, "-")}`;
    const { value, disabled } = choice;
    return {
      choice,
      id,
      input: (
        <input
          type="radio"
          id={id}
          name={name}
          value={value}
          disabled={disabled}
          form={props.form}
          {...chosen(props, value)}
        />
      ),
    };
  });
};

/** Two to four choices side by side, inside a FieldGroup. */
export const Segmented = (props: RadioGroupProps) => (
  <div className="seg">
    {useRadios(props).map(({ choice, id, input }) => (
      <label key={choice.value} htmlFor={id}>
        {input}
        {choice.label}
        {choice.note && <small>{choice.note}</small>}
      </label>
    ))}
  </div>
);

/** The steps of a deadline as marks in a row, inside a FieldGroup. `note` is the factor or the price of the step. */
export const DeadlineSteps = (props: RadioGroupProps) => (
  <div className="deadline-steps" style={{ "--n": props.choices.length } as CSSProperties}>
    {useRadios(props).map(({ choice, id, input }) => (
      <label key={choice.value} htmlFor={id}>
        {input}
        <b>{choice.label}</b>
        {choice.note && <small>{choice.note}</small>}
      </label>
    ))}
  </div>
);

export type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  name: string;
  error?: string | undefined;
  children: ReactNode;
};

/** One box with its sentence; stands alone, with its own error. */
export const Checkbox = ({ name, id = fieldId(name), error, children, className, ...rest }: CheckboxProps) => (
  <div className={cx("field", error && "bad", className)}>
    <label className="check">
      <input
        {...rest}
        type="checkbox"
        id={id}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <span>{children}</span>
    </label>
    <FieldError id={id}>{error}</FieldError>
  </div>
);
