import { describe, expect, test } from "vitest";
import { checkPricingTable } from "../editor/check-table.ts";
import { defaultPricingTable } from "./default-table.ts";
import * as nine from "./section-nine.testing.ts";
import { namesOf, subjectsOf, testSubjects } from "./tables.ts";

const { coursework, nonTech, technical, quizTests } = defaultPricingTable;
const fields = (values: Readonly<Record<string, string>>) => Object.entries(values);
const tierRows = Object.values(quizTests.tiers).flatMap(({ price, subjects }) => subjects.map((name) => [name, price]));

describe("every row that was written down by hand, and no other", () => {
  test.each([
    ["coursework", coursework.subjects, nine.coursework, 18],
    ["non-technical writing", nonTech.subjects, nine.nonTech, 17],
    ["technical writing", technical.writing.subjects, nine.technical, 11],
    ["order types", fields(nonTech.orderType), nine.orderType, 3],
    ["spacing", fields(nonTech.spacing), nine.spacing, 3],
    ["spacing, technical", fields(technical.writing.spacing), nine.spacing, 3],
    ["project sizes", fields(technical.programming.projectSize), nine.projectSize, 4],
    ["project types", technical.programming.projectType, nine.projectType, 13],
    ["courses", technical.calculations.course, nine.course, 12],
    ["software", technical.calculations.software, nine.software, 13],
    ["test subjects", tierRows, nine.test, 29],
    ["difficulty", fields(quizTests.difficulty), nine.difficulty, 3],
    ["test types", quizTests.testType, nine.testType, 7],
  ])("%s", (_name, here, there, count) => {
    expect([here.length, there.size]).toEqual([count, count]);
    expect(new Map(here.map(([name, value]) => [name, value]))).toEqual(there);
  });

  test("deadlines", () => {
    const numbers = (rows: readonly (readonly [string, string])[]) =>
      rows.map(([bound, factor]) => [Number(bound), factor]);
    expect(nonTech.deadlineDays).toEqual({ upTo: numbers(nine.days), beyond: "1" });
    expect(technical.deadlineHours).toEqual({ upTo: numbers(nine.hours), beyond: "1" });
  });

  test("defaults, fees and fixed prices", () => {
    expect([coursework.default, nonTech.default, technical.writing.default, quizTests.default]).toEqual([
      "1200",
      "12",
      "16",
      "30",
    ]);
    expect([nonTech.citationFee, technical.writing.citationFee]).toEqual(["1.5", "2"]);
    expect([technical.calculations.baseMultiplier, quizTests.quiz]).toEqual(["2", "15"]);
  });
});

test("the defaults are a table, and checking changes nothing in them, also after a way through JSON", () => {
  expect(checkPricingTable(defaultPricingTable)).toEqual({ ok: true, table: defaultPricingTable });
  expect(checkPricingTable(JSON.parse(JSON.stringify(defaultPricingTable)))).toEqual({
    ok: true,
    table: defaultPricingTable,
  });
});

test("subjects by service", () => {
  expect(subjectsOf(defaultPricingTable, "non-technical")).toEqual(namesOf(nonTech.subjects));
  expect(subjectsOf(defaultPricingTable, "technical")).toContain("Other Technical Subject");
  expect(subjectsOf(defaultPricingTable, "coursework")).toContain("Others");
  expect(subjectsOf(defaultPricingTable, "test")).toEqual(testSubjects(defaultPricingTable));
  expect(subjectsOf(defaultPricingTable, "quiz")).toEqual([]);
});
