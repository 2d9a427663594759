import { compare, decimal, formatDecimal, parseDecimal } from "#src/shared/decimal.ts";
import type { FieldError } from "#src/shared/outcome.ts";
import type { Amount, DeadlineTable, Named } from "./tables.ts";

/** Collects what is wrong in a document; readers report here and return a stand-in that is then never used. */
export type Report = (path: string, message: string) => void;

export const reporter = (): { errors: FieldError[]; report: Report } => {
  const errors: FieldError[] = [];
  return { errors, report: (path, message) => void errors.push({ path, message }) };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads an object that has exactly the given keys, each by its own reader; those of `elsewhere` are read by the caller. */
export const readObject = <K extends string, T>(
  report: Report,
  value: unknown,
  path: string,
  keys: readonly K[],
  read: (value: unknown, path: string, key: K) => T,
  elsewhere: readonly string[] = [],
): Record<K, T> => {
  const source = isRecord(value) ? value : {};
  // Nothing there at all was reported as missing by whoever read the part above.
  if (source !== value && value !== undefined) report(path, "This part is not an object.");
  const at = (key: string) => (path ? `${path}.${key}` : key);
  for (const key of Object.keys(source))
    if (!keys.some((known) => known === key) && !elsewhere.includes(key))
      report(at(key), "This name is not known here.");
  const entries = keys.map((key) => {
    if (source === value && !Object.hasOwn(source, key)) report(at(key), "This value is missing.");
    return [key, read(Object.hasOwn(source, key) ? source[key] : undefined, at(key), key)] as const;
  });
  return Object.fromEntries(entries) as Record<K, T>;
};

export type Bounds = { readonly least: string; readonly most: string };
export const prices: Bounds = { least: "0.01", most: "20000" };
export const fees: Bounds = { least: "0", most: "1000" };
export const factors: Bounds = { least: "0.01", most: "20" };

/** Reads decimal text or a JSON number with at most four decimals, inside the bounds, into its shortest text. */
export const readAmount = (report: Report, value: unknown, path: string, bounds: Bounds): Amount => {
  if (value === undefined) return "0";
  const text = typeof value === "number" ? String(value) : value;
  const amount = typeof text === "string" && text.length <= 12 ? parseDecimal(text) : null;
  const message = `Enter a number from ${bounds.least} to ${bounds.most}, with at most four decimals.`;
  if (
    !amount ||
    amount.scale > 4 ||
    compare(amount, decimal(bounds.least)) < 0 ||
    compare(amount, decimal(bounds.most)) > 0
  ) {
    report(path, message);
    return "0";
  }
  return formatDecimal(amount);
};

const readList = <T>(
  report: Report,
  value: unknown,
  path: string,
  most: number,
  read: (item: unknown, index: number) => T[],
): T[] => {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.length > 0 && value.length <= most) return value.flatMap(read);
  report(path, `This list must have 1 to ${most} entries.`);
  return [];
};

/** Reads one name: 1 to 80 characters without spaces around it, not used before in `seen`. */
const readName = (report: Report, value: unknown, path: string, seen: Set<string>): string => {
  const good = typeof value === "string" && /^\S(.{0,78}\S)?$/u.test(value);
  if (!good) report(path, "Enter a name of 1 to 80 characters.");
  else if (seen.has(value)) report(path, "This name is in the list twice.");
  const name = good ? value : "";
  seen.add(name);
  return name;
};

export const readNames = (report: Report, value: unknown, path: string, seen: Set<string>): string[] =>
  readList(report, value, path, 200, (item, index) => [readName(report, item, `${path}.${index}`, seen)]);

/** Reads `[name, amount]` pairs. An amount's path ends in its name, a broken pair's in its index. */
export const readNamed = (report: Report, value: unknown, path: string, bounds: Bounds): Named => {
  const seen = new Set<string>();
  return readList(report, value, path, 200, (item, index): (readonly [string, Amount])[] => {
    if (!Array.isArray(item) || item.length !== 2) {
      report(`${path}.${index}`, "Enter a name and a number.");
      return [];
    }
    const name = readName(report, item[0], `${path}.${index}`, seen);
    return [[name, readAmount(report, item[1] ?? null, `${path}.${name}`, bounds)]];
  });
};

/** Reads up to 1,000 rows of `size` texts of at most 80 characters each; none is fine. */
export const readTexts = (report: Report, value: unknown, path: string, size: number): string[][] => {
  const rows: readonly unknown[] | null = Array.isArray(value) && value.length <= 1000 ? value : null;
  if (!rows) report(path, "This list must have at most 1000 entries.");
  return (rows ?? []).flatMap((row) => {
    const texts: readonly unknown[] = Array.isArray(row) && row.length === size ? row : [];
    const good = texts.filter((text): text is string => typeof text === "string" && text.length <= 80);
    if (good.length !== size) report(path, `Each entry must be ${size} texts.`);
    return good.length === size ? [good] : [];
  });
};

const readSteps = (report: Report, value: unknown, path: string, longest: number): DeadlineTable["upTo"] => {
  let last = 0;
  return readList(report, value, path, 12, (item, index): (readonly [number, Amount])[] => {
    const bound: unknown = Array.isArray(item) && item.length === 2 ? item[0] : null;
    if (typeof bound !== "number" || !Number.isInteger(bound) || bound <= last || bound > longest) {
      report(`${path}.${index}`, `Enter a whole number above ${last}, at most ${longest}, and a multiplier.`);
      return [];
    }
    last = bound;
    return [[bound, readAmount(report, Array.isArray(item) ? (item[1] ?? null) : null, `${path}.${bound}`, factors)]];
  });
};

/** Reads a deadline table: rising whole bounds (at most `longest`) and the multiplier beyond them. */
export const readDeadlines = (report: Report, value: unknown, path: string, longest: number): DeadlineTable => {
  let upTo: DeadlineTable["upTo"] = [];
  let beyond: Amount = "0";
  readObject(report, value, path, ["upTo", "beyond"], (part, at, key) => {
    if (key === "upTo") upTo = readSteps(report, part, at, longest);
    else beyond = readAmount(report, part, at, factors);
  });
  return { upTo, beyond };
};
