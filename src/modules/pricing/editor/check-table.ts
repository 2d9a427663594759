import { z } from "zod";
import { compare, type Decimal, decimal, formatDecimal, parseDecimal } from "#src/shared/decimal.ts";
import type { FieldError } from "#src/shared/outcome.ts";
import { difficulties, orderTypes, projectSizes, spacings, type Tier, tiers } from "../domain/names.ts";
import { nameLists } from "../domain/past-names.ts";
import type { Amount, PricingTable } from "../domain/tables.ts";

export type Bounds = { readonly least: string; readonly most: string };
export const prices: Bounds = { least: "0.01", most: "20000" };
export const fees: Bounds = { least: "0", most: "1000" };
export const factors: Bounds = { least: "0.01", most: "20" };

/** The exact decimal of a text, null outside the bounds. */
export const amountWithin = (text: string, { least, most }: Bounds): Decimal | null => {
  const amount = text.length <= 12 ? parseDecimal(text) : null;
  return amount && compare(amount, decimal(least)) >= 0 && compare(amount, decimal(most)) <= 0 ? amount : null;
};

type Leaves = {
  amount(bounds: Bounds): z.ZodType<Amount>;
  named(bounds: Bounds): z.ZodType<[name: string, value: Amount][]>;
  upTo(longest: number): z.ZodType<[bound: number, multiplier: Amount][]>;
  names: z.ZodType<string[]>;
};

const byKey = <const K extends string, S extends z.ZodType>(keys: readonly K[], schema: S) =>
  z.strictObject(Object.fromEntries(keys.map((key) => [key, schema])) as Record<K, S>);

/** The parts of a price table: what may be stored and what the API describes differ in the leaves alone. */
export const tableParts = ({ amount, named, upTo, names }: Leaves) => {
  const bySubject = { subjects: named(prices), default: amount(prices) };
  const writing = { spacing: byKey(spacings, amount(factors)), citationFee: amount(fees) };
  const steps = (longest: number) =>
    z
      .strictObject({ upTo: upTo(longest), beyond: amount(factors) })
      .describe("Multipliers by time left: each bound belongs to its own step.");
  return {
    coursework: z.strictObject(bySubject),
    nonTech: z.strictObject({
      ...bySubject,
      orderType: byKey(orderTypes, amount(factors)),
      ...writing,
      deadlineDays: steps(365),
    }),
    technical: z.strictObject({
      writing: z.strictObject({ ...bySubject, ...writing }),
      programming: z.strictObject({
        projectSize: byKey(projectSizes, amount(prices)),
        projectType: named(factors),
      }),
      calculations: z.strictObject({
        course: named(prices),
        software: named(factors),
        baseMultiplier: amount(factors),
      }),
      deadlineHours: steps(8760),
    }),
    quizTests: z.strictObject({
      quiz: amount(prices),
      tiers: byKey(tiers, z.strictObject({ price: amount(prices), subjects: names })).superRefine(reportTwice),
      default: amount(prices),
      difficulty: byKey(difficulties, amount(factors)),
      testType: named(factors),
    }),
  };
};

type Found = z.RefinementCtx;
const twice = (named: readonly (readonly [name: string, path: (string | number)[]])[], found: Found): void =>
  named.forEach(([name, path], at) => {
    if (named.findIndex(([other]) => other === name) < at)
      found.addIssue({ code: "custom", path, message: "This name is in the list twice." });
  });
const reportTwice = (held: Record<Tier, { subjects: string[] }>, found: Found): void =>
  twice(
    tiers.flatMap((tier) => held[tier].subjects.map((name, at) => [name, [tier, "subjects", at]] as const)),
    found,
  );

const missing = "This value is missing.";
/** The message for a wrong value, or that it is missing. */
const says = (error: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? undefined : error),
});

const list = <S extends z.ZodType>(item: S, most: number) => {
  const error = `This list must have 1 to ${most} entries.`;
  return z.array(item, says(error)).min(1, { error, abort: true }).max(most, { error, abort: true });
};

