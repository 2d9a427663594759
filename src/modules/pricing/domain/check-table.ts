import type { FieldError } from "#src/shared/outcome.ts";
import { difficulties, orderTypes, projectSizes, spacings, tiers } from "./names.ts";
import { nameLists, type PastNames } from "./past-names.ts";
import {
  type Bounds,
  factors,
  fees,
  prices,
  type Report,
  readAmount,
  readDeadlines,
  readNamed,
  readNames,
  readObject,
  readTexts,
  reporter,
} from "./table-readers.ts";
import type { PricingTable } from "./tables.ts";

export type CheckedTable = { ok: true; table: PricingTable } | { ok: false; errors: readonly FieldError[] };

type Source = { report: Report; value: unknown; path: string };

/** The parts of an object under `source`, each by name; reports unknown and missing ones. */
const partsOf = <K extends string>(
  { report, value, path }: Source,
  keys: readonly K[],
  elsewhere: readonly string[] = [],
): Record<K, Source> =>
  readObject(report, value, path, keys, (part, at): Source => ({ report, value: part, path: at }), elsewhere);

const amount = (at: Source, bounds: Bounds) => readAmount(at.report, at.value, at.path, bounds);
const named = (at: Source, bounds: Bounds) => readNamed(at.report, at.value, at.path, bounds);
const byKey = <K extends string>(at: Source, keys: readonly K[], bounds: Bounds) =>
  readObject(at.report, at.value, at.path, keys, (part, path) => readAmount(at.report, part, path, bounds));

const readCoursework = (source: Source): PricingTable["coursework"] => {
  const at = partsOf(source, ["subjects", "default"]);
  return { subjects: named(at.subjects, prices), default: amount(at.default, prices) };
};

const readNonTech = (source: Source): PricingTable["nonTech"] => {
  const at = partsOf(source, ["subjects", "default", "orderType", "spacing", "citationFee", "deadlineDays"]);
  return {
    subjects: named(at.subjects, prices),
    default: amount(at.default, prices),
    orderType: byKey(at.orderType, orderTypes, factors),
    spacing: byKey(at.spacing, spacings, factors),
    citationFee: amount(at.citationFee, fees),
    deadlineDays: readDeadlines(source.report, at.deadlineDays.value, at.deadlineDays.path, 365),
  };
};

const readTechnicalWriting = (source: Source): PricingTable["technical"]["writing"] => {
  const at = partsOf(source, ["subjects", "default", "spacing", "citationFee"]);
  return {
    subjects: named(at.subjects, prices),
    default: amount(at.default, prices),
    spacing: byKey(at.spacing, spacings, factors),
    citationFee: amount(at.citationFee, fees),
  };
};

const readTechnical = (source: Source): PricingTable["technical"] => {
  const at = partsOf(source, ["writing", "programming", "calculations", "deadlineHours"]);
  const programming = partsOf(at.programming, ["projectSize", "projectType"]);
  const calculations = partsOf(at.calculations, ["course", "software", "baseMultiplier"]);
  return {
    writing: readTechnicalWriting(at.writing),
    programming: {
      projectSize: byKey(programming.projectSize, projectSizes, prices),
      projectType: named(programming.projectType, factors),
    },
    calculations: {
      course: named(calculations.course, prices),
      software: named(calculations.software, factors),
      baseMultiplier: amount(calculations.baseMultiplier, factors),
    },
    deadlineHours: readDeadlines(source.report, at.deadlineHours.value, at.deadlineHours.path, 8760),
  };
};

const readQuizTests = (source: Source): PricingTable["quizTests"] => {
  const at = partsOf(source, ["quiz", "tiers", "default", "difficulty", "testType"]);
  const seen = new Set<string>();
  return {
    quiz: amount(at.quiz, prices),
    tiers: readObject(source.report, at.tiers.value, at.tiers.path, tiers, (value, path) => {
      const tier = partsOf({ report: source.report, value, path }, ["price", "subjects"]);
      const subjects = readNames(source.report, tier.subjects.value, tier.subjects.path, seen);
      return { price: amount(tier.price, prices), subjects };
    }),
    default: amount(at.default, prices),
    difficulty: byKey(at.difficulty, difficulties, factors),
    testType: named(at.testType, factors),
  };
};

const readPastNames = (source: Source): PastNames => {
  const at = partsOf(source, ["renamed", "retired"]);
  const listOf = (text: string | undefined) => nameLists.find((list) => list === text);
  const rows = (part: Source, size: number) => readTexts(part.report, part.value, part.path, size);
  const unknown = (path: string) => source.report(path, "This list of names is not known here.");
  return {
    renamed: rows(at.renamed, 3).flatMap(([name, from = "", to = ""]) => {
      const list = listOf(name);
      if (!list) unknown(at.renamed.path);
      return list ? [[list, from, to] as const] : [];
    }),
    retired: rows(at.retired, 2).flatMap(([name, gone = ""]) => {
      const list = listOf(name);
      if (!list) unknown(at.retired.path);
      return list ? [[list, gone] as const] : [];
    }),
  };
};

/** Older documents have no past names. */
const hasNames = (value: unknown): value is { names: unknown } =>
  typeof value === "object" && value !== null && Object.hasOwn(value, "names");

/**
 * Takes a stored or typed document and returns the table with every amount as its shortest decimal text,
 * or all that is wrong with it: unknown or missing names, numbers out of bounds, bounds that do not rise.
 */
export const checkPricingTable = (value: unknown): CheckedTable => {
  const { errors, report } = reporter();
  const known = ["coursework", "nonTech", "technical", "quizTests"] as const;
  const source: Source = { report, value: value ?? null, path: "" };
  const at = partsOf(source, known, ["names"]);
  const table: PricingTable = {
    coursework: readCoursework(at.coursework),
    nonTech: readNonTech(at.nonTech),
    technical: readTechnical(at.technical),
    quizTests: readQuizTests(at.quizTests),
    ...(hasNames(value) && { names: readPastNames({ report, value: value.names, path: "names" }) }),
  };
  return errors.length > 0 ? { ok: false, errors } : { ok: true, table };
};
