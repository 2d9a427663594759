import { describe, expect, test } from "vitest";
import { briefFileColumns, briefNames, briefRows } from "./brief-fields.ts";

const none = {
  ...{ service: "quiz", subject: null, tutoring: false, orderType: null, serviceName: null, serviceType: null },
  ...{ pages: null, wordCount: 0, spacing: null, citedSources: null, projectSize: null, projectType: null },
  ...{ course: null, software: null, academicLevel: null, citationStyle: null, languageVariant: null },
  ...{ difficulty: null, testType: null },
};
/** More than one order has, so that the order of the lines is seen. */
const all = {
  ...{ service: "non-technical", subject: "History", tutoring: true, orderType: "editing", serviceName: "Essays" },
  ...{ serviceType: "essays", pages: 5, wordCount: 1375, spacing: "oneAndHalf", citedSources: 0 },
  ...{ projectSize: "extra-small", projectType: "Data Analysis", course: "Statistics", software: "R" },
  ...({ academicLevel: "master", citationStyle: "chicago-notes", languageVariant: "other" } as const),
  ...{ difficulty: "advanced", testType: "multiple-choice" },
};
const soldAs = [
  "Sold as",
  "Tutoring only: explanations, feedback, examples on other questions. No text to hand in.",
] as const;
const project = [
  ["Size", "Extra small"],
  ["Project", "Data Analysis"],
  ["Course", "Statistics"],
  ["Software", "R"],
];
const writing = [
  ["Academic level", "Master"],
  ["Citation style", "Chicago, footnotes"],
  ["Language", "Named in the instructions"],
];
const asked = [
  ["Difficulty", "Advanced"],
  ["Test", "Multiple choice"],
];

describe("the lines of a brief", () => {
  test("of a client", () => {
    expect(briefRows(all, "client")).toEqual([
      ...[soldAs, ["Kind", "Editing"], ["Length", "1,375 words"], ["Line spacing", "One and a half"]],
      ...[["Cited sources", "0"], ...project, ...writing, ...asked],
    ]);
  });

  test("of a writer, who reads how much it is first, and no zero", () => {
    expect(briefRows(all, "writer")).toEqual([
      ...[soldAs, ["Length", "1,375 words"], ["Spacing", "One and a half"], ["Kind of work", "Editing"]],
      ...[...writing, ...project, ...asked],
    ]);
    expect(briefRows({ ...all, citedSources: 3 }, "writer")).toContainEqual(["Sources", "3"]);
  });

  test("of an admin, who sees the service and the pages too", () => {
    expect(briefRows(all, "admin")).toEqual([
      ...[soldAs, ["Kind", "Editing"], ["Ordered as", "Essays"], ["Service page", "essays"], ["Pages", "5"]],
      ...[
        ["Words", "1,375"],
        ["Line spacing", "One and a half"],
        ["Cited sources", "0"],
      ],
      ...[...project, ...writing, ...asked],
    ]);
    expect(briefRows({ ...none, service: "calculations", pages: 2 }, "admin")).toEqual([["Quantity", "2"]]);
  });

  test("are none where nothing was answered", () => {
    for (const view of ["client", "writer", "admin"] as const) expect(briefRows(none, view)).toEqual([]);
  });
});

test("the file of a list has these columns of a brief", () => {
  expect(briefFileColumns().map(([head, text]) => [head, text(all)])).toEqual(writing.slice(1));
});

test("names and words are hidden while a client is sealed, words are deleted with the account", () => {
  const names = ["subject", "serviceName", "serviceType", "projectType", "course", "software"];
  expect(briefNames.sealed()).toEqual(names);
  expect(briefNames.erased()).toEqual(["course", "software"]);
});
