import { describe, expect, test } from "vitest";
import {
  carriedTexts,
  type HandoverFacts,
  isHandoverField,
  openForAdmin,
  openForDelivery,
  openForDraft,
  packOf,
  readHandover,
} from "./handover.ts";

const essay: HandoverFacts = {
  service: "non-technical",
  orderType: "writing",
  citedSources: 2,
  checklist: ["Thesis first", "Both chapters"],
  promised: [],
  points: [],
  carried: false,
};
const whole = {
  outline: "Two parts",
  sources: "One, for the dates\nTwo, for the letters",
  reasoning: "From the letters to the streets.",
  questions: "1. What?\n2. Why?\n3. When?",
  "tick-0": "on",
  "tick-1": "on",
  aiUse: "nothing",
  sourcesRead: "on",
  ownWork: "on",
};
const open = (texts: Record<string, string>, facts: HandoverFacts = essay, hasWork = true) =>
  openForDelivery(readHandover(texts, { hasWork }), facts).map(({ path }) => path);

describe("a finished delivery", () => {
  test("is complete with the work, every tick, the pack and the declaration", () => {
    expect(open(whole)).toEqual([]);
  });

  test("of nothing lacks everything, in the order of the page", () => {
    expect(open({}, essay, false)).toEqual([
      ...["text", "tick-0", "outline", "sources", "reasoning", "questions"],
      ...["aiUse", "sourcesRead", "ownWork"],
    ]);
  });

  test.each([
    [{ questions: "1. What?\n\n2. Why?" }, "questions", "1 more question to test yourself"],
    [{ sources: "One, for the dates" }, "sources", "1 more annotated source"],
    [{ sources: "" }, "sources", "Annotated sources"],
    [{ outline: "  " }, "outline", "Outline"],
    [{ "tick-1": "" }, "tick-1", "1 point of the checklist"],
    [{ "tick-0": "", "tick-1": "yes" }, "tick-0", "2 points of the checklist"],
    [{ aiUse: "language" }, "aiDetail", "Which AI tool, and for what"],
    [{ aiUse: "magic" }, "aiUse", "What AI tools were used for"],
    [{ ownWork: "" }, "ownWork", "The second line about sources"],
  ])("%j lacks one thing", (change, path, label) => {
    const items = openForDelivery(readHandover({ ...whole, ...change }, { hasWork: true }), essay);
    expect(items).toMatchObject([{ path, label }]);
  });

  test("of a revision answers each point, with a sentence, and says that what is carried over still holds", () => {
    const facts = { ...essay, points: ["Name the chapter.", "Add Rousseau."], carried: true };
    expect(open(whole, facts)).toEqual(["point-0-kind", "point-1-kind", "packFits", "stillTrue"]);
    const answers = {
      ...whole,
      ...{ "point-0-kind": "changed", "point-0-text": "Chapter 2.", "point-1-kind": "outside", "point-1-text": " " },
    };
    expect(open({ ...answers, packFits: "on", stillTrue: "on" }, facts)).toEqual(["point-1-text"]);
    expect(open({ ...answers, "point-1-text": "A third part.", packFits: "on", stillTrue: "on" }, facts)).toEqual([]);
  });

  test("asks for other parts where the work is another one", () => {
    const parts = (service: string, orderType: string | null, citedSources: number | null = null) =>
      packOf({ service, orderType, citedSources }).flatMap(({ part, optional }) => (optional ? [] : [part]));
    expect(parts("non-technical", "editing", 1)).toEqual(["changes"]);
    expect(parts("non-technical", "proofreading")).toEqual(["changes"]);
    expect(parts("non-technical", "writing", 0)).toEqual(["outline", "reasoning", "questions"]);
    expect(parts("programming", null)).toEqual(["tests", "reasoning", "questions"]);
    expect(parts("test", null)).toEqual(["reasoning"]);
    expect(parts("something new", null)).toEqual(["reasoning"]);
  });
});

test("a draft needs the work alone, and an admin's delivery the ticks beside it", () => {
  const nothing = readHandover({}, { hasWork: false });
  expect(openForDraft(nothing)).toMatchObject([{ path: "text" }]);
  expect(openForDraft({ ...nothing, hasWork: true })).toEqual([]);
  expect(openForAdmin(nothing, essay).map(({ path }) => path)).toEqual(["text", "tick-0"]);
});

test("pack and declaration continue as they were", () => {
  const { pack, declaration } = readHandover({ ...whole, aiUse: "language", aiDetail: "Spelling." }, { hasWork: true });
  const again = readHandover(carriedTexts(pack, declaration), { hasWork: true });
  expect(again).toMatchObject({ pack, declaration });
});

test("other fields of a form are no part of it", () => {
  for (const name of ["text", "questions", "tick-9", "point-12-kind"]) expect(isHandoverField(name)).toBe(true);
  for (const name of ["orderId", "files", "tick-", "tick-100", "point-1-x", "__proto__"])
    expect(isHandoverField(name)).toBe(false);
});
