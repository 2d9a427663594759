export type StepBounds = { min: number; max: number; step?: number };

const within = (value: number, { min, max }: StepBounds): number => Math.min(max, Math.max(min, value));

/** One press of − (-1) or + (1). What was typed outside the bounds comes back to the nearest end first. */
export const press = (text: string, direction: 1 | -1, bounds: StepBounds): number => {
  const value = Math.trunc(Number(text));
  if (text.trim() === "" || !Number.isFinite(value)) return bounds.min;
  if (value < bounds.min || value > bounds.max) return within(value, bounds);
  return within(value + direction * (bounds.step ?? 1), bounds);
};

/** Whether the ends are reached: then their button is switched off. */
export const ends = (text: string, bounds: StepBounds): { least: boolean; most: boolean } => {
  const value = Number(text);
  const known = text.trim() !== "" && Number.isFinite(value);
  return { least: known && value === bounds.min, most: known && value === bounds.max };
};
