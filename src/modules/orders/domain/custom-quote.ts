import { counted } from "#src/shared/counted.ts";
import { type FieldError, invalid, type Refusal } from "#src/shared/outcome.ts";
import { hourMs } from "#src/shared/units.ts";
import type { ActionParams } from "./action-params.ts";
import { type QuoteLine, type QuoteOffer, quoteBounds } from "./action-params.ts";
import type { LifeSettings } from "./order-rules.ts";

/** What the rules of quotes look at. */
type Asked = { now: Date; params: ActionParams; settings: LifeSettings };

const wholeCents = (cents: number): boolean => Number.isSafeInteger(cents) && cents > 0;
const one = (path: string, message: string): Refusal => invalid([{ path, message }], message);

const wrongLine = ({ what, cents }: QuoteLine, at: number): FieldError[] => [
  ...(what.trim() === "" ? [{ path: `quote.lines.${at}.what`, message: "Say what this part is." }] : []),
  ...(Number.isSafeInteger(cents) && cents >= 0
    ? []
    : [{ path: `quote.lines.${at}.cents`, message: "Give the amount in whole cents." }]),
];

const wrongLines = ({ lines, cents }: QuoteOffer): Refusal | null => {
  if (!lines) return null;
  if (lines.length === 0) return one("quote.lines", "Name at least one part of the price.");
  if (lines.length > quoteBounds.lines) return one("quote.lines", `Name at most ${quoteBounds.lines} parts.`);
  const wrong = lines.flatMap(wrongLine);
  if (wrong.length > 0) return invalid(wrong);
  const sum = lines.reduce((all, line) => all + line.cents, 0);
  return sum === cents ? null : one("quote.lines", "The parts do not add up to the price.");
};

const earliest = ({ now, settings }: Asked): Date => new Date(now.getTime() + settings.minimumLeadHours * hourMs);
const tooNear = ({ settings }: Asked): string =>
  `Choose a deadline at least ${counted(settings.minimumLeadHours, "hour")} from now.`;

/** Price, parts, scope, deadline and validity of a quote. Refuses invalid, by field. */
export const quoteComplete = (asked: Asked): Refusal | null => {
  const { quote } = asked.params;
  if (!quote) return null;
  const lines = wrongLines(quote);
  if (lines) return lines;
  if (!wholeCents(quote.cents)) return one("quote.cents", "Give a price above zero, in whole cents.");
  if (quote.scope.trim() === "") return one("quote.scope", "Say what the price includes.");
  const { validHours: hours = quoteBounds.leastHours } = quote;
  const { leastHours, mostHours } = quoteBounds;
  if (!Number.isSafeInteger(hours) || hours < leastHours || hours > mostHours)
    return one("quote.validHours", `Choose ${leastHours} to ${counted(mostHours, "hour")}.`);
  return quote.deadline >= earliest(asked) ? null : one("quote.deadline", tooNear(asked));
};

/** A counter-offer says something, and what it says can be. Refuses invalid, by field. */
export const counterSound = (asked: Asked): Refusal | null => {
  const { counter } = asked.params;
  if (!counter) return null;
  const { cents, deadline, text } = counter;
  if (cents === null && deadline === null && text.trim() === "")
    return one("text", "Say what should be different: the price, the deadline or the scope.");
  if (cents !== null && !wholeCents(cents)) return one("price", "Write an amount above zero, like 150 or 112.50.");
  if (text.length > 10_000) return one("text", "Use at most 10,000 characters.");
  return deadline === null || deadline >= earliest(asked) ? null : one("deadlineDate", tooNear(asked));
};
