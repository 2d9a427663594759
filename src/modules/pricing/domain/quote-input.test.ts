import { describe, expect, test } from "vitest";
import { defaultMinimumLeadHours, defaultPricingTable } from "./default-table.ts";
import type { InputMode } from "./input-reader.ts";
import { fieldsOf, quoteFields, services } from "./names.ts";
import { pickQuoteFields, readQuoteInput } from "./quote-input.ts";
import * as nine from "./section-nine.testing.ts";

const now = new Date("2027-03-10T12:00:00Z");
const read = (sent: unknown, mode: InputMode = "json", defaultZone?: string) =>
  readQuoteInput(defaultPricingTable, sent, { mode, now, minimumLeadHours: defaultMinimumLeadHours, defaultZone });

const wrong = (sent: unknown, mode: InputMode = "json", zone?: string) => {
  const result = read(sent, mode, zone);
  return result.ok ? {} : Object.fromEntries(result.errors.map(({ path, message }) => [path, message]));
};
const allowed = (sent: unknown, path: string) => {
  const result = read(sent);
  return result.ok ? undefined : result.errors.find((error) => error.path === path)?.allowed;
};

const essay = { service: "non-technical", subject: "Psychology", pages: 5 };
const nothing = { deadline: null, zone: null };

describe("defaults and needs of each service", () => {
  test.each([
    [essay, { ...essay, orderType: "writing", spacing: "double", citedSources: 0 }],
    [
      { ...essay, service: "technical" },
      { ...essay, service: "technical", spacing: "double", citedSources: 0 },
    ],
    [
      { service: "programming", projectType: "Other" },
      { service: "programming", projectSize: "small", projectType: "Other" },
    ],
    [
      { service: "calculations", course: "Physics", software: "R" },
      { service: "calculations", course: "Physics", software: "R", pages: 1 },
    ],
    [
      { service: "coursework", subject: "Law" },
      { service: "coursework", subject: "Law" },
    ],
    [{ service: "quiz" }, { service: "quiz" }],
    [
      { service: "test", subject: "Law", difficulty: "beginner", testType: "final" },
      { service: "test", subject: "Law", difficulty: "beginner", testType: "final" },
    ],
  ])("%j", (sent, input) => {
    expect(read(sent)).toEqual({ ok: true, input: { ...input, ...nothing }, ignored: [] });
  });

  test.each([
    ["non-technical", ["subject", "pages"]],
    ["technical", ["subject", "pages"]],
    ["programming", ["projectType"]],
    ["calculations", ["course", "software"]],
    ["coursework", ["subject"]],
    ["quiz", []],
    ["test", ["subject", "difficulty", "testType"]],
  ])("%s cannot do without %j", (service, fields) => {
    const missing = Object.fromEntries(fields.map((field) => [field, "This answer is missing."]));
    expect(wrong({ service })).toEqual(missing);
    expect(
      wrong(Object.fromEntries([["service", service], ...quoteFields.slice(1).map((name) => [name, " "])]), "form"),
    ).toEqual(missing);
  });

  test("the service itself is needed and one of seven", () => {
    expect(wrong({})).toEqual({ service: "This answer is missing." });
    expect(allowed({ service: "custom" }, "service")).toEqual(services);
    expect(wrong({ service: "__proto__" })).toEqual({ service: "This is not one of the choices." });
  });
});

