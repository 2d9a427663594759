import { parseUsd } from "#src/shared/money.ts";
import { type FieldError, invalid, type Outcome } from "#src/shared/outcome.ts";
import { isZone } from "#src/shared/zone.ts";
import { readMoment, type Typed } from "./step-form.ts";

export type QuoteWish = { cents: number; scope: string; deadline: Date };

const priceOf = (typed: Typed, errors: FieldError[]): number => {
  const text = (typed.price ?? "").trim().replace(/^\$/, "").replaceAll(",", "");
  const cents = parseUsd(text);
  if (cents === null || cents <= 0) {
    const message = text === "" ? "Write the price." : "Write an amount above zero, like 180 or 112.50.";
    errors.push({ path: "price", message });
  }
  return cents ?? 0;
};

/** Price in dollars, scope, and the deadline by date, time and zone. Refuses invalid, by field. */
export const readQuoteForm = (typed: Typed): Outcome<QuoteWish> => {
  const errors: FieldError[] = [];
  const cents = priceOf(typed, errors);
  const scope = (typed.scope ?? "").trim();
  if (scope === "") errors.push({ path: "scope", message: "Say what the price includes." });
  if (scope.length > 10_000) errors.push({ path: "scope", message: "Use at most 10,000 characters." });
  const zone = typed.zone ?? "";
  if (!isZone(zone)) errors.push({ path: "zone", message: "This time zone is not known. Choose one from the list." });
  const deadline = readMoment({ typed, zone: isZone(zone) ? zone : "UTC", errors }, "deadline");
  if (!deadline && !errors.some(({ path }) => path.startsWith("deadline")))
    errors.push({ path: "deadlineDate", message: "Choose the day of the deadline." });
  return errors.length > 0 || !deadline ? invalid(errors) : { ok: true, value: { cents, scope, deadline } };
};

const fieldOf: Readonly<Record<string, string>> = {
  quote: "price",
  "quote.cents": "price",
  "quote.scope": "scope",
  "quote.deadline": "deadlineDate",
};

/** The form's field for the path of a refusal. */
export const quoteField = (path: string): string => fieldOf[path] ?? path;
