import { describe, expect, test } from "vitest";
import { checkPricingTable } from "../editor/check-table.ts";
import { defaultMinimumLeadHours, defaultPricingTable } from "./default-table.ts";
import { makeQuote, type Quote } from "./quote.ts";
import * as nine from "./section-nine.testing.ts";
import type { PricingTable } from "./tables.ts";

const HOUR = 3_600_000;
const now = new Date("2027-03-10T21:07:31.123Z");

const quoted = (
  sent: Record<string, unknown>,
  milliseconds?: number,
  table: PricingTable = defaultPricingTable,
): Quote => {
  const deadline = milliseconds === undefined ? {} : { deadline: new Date(now.getTime() + milliseconds).toISOString() };
  const outcome = makeQuote(
    table,
    { ...sent, ...deadline },
    { mode: "json", now, minimumLeadHours: defaultMinimumLeadHours },
  );
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
};

const essay = { service: "non-technical", subject: "Psychology", pages: 5, citedSources: 6 };

describe("worked examples of the decisions", () => {
  test.each<[Record<string, unknown>, number | undefined, number]>([
    [{ ...essay, orderType: "writing", spacing: "double" }, 60, 12600],
    [
      {
        service: "non-technical",
        subject: "Philosophy",
        orderType: "proofreading",
        pages: 11,
        spacing: "oneAndHalf",
        citedSources: 0,
      },
      200,
      13200,
    ],
    [
      {
        service: "non-technical",
        subject: "History",
        orderType: "editing",
        pages: 3,
        spacing: "single",
        citedSources: 1,
      },
      160,
      6171,
    ],
    [{ service: "technical", subject: "Engineering", pages: 6, spacing: "single", citedSources: 5 }, 60, 37500],
    [{ service: "technical", subject: "Data Science", pages: 8, spacing: "double", citedSources: 10 }, 20, 36000],
    [{ service: "programming", projectSize: "medium", projectType: "Machine Learning" }, 100, 22500],
    [{ service: "programming", projectSize: "extra-small", projectType: "Automation Script" }, 150, 3465],
    [{ service: "calculations", course: "Physics", software: "MATLAB", pages: 3 }, 36, 32340],
    [{ service: "test", subject: "Organic Chemistry", difficulty: "advanced", testType: "mixed" }, undefined, 7188],
    [{ service: "test", subject: "History", difficulty: "advanced", testType: "mixed" }, undefined, 4313],
    [{ service: "coursework", subject: "Law" }, undefined, 120000],
    [{ service: "quiz" }, undefined, 1500],
  ])("%j, %j h = %i cents", (sent, hours, cents) => {
    expect(quoted(sent, hours && hours * HOUR).totalCents).toBe(cents);
  });
});

describe("a bound belongs to the cheaper side", () => {
  const technical = { service: "technical", subject: "Engineering", pages: 1 };
  test.each(
    nine.hours.map(([bound, factor], index) => [Number(bound), factor, nine.hours[index + 1]?.[1] ?? "1"] as const),
  )("technical: %i h is still x %s, one millisecond more is x %s", (bound, factor, next) => {
    for (const service of [
      technical,
      { service: "programming", projectType: "Other" },
      { service: "calculations", course: "Other", software: "R" },
    ]) {
      expect(quoted(service, bound * HOUR).factors.deadline).toBe(factor);
      expect(quoted(service, bound * HOUR - 1).factors.deadline).toBe(factor);
      expect(quoted(service, bound * HOUR + 1).factors.deadline).toBe(next);
    }
  });

  test.each(
    nine.days.map(([bound, factor], index) => [Number(bound), factor, nine.days[index + 1]?.[1] ?? "1"] as const),
  )("non-technical: %i days are still x %s, one millisecond more is a day more: x %s", (bound, factor, next) => {
    expect(quoted(essay, bound * 24 * HOUR).factors.deadline).toBe(factor);
    expect(quoted(essay, bound * 24 * HOUR - 1).factors.deadline).toBe(factor);
    expect(quoted(essay, bound * 24 * HOUR + 1).factors.deadline).toBe(next);
  });
});

