import { type QuoteLine, type QuoteOffer, quoteBounds } from "#src/modules/orders/index.ts";
import { usdString } from "#src/shared/money.ts";
import { type FieldError, invalid, type Outcome } from "#src/shared/outcome.ts";
import { readAmount, readCount } from "#src/shared/typed-values.ts";
import { isZone } from "#src/shared/zone.ts";
import { readMoment, type Typed } from "./step-form.ts";

/** How many parts of a price a form has fields for: as many as were sent, or were asked for, three at least. */
export const partsOf = (typed: Typed): number => {
  const sent = Object.keys(typed).flatMap((name) => /^what-(\d{1,2})$/.exec(name)?.[1] ?? []);
  const asked = Math.max(3, Number(typed.parts) || 0, ...sent.map((at) => Number(at) + 1));
  return Math.min(quoteBounds.lines, asked);
};

const readLines = (typed: Typed, errors: FieldError[]): QuoteLine[] => {
  const lines: QuoteLine[] = [];
  for (let at = 0; at < partsOf(typed); at += 1) {
    const [what, amount] = [(typed[`what-${at}`] ?? "").trim(), (typed[`amount-${at}`] ?? "").trim()];
    if (what === "" && amount === "") continue;
    const read = readAmount(amount);
    if (what === "") errors.push({ path: `what-${at}`, message: "Say what this part is." });
    if (what.length > quoteBounds.what)
      errors.push({ path: `what-${at}`, message: `Use at most ${quoteBounds.what} characters.` });
    if (!read.ok) errors.push({ path: `amount-${at}`, message: read.message });
    lines.push({ what, cents: read.ok ? read.value : 0 });
  }
  if (lines.length === 0) errors.push({ path: "what-0", message: "Name at least one part of the price." });
  return lines;
};

const readHours = (typed: Typed, errors: FieldError[]): number => {
  const hours = readCount(typed.validHours ?? "", { least: quoteBounds.leastHours, most: quoteBounds.mostHours });
  if (hours.ok) return hours.value;
  errors.push({ path: "validHours", message: hours.message });
  return 0;
};

/** The parts of the price, scope, validity, and the deadline by date, time and zone. Refuses invalid, by field. */
export const readQuoteForm = (typed: Typed): Outcome<QuoteOffer> => {
  const errors: FieldError[] = [];
  const lines = readLines(typed, errors);
  const cents = lines.reduce((all, line) => all + line.cents, 0);
  if (errors.length === 0 && cents === 0) errors.push({ path: "amount-0", message: "The price must be above zero." });
  const scope = (typed.scope ?? "").trim();
  if (scope === "") errors.push({ path: "scope", message: "Say what the price includes." });
  if (scope.length > 10_000) errors.push({ path: "scope", message: "Use at most 10,000 characters." });
  const zone = typed.zone ?? "";
  if (!isZone(zone)) errors.push({ path: "zone", message: "This time zone is not known. Choose one from the list." });
  const deadline = readMoment({ typed, zone: isZone(zone) ? zone : "UTC", errors }, "deadline");
  if (!deadline && !errors.some(({ path }) => path.startsWith("deadline")))
    errors.push({ path: "deadlineDate", message: "Choose the day of the deadline." });
  const validHours = readHours(typed, errors);
  return errors.length > 0 || !deadline
    ? invalid(errors)
    : { ok: true, value: { cents, scope, deadline, lines, validHours } };
};

const fieldOf: Readonly<Record<string, string>> = {
  quote: "what-0",
  "quote.cents": "amount-0",
  "quote.lines": "what-0",
  "quote.scope": "scope",
  "quote.deadline": "deadlineDate",
  "quote.validHours": "validHours",
};

/** The form's field for the path of a refusal. */
export const quoteField = (path: string): string => fieldOf[path] ?? path;

/** What the scope of a first quote begins with. */
export const scopeStart = (template: string, { title, pages }: { title: string; pages: number | null }): string =>
  template
    .replaceAll("{title}", () => title)
    .replaceAll("{pages}", () => (pages === null ? "to be agreed" : `${pages} ${pages === 1 ? "page" : "pages"}`));

const tidy = (text: string): string => text.replaceAll("\r\n", "\n").trim();

/** Whether a scope says nothing but what the template says. */
export const isScopeUntouched = (
  scope: string,
  template: string,
  order: { title: string; pages: number | null },
): boolean => tidy(template) !== "" && tidy(scope) === tidy(scopeStart(template, order));

/** What a part is called that nobody named. */
export const customWork = "Custom work";

/** The parts of a price with the guide price as the first; without one they stay. */
export const withGuide = (typed: Typed, cents: number | null): Record<string, string> => ({
  ...typed,
  ...(cents !== null && { "what-0": (typed["what-0"] ?? "").trim() || customWork, "amount-0": usdString(cents) }),
});