describe("choices and numbers", () => {
  const test1 = { service: "test", subject: "Law", difficulty: "beginner", testType: "final" };
  test.each([
    [essay, "orderType", nine.orderType],
    [essay, "spacing", nine.spacing],
    [{ service: "programming", projectType: "Other" }, "projectSize", nine.projectSize],
    [{ service: "programming" }, "projectType", nine.projectType],
    [{ service: "calculations", software: "R" }, "course", nine.course],
    [{ service: "calculations", course: "Physics" }, "software", nine.software],
    [test1, "difficulty", nine.difficulty],
    [test1, "testType", nine.testType],
  ])("an unknown choice is refused with the list: %j %s", (sent, field, rows) => {
    for (const value of ["Nope", "", "__proto__", "constructor", "Double", "x".repeat(10_001)]) {
      expect(Object.keys(wrong({ ...sent, [field]: value }))).toEqual([field]);
    }
    expect(allowed({ ...sent, [field]: "Nope" }, field)).toEqual([...rows.keys()]);
    for (const value of [1, null, true, [], ["double"], {}])
      expect(wrong({ ...sent, [field]: value })).toEqual({ [field]: "Write this as text." });
    for (const value of rows.keys()) expect(wrong({ ...sent, [field]: value })).toEqual({});
  });

  test.each([0, 501, -1, 1.5, "5", "", null, true, Number.NaN, [5], 1e9])("%j is not a number of pages", (pages) => {
    expect(wrong({ ...essay, pages })).toEqual({ pages: "Write a whole number from 1 to 500." });
    expect(wrong({ service: "calculations", course: "Other", software: "R", pages })).toHaveProperty("pages");
  });

  test.each([501, -1, 0.5, "0", null])("%j is not a number of sources", (citedSources) => {
    expect(wrong({ ...essay, citedSources })).toEqual({ citedSources: "Write a whole number from 0 to 500." });
  });

  test("the bounds themselves are fine", () => {
    for (const pages of [1, 500])
      for (const citedSources of [0, 500]) expect(wrong({ ...essay, pages, citedSources })).toEqual({});
  });

  test("a subject is any text of up to 10,000 characters, but not blank", () => {
    expect(wrong({ ...essay, subject: "x".repeat(10_000) })).toEqual({});
    expect(wrong({ ...essay, subject: "x".repeat(10_001) })).toEqual({ subject: "Write at most 10,000 characters." });
    expect(wrong({ ...essay, subject: " " })).toEqual({ subject: "This answer is missing." });
    expect(wrong({ ...essay, subject: 7 })).toEqual({ subject: "Write this as text." });
  });

  test("every wrong field is named at once", () => {
    const sent = { service: "technical", pages: 0, spacing: "wide", citedSources: 501, deadline: "soon", foo: 1 };
    expect(Object.keys(wrong(sent)).sort()).toEqual(["citedSources", "deadline", "foo", "pages", "spacing", "subject"]);
  });

  test("a form sends text; empty text is no answer", () => {
    const form = {
      service: "non-technical",
      subject: " Psychology ",
      pages: "5",
      citedSources: "",
      spacing: "",
      orderType: "",
      course: "",
      software: "R",
    };
    expect(read(form, "form")).toEqual({
      ok: true,
      input: { ...essay, orderType: "writing", spacing: "double", citedSources: 0, ...nothing },
      ignored: ["software"],
    });
    for (const pages of ["five", "5.0", "1e2", "-5", "0", "501", "5 5"])
      expect(wrong({ ...form, pages }, "form")).toEqual({ pages: "Write a whole number from 1 to 500." });
  });
});

describe("fields that do not count", () => {
  test("known fields that the service does not use are ignored and listed, whatever they hold", () => {
    const result = read({ ...essay, projectSize: "huge", difficulty: 7, course: null, wordCount: 1, status: "paid" });
    expect(result.ok && result.ignored).toEqual(["projectSize", "difficulty", "course", "wordCount", "status"]);
    const technical = read({ ...essay, service: "technical", orderType: "editing" });
    expect(technical.ok && technical.ignored).toEqual(["orderType"]);
    const quiz = read({ service: "quiz", subject: "Law", pages: 3, deadline: "2027-03-20T12:00:00Z" });
    expect(quiz.ok && quiz.ignored).toEqual(["subject", "pages"]);
  });

  test("what each service uses is what the table of fields says", () => {
    for (const service of services) {
      const used = quoteFields.slice(1).filter((name) => {
        const result = readQuoteInput(
          defaultPricingTable,
          { service, [name]: 3.5 },
          { mode: "json", now, minimumLeadHours: defaultMinimumLeadHours },
        );
        return (
          !result.ok &&
          result.errors.some(({ path, message }) => path === name && message !== "This answer is missing.")
        );
      });
      expect(used.sort()).toEqual([...fieldsOf[service]].sort());
    }
  });

  test.each(["foo", "serviceType", "title", "instructions", "total", "Pages", "constructor", "toString"])(
    "%s is refused",
    (name) => {
      expect(wrong({ ...essay, [name]: "x" })).toEqual({ [name]: "This field is not known here." });
    },
  );

  test("names from the prototype of objects are fields like any other", () => {
    const result = read(JSON.parse('{"service":"quiz","__proto__":{"pages":5}}'));
    expect(result.ok ? [] : result.errors.map(({ path }) => path)).toEqual(["__proto__"]);
    expect(wrong(Object.create(essay))).toEqual({ service: "This answer is missing." });
  });

  test.each([[null], [undefined], ["text"], [7], [[essay]]])("%j is not a quote", (sent) => {
    expect(wrong(sent)).toEqual({ "": "Send one object with the fields of the quote." });
  });

  test("a larger form is cut down to the fields of a quote", () => {
    const form = new Map([
      ["service", "quiz"],
      ["title", "T"],
      ["deadlineZone", "UTC"],
      ["__proto__", "x"],
    ]);
    expect(pickQuoteFields(form)).toEqual({ service: "quiz", deadlineZone: "UTC" });
  });
});