/** Decimal text or a JSON number with at most four decimals, inside the bounds, as its shortest text. */
const amount = (bounds: Bounds) =>
  z.unknown().transform((typed, found): Amount => {
    const value = typeof typed === "string" || typeof typed === "number" ? amountWithin(String(typed), bounds) : null;
    if (value && value.scale <= 4) return formatDecimal(value);
    const wrong = `Enter a number from ${bounds.least} to ${bounds.most}, with at most four decimals.`;
    found.addIssue({ code: "custom", message: typed === undefined ? missing : wrong });
    return z.NEVER;
  });

const badName = "Enter a name of 1 to 80 characters.";
const name = z.string(badName).regex(/^\S(.{0,78}\S)?$/u, badName);

const named = (bounds: Bounds) =>
  list(z.tuple([name, amount(bounds)], "Enter a name and a number."), 200).superRefine((rows, found) =>
    twice(
      rows.map(([one], at) => [one, [at]]),
      found,
    ),
  );

/** Rising whole bounds, at most `longest`, each with its multiplier. */
const upTo = (longest: number) =>
  list(z.unknown(), 12)
    .superRefine((rows, found) => {
      let last = 0;
      rows.forEach((row, at) => {
        const bound: unknown = Array.isArray(row) && row.length === 2 ? row[0] : null;
        const message = `Enter a whole number above ${last}, at most ${longest}, and a multiplier.`;
        if (typeof bound === "number" && Number.isInteger(bound) && bound > last && bound <= longest) last = bound;
        else found.addIssue({ code: "custom", path: [at], message });
      });
    })
    .pipe(z.array(z.tuple([z.int(), amount(factors)])));

const nameList = z.enum(nameLists, "This list of names is not known here.");
const pastRows = <S extends z.ZodType>(row: S) => {
  const error = "This list must have at most 1000 entries.";
  return z.array(row, says(error)).max(1000, { error, abort: true });
};
const of3 = "Each entry must be 3 texts.";
const of2 = "Each entry must be 2 texts.";
const pastNames = z.strictObject({
  renamed: pastRows(z.tuple([nameList, z.string(of3).max(80, of3), z.string(of3).max(80, of3)], of3)),
  retired: pastRows(z.tuple([nameList, z.string(of2).max(80, of2)], of2)),
});

/** The document `settings/pricing`, every amount as its shortest decimal text. Older documents have no past names. */
export const pricingTable: z.ZodType<PricingTable> = z.strictObject({
  ...tableParts({ amount, named, upTo, names: list(name, 200) }),
  names: pastNames.optional(),
});

/** A row of a list is named by its place, the amount in it by the row's name or bound. */
const pathOf = (document: unknown, path: readonly PropertyKey[]): PropertyKey[] => {
  const at = path.findIndex((key) => typeof key === "number");
  if (at < 0) return [...path];
  const row = path.slice(0, at + 1).reduce<unknown>((part, key) => Reflect.get(Object(part), key), document);
  const first: unknown = Array.isArray(row) ? row[0] : undefined;
  const isAmount =
    path[at + 1] === 1 && path[0] !== "names" && (typeof first === "string" || typeof first === "number");
  return [...path.slice(0, at), isAmount ? first : (path[at] ?? "")];
};

export type CheckedTable = { ok: true; table: PricingTable } | { ok: false; errors: readonly FieldError[] };

/** Takes a stored or typed document and returns the table, or what is wrong with it: a place and words, each place once. */
export const checkPricingTable = (value: unknown): CheckedTable => {
  const document = value ?? null;
  const checked = pricingTable.safeParse(document, {
    error: ({ input }) => (input === undefined ? missing : "This part is not an object."),
  });
  if (checked.success) return { ok: true, table: checked.data };
  const errors = checked.error.issues.flatMap((issue) => {
    const path = pathOf(document, issue.path);
    if (issue.code !== "unrecognized_keys") return { path: path.join("."), message: issue.message };
    return issue.keys.map((key) => ({ path: [...path, key].join("."), message: "This name is not known here." }));
  });
  return { ok: false, errors: errors.filter(({ path }, at) => errors.findIndex((one) => one.path === path) === at) };
};
