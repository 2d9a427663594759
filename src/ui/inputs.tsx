import type { ComponentProps, ReactNode } from "react";
import { cx } from "./class-names.ts";
import { useField } from "./field.tsx";
import { ChevronDown, Icon, Search } from "./icons.tsx";

/** What every control takes from its field: name, id, descriptions, whether it is wrong. */
export const useControl = () => {
  const { id, name, describedBy, invalid } = useField();
  return { id, name, "aria-describedby": describedBy, "aria-invalid": invalid || undefined };
};

/** One line of text inside a Field. */
export const Input = ({ className, ...rest }: ComponentProps<"input">) => (
  <input {...useControl()} {...rest} className={cx("input", className)} />
);

/** Several lines of text inside a Field; grows with what is written. */
export const Textarea = ({ className, ...rest }: ComponentProps<"textarea">) => (
  <textarea rows={4} {...useControl()} {...rest} className={cx("textarea", className)} />
);

type Choice = { value: string; label: ReactNode; disabled?: boolean };

const Arrow = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <span className={cx("select-box", className)}>
    {children}
    <Icon of={ChevronDown} />
  </span>
);

const Options = ({ choices }: { choices: readonly Choice[] | undefined }) =>
  choices?.map(({ value, label, disabled }) => (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  ));

export type SelectProps = ComponentProps<"select"> & { choices?: readonly Choice[] };

/** The platform's own list inside a Field. Give `choices`, or options as children. */
export const Select = ({ choices, className, children, ...rest }: SelectProps) => (
  <Arrow>
    <select {...useControl()} {...rest} className={cx("select", className)}>
      <Options choices={choices} />
      {children}
    </select>
  </Arrow>
);

export type BareSelectProps = SelectProps & { name: string; "aria-label": string; boxClassName?: string };

/** A list without a visible label, for rows of filters. */
export const BareSelect = ({ choices, className, boxClassName, children, ...rest }: BareSelectProps) => (
  <Arrow className={boxClassName}>
    <select {...rest} className={cx("select", className)}>
      <Options choices={choices} />
      {children}
    </select>
  </Arrow>
);

type SearchInputProps = Pick<
  ComponentProps<"input">,
  "name" | "form" | "value" | "defaultValue" | "maxLength" | "placeholder" | "onChange" | "onKeyDown"
> & {
  "aria-label": string;
  /** Of the box around the field. */
  className?: string;
  /** After the field, inside its box. */
  children?: ReactNode;
};

/** What a list is searched for, without a visible label; in a GET form the address says it as `search`. */
export const SearchInput = ({ className = "grow", children, ...props }: SearchInputProps) => (
  <div className={cx("relative", className)}>
    <Icon of={Search} className="absolute top-1/2 left-3.5 text-ink-3 [translate:0_-50%]" />
    <input type="search" name="search" maxLength={200} {...props} className="input pl-11" />
    {children}
  </div>
);