const shown = (quote: Quote): string[] =>
  quote.lines.map(({ code, label, detail, cents, exact }) => [code, label, detail, cents, exact].join(" | "));

describe("the slip", () => {
  test("an essay without and with a deadline; lines without effect stay", () => {
    const quote = quoted(essay, 6.5 * 24 * HOUR);
    expect(shown(quote)).toEqual([
      "work | Writing, 5 pages | Psychology: $15.00 a page, 5 × $15.00 | 7500 | 75.00",
      "order-type | Order type: writing | × 1 on $75.00 | 0 | 0.00",
      "spacing | Double spacing | × 1 on $75.00 | 0 | 0.00",
      "sources | 6 cited sources | $1.50 for each source | 900 | 9.00",
      "deadline | Deadline: up to 7 days | × 1.1 on $84.00 | 840 | 8.40",
    ]);
    expect([quote.totalCents, quote.subtotalBeforeDeadlineCents, quote.wordCount, quote.hoursLeft]).toEqual([
      9240, 8400, 1375, 156,
    ]);
    expect(quote.factors).toEqual({ rate: "15", orderType: "1", spacing: "1", citationFee: "1.5", deadline: "1.1" });
    expect(quote.deadlineTable).toEqual({ unit: "days", table: defaultPricingTable.nonTech.deadlineDays });
    const open = quoted(essay);
    expect(shown(open).at(-1)).toBe("deadline | Deadline: not chosen | × 1 on $84.00 | 0 | 0.00");
    expect([open.totalCents, open.hoursLeft]).toEqual([8400, null]);
    expect(quoted(essay, 200 * HOUR).lines.at(-1)?.label).toBe("Deadline: 8 days or more");
  });

  test("what an order type takes away is a line of its own", () => {
    const edited = quoted({
      service: "non-technical",
      subject: "History",
      orderType: "editing",
      pages: 1,
      spacing: "single",
      citedSources: 1,
    });
    expect(shown(edited).slice(0, 4)).toEqual([
      "work | Editing, 1 page | History: $13.00 a page, 1 × $13.00 | 1300 | 13.00",
      "order-type | Order type: editing | × 0.7 on $13.00 | -390 | -3.90",
      "spacing | Single spacing | × 2 on $9.10 | 910 | 9.10",
      "sources | 1 cited source | $1.50 for each source | 150 | 1.50",
    ]);
  });

  test("each other service has its own lines in its own order", () => {
    expect(
      shown(quoted({ service: "technical", subject: "Physics", pages: 2, spacing: "oneAndHalf" }, 13 * HOUR)),
    ).toEqual([
      "work | Technical writing, 2 pages | Physics: $19.00 a page, 2 × $19.00 | 3800 | 38.00",
      "spacing | 1.5 spacing | × 1.5 on $38.00 | 1900 | 19.00",
      "sources | 0 cited sources | $2.00 for each source | 0 | 0.00",
      "deadline | Deadline: up to 24 hours | × 2 on $57.00 | 5700 | 57.00",
    ]);
    expect(
      shown(
        quoted({ service: "programming", projectSize: "extra-small", projectType: "Automation Script" }, 150 * HOUR),
      ),
    ).toEqual([
      "size | Programming, extra-small project | Extra-small size: $35.00 | 3500 | 35.00",
      "complexity | Complexity: Automation Script | × 0.9 on $35.00 | -350 | -3.50",
      "deadline | Deadline: up to 7 days | × 1.1 on $31.50 | 315 | 3.15",
    ]);
    expect(
      shown(quoted({ service: "calculations", course: "Physics", software: "MATLAB", pages: 3 }, 169 * HOUR)),
    ).toEqual([
      "work | Calculations, quantity 3 | Physics: $22.00 × 2, 3 × $44.00 | 13200 | 132.00",
      "software | Software: MATLAB | × 1.4 on $132.00 | 5280 | 52.80",
      "deadline | Deadline: more than 7 days | × 1 on $184.80 | 0 | 0.00",
    ]);
    expect(
      shown(quoted({ service: "test", subject: "History", difficulty: "advanced", testType: "multiple-choice" })),
    ).toEqual([
      "tier | Test, standard tier | History: $30.00 | 3000 | 30.00",
      "difficulty | Difficulty: advanced | × 1.25 on $30.00 | 750 | 7.50",
      "type | Test type: multiple choice | × 1 on $37.50 | 0 | 0.00",
    ]);
    expect(shown(quoted({ service: "coursework", subject: "Law" }, 5 * HOUR))).toEqual([
      "work | Coursework, Law | Law: $1,200.00 a course | 120000 | 1200.00",
    ]);
    expect(shown(quoted({ service: "quiz" }, 5 * HOUR))).toEqual(["work | Quiz | Fixed price: $15.00 | 1500 | 15.00"]);
  });

  test("half cents round away from zero once, and the lines still add up", () => {
    const quote = quoted({ service: "test", subject: "History", difficulty: "advanced", testType: "mixed" });
    expect(quote.lines.map(({ cents, exact }) => [cents, exact])).toEqual([
      [3000, "30.00"],
      [750, "7.50"],
      [563, "5.625"],
    ]);
    const down = quoted({ service: "test", subject: "History", difficulty: "advanced", testType: "practice" });
    expect(down.lines.map(({ cents, exact }) => [cents, exact])).toEqual([
      [3000, "30.00"],
      [750, "7.50"],
      [-375, "-3.75"],
    ]);
  });
});

