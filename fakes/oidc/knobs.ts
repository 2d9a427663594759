import { type Tamper, tampers } from "./tamper.ts";

/** What a test, or a curious person, can change while the fake runs. */
export type Knobs = {
  /** refuse: connections are cut; silent: nothing is answered; error: 503. */
  down: "refuse" | "silent" | "error" | null;
  /** The Cross-Origin-Opener-Policy of every page. */
  coop: "same-origin" | null;
  /** Seconds by which the provider's clock is ahead. */
  clockOff: number;
  /** What is wrong with the id token. */
  token: Tamper | null;
};

export const newKnobs = (): Knobs => ({ down: null, coop: null, clockOff: 0, token: null });

const isOneOf = <T>(value: unknown, list: readonly T[]): value is T => list.some((one) => one === value);

/** Turns the knobs that are named; unknown names and values are refused with a sentence. */
export function turn(knobs: Knobs, wishes: Record<string, unknown>): string | null {
  const { down = knobs.down, coop = knobs.coop, clockOff = knobs.clockOff, token = knobs.token, ...rest } = wishes;
  const [unknown] = Object.keys(rest);
  if (unknown) return `There is no knob "${unknown}".`;
  if (!isOneOf(down, [null, "refuse", "silent", "error"] as const)) return "down: refuse, silent, error or null";
  if (!isOneOf(coop, [null, "same-origin"] as const)) return "coop: same-origin or null";
  if (typeof clockOff !== "number") return "clockOff: a number of seconds";
  if (!isOneOf(token, [null, ...tampers])) return `token: ${tampers.join(", ")} or null`;
  Object.assign(knobs, { down, coop, clockOff, token });
  return null;
}
