import * as nine from "./section-nine.testing.ts";

/** A second, plain way to the total: fractions over one formula a service, straight from the table of decisions. */
type Fraction = readonly [top: bigint, bottom: bigint];

const fraction = (text: string): Fraction => {
  const [front = "0", back = ""] = text.split(".");
  return [BigInt(front + back), BigInt(`1${"0".repeat(back.length)}`)];
};

const product = (...texts: string[]): Fraction => {
  let [top, bottom]: Fraction = [1n, 1n];
  for (const [a, b] of texts.map(fraction)) [top, bottom] = [top * a, bottom * b];
  return [top, bottom];
};

const sum = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const scaled = ([a, b]: Fraction, text: string): Fraction => [a * fraction(text)[0], b * fraction(text)[1]];

const roundedCents = ([top, bottom]: Fraction): number => {
  const cents = top * 100n;
  const rest = cents % bottom;
  return Number(cents / bottom + (rest * 2n >= bottom ? 1n : 0n));
};

const wholeDays = (left: bigint): bigint => {
  const day = 86_400_000n;
  return left % day === 0n ? left / day : left / day + 1n;
};

const dayFactor = (left: number | null): string => {
  if (left === null) return "1";
  return nine.days.find(([bound]) => wholeDays(BigInt(left)) <= BigInt(bound))?.[1] ?? "1";
};

const hourFactor = (left: number | null): string => {
  if (left === null) return "1";
  for (const [bound, factor] of nine.hours) if (BigInt(left) <= BigInt(bound) * 3_600_000n) return factor;
  return "1";
};

const text = (value: unknown, missing = ""): string => (value === undefined ? missing : String(value));

/** The total in cents of fields as sent, `left` milliseconds before the deadline (null: none). */
export const plainTotal = (sent: Readonly<Record<string, unknown>>, left: number | null): number => {
  const pick = (rows: ReadonlyMap<string, string>, field: string, missing?: string): string => {
    const found = rows.get(text(sent[field], missing));
    if (found === undefined) throw new Error(`${field}: ${text(sent[field])}`);
    return found;
  };
  const subject = text(sent.subject);
  const pages = text(sent.pages, "1");
  const sources = text(sent.citedSources, "0");
  if (sent.service === "non-technical") {
    const rate = nine.nonTech.get(subject) ?? "12";
    const work = product(
      rate,
      pick(nine.orderType, "orderType", "writing"),
      pages,
      pick(nine.spacing, "spacing", "double"),
    );
    return roundedCents(scaled(sum(work, product("1.5", sources)), dayFactor(left)));
  }
  if (sent.service === "technical") {
    const work = product(nine.technical.get(subject) ?? "16", pages, pick(nine.spacing, "spacing", "double"));
    return roundedCents(scaled(sum(work, product("2", sources)), hourFactor(left)));
  }
  if (sent.service === "programming")
    return roundedCents(
      product(pick(nine.projectSize, "projectSize", "small"), pick(nine.projectType, "projectType"), hourFactor(left)),
    );
  if (sent.service === "calculations")
    return roundedCents(
      product(pick(nine.course, "course"), "2", pick(nine.software, "software"), pages, hourFactor(left)),
    );
  if (sent.service === "coursework") return roundedCents(product(nine.coursework.get(subject) ?? "1200"));
  if (sent.service === "quiz") return 1500;
  return roundedCents(
    product(nine.test.get(subject) ?? "30", pick(nine.difficulty, "difficulty"), pick(nine.testType, "testType")),
  );
};
