import type { ReactNode } from "react";
import { type RadioChoice, type RadioGroupProps, useRadios } from "./choices.tsx";

/** Boxes to choose one from, inside a FieldGroup: one under the other, each with a sentence. */
export const RadioList = (props: RadioGroupProps) =>
  useRadios(props).map(({ choice, id, input }) => (
    <label className="check" key={choice.value} htmlFor={id}>
      {input}
      <span>
        {choice.label}
        {choice.note && <span className="small muted block">{choice.note}</span>}
      </span>
    </label>
  ));

/** Boxes in a frame to choose one from, each with its amount at the right; inside a FieldGroup. */
export const AmountList = ({
  choices,
  ...rest
}: Omit<RadioGroupProps, "choices"> & { choices: readonly (RadioChoice & { amount: string })[] }) => {
  const radios = useRadios({ choices, ...rest });
  return (
    <div className="amount-list">
      {choices.map(({ value, label, note, amount }, at) => (
        <label key={value} htmlFor={radios[at]?.id}>
          {radios[at]?.input}
          <span>
            <b>{label}</b>
            {note && <small className="meta">{note}</small>}
          </span>
          <span className="amount" translate="no">
            {amount}
          </span>
        </label>
      ))}
    </div>
  );
};

export type MethodChoice = RadioChoice & { icon?: ReactNode };

/** Ways to pay (or similar) as a framed list. */
export const Methods = ({
  choices,
  ...rest
}: Omit<RadioGroupProps, "choices"> & { choices: readonly MethodChoice[] }) => {
  const radios = useRadios({ choices, ...rest });
  return (
    <div className="methods">
      {choices.map(({ value, label, note, icon }, at) => (
        <div className="method" key={value}>
          <label className="method-head" htmlFor={radios[at]?.id}>
            {radios[at]?.input}
            <span>
              <b>{label}</b>
              {note && <small className="meta">{note}</small>}
            </span>
            {icon}
          </label>
        </div>
      ))}
    </div>
  );
};