describe("an unknown subject takes the default of its table, and the quote says so", () => {
  test.each(["Basket weaving", "psychology", "__proto__", "constructor", "toString", "hasOwnProperty"])(
    "%s",
    (subject) => {
      const totals = [
        quoted({ service: "non-technical", subject, pages: 1 }),
        quoted({ service: "technical", subject, pages: 1 }),
        quoted({ service: "coursework", subject }),
        quoted({ service: "test", subject, difficulty: "beginner", testType: "essay" }),
      ];
      expect(totals.map(({ totalCents }) => totalCents)).toEqual([1200, 1600, 120000, 3600]);
      for (const { notes, lines } of totals) {
        expect(notes).toEqual([
          {
            code: "unknown-subject",
            message: "This subject is not in our list. The price for other subjects is used.",
          },
        ]);
        expect(lines[0]?.detail).toMatch(/^Other subjects: /);
        expect(JSON.stringify(lines)).not.toContain(subject);
      }
    },
  );

  test("a known one says nothing", () => {
    expect(quoted(essay).notes).toEqual([]);
    expect(quoted({ service: "coursework", subject: "Others" }).notes).toEqual([]);
  });
});

test("a price follows the table it is given, bounds too", () => {
  const changed = JSON.parse(JSON.stringify(defaultPricingTable));
  changed.nonTech.subjects[2][1] = 16.125;
  changed.nonTech.citationFee = "1.75";
  changed.nonTech.deadlineDays = { upTo: [[4, "3"]], beyond: "1.5" };
  const checked = checkPricingTable(changed);
  if (!checked.ok) throw new Error(JSON.stringify(checked));
  const near = quoted(essay, 96 * HOUR, checked.table);
  expect(near.totalCents).toBe(27338);
  expect(near.lines.map(({ label }) => label).at(-1)).toBe("Deadline: up to 4 days");
  expect(near.lines[0]?.detail).toBe("Psychology: $16.125 a page, 5 × $16.125");
  const far = quoted(essay, 96 * HOUR + 1, checked.table);
  expect([far.totalCents, far.lines.at(-1)?.label]).toEqual([13669, "Deadline: 5 days or more"]);
});
