import type { PriceLine } from "#src/modules/pricing/index.ts";
import type { Values } from "./posted.server.ts";
import type { FoundQuote } from "./prefill.server.ts";

/** A stored quote whose price holds while the form asks for the same work. */
export type HeldQuote = {
  readonly id: string;
  /** The instant of the deadline, seconds too; empty when the quote had none. */
  readonly deadline: string;
  readonly raw: Values;
  readonly lines: readonly PriceLine[];
  readonly subtotalBeforeDeadlineCents: number;
  readonly totalCents: number;
  readonly validUntil: string;
  readonly expired: boolean;
};

/** The quote as the page shows it; `raw` is the form that asks for exactly its work. */
export const heldOf = ({ answer, deadline }: FoundQuote, raw: Values): HeldQuote => ({
  id: answer.id,
  deadline,
  raw,
  lines: answer.lines,
  subtotalBeforeDeadlineCents: answer.lines
    .filter(({ code }) => code !== "deadline")
    .reduce((sum, { cents }) => sum + cents, 0),
  totalCents: answer.totalCents,
  validUntil: answer.validUntil,
  expired: answer.expired ?? false,
});
