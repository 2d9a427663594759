import { useState } from "react";
import { readCount } from "#src/shared/typed-values.ts";
import { Icon, Minus, Plus } from "./icons.tsx";
import { useControl } from "./inputs.tsx";

export type StepBounds = { min: number; max: number; step?: number };

const within = (value: number, { min, max }: StepBounds): number => Math.min(max, Math.max(min, value));

/** One press of − (-1) or + (1). A typed value outside the bounds is moved to the nearest bound first. */
export const press = (text: string, direction: 1 | -1, bounds: StepBounds): number => {
  const typed = readCount(text);
  if (!typed.ok) return bounds.min;
  if (typed.value < bounds.min || typed.value > bounds.max) return within(typed.value, bounds);
  return within(typed.value + direction * (bounds.step ?? 1), bounds);
};

/** Whether the ends are reached: then their button is switched off. */
export const ends = (text: string, bounds: StepBounds): { least: boolean; most: boolean } => {
  const typed = readCount(text);
  return { least: typed.ok && typed.value === bounds.min, most: typed.ok && typed.value === bounds.max };
};

/** What the field shows, which was perhaps typed before the scripts came. */
const adjacentValue = (button: HTMLElement) => button.parentElement?.querySelector("input")?.value;

export type StepperProps = StepBounds & {
  /** What one step is, for the buttons' names: "page" gives "One page less". */
  unit: string;
  /** The text in the field: controlled by the screen … */
  value?: string;
  /** … or only started with it. */
  defaultValue?: string | number;
  onValue?: (text: string) => void;
  disabled?: boolean;
};

/** A whole number with − and + inside a Field. Without scripts it is a plain number field. */
export const Stepper = ({ unit, min, max, step = 1, value, defaultValue = min, onValue, disabled }: StepperProps) => {
  const [own, setOwn] = useState(String(defaultValue));
  const control = useControl();
  const text = value ?? own;
  const bounds = { min, max, step };
  const { least, most } = ends(text, bounds);
  const write = (next: string) => {
    setOwn(next);
    onValue?.(next);
  };
  const button = (direction: 1 | -1, off: boolean) => (
    <button
      type="button"
      className="js-only"
      data-needs-scripts={direction}
      aria-label={`One ${unit} ${direction < 0 ? "less" : "more"}`}
      aria-controls={control.id}
      disabled={disabled || off}
      onClick={({ currentTarget }) => write(String(press(adjacentValue(currentTarget) ?? text, direction, bounds)))}
    >
      <Icon of={direction < 0 ? Minus : Plus} />
    </button>
  );
  return (
    <div className="step">
      {button(-1, least)}
      <input
        {...control}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        step={step}
        value={text}
        disabled={disabled}
        onChange={(event) => write(event.currentTarget.value)}
        onWheel={(event) => event.currentTarget.blur()}
      />
      {button(1, most)}
    </div>
  );
};
