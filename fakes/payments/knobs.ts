/** What a test, or a curious person, can change while a fake of a payment provider runs. */
export type Knobs = {
  /** Webhooks are made and never sent. */
  drop: boolean;
  /** Each webhook is sent twice. */
  duplicate: boolean;
  /** A webhook waits until the next one is sent. */
  reorder: boolean;
  /** Milliseconds before a webhook is sent. */
  delayMs: number;
  /** Calls: error answers 500, lost does the work and then cuts the line, silent never answers. */
  down: "error" | "lost" | "silent" | null;
  /** Milliseconds before a call is answered. */
  slowMs: number;
};

export const newKnobs = (): Knobs => ({
  drop: false,
  duplicate: false,
  reorder: false,
  delayMs: 0,
  down: null,
  slowMs: 0,
});

/** Turns the knobs that are named; a name or a kind of value that is unknown is refused with a sentence. */
export function turn(knobs: Knobs, wishes: Record<string, unknown>): string | null {
  const plain = newKnobs();
  for (const [name, value] of Object.entries(wishes)) {
    if (!(name in plain)) return `There is no knob "${name}".`;
    const fits =
      name === "down"
        ? [null, "error", "lost", "silent"].includes(value as string | null)
        : typeof value === typeof plain[name as keyof Knobs];
    if (!fits) return `${name}: not a value of this knob`;
  }
  Object.assign(knobs, wishes);
  return null;
}
