import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Candidate, fitsOrder, suggestWriters } from "./suggest.ts";

const candidate = (id: string, known: Partial<Candidate> = {}): Candidate => ({
  id,
  subjects: [],
  openOrders: 0,
  capacity: 3,
  away: false,
  delivered: 0,
  onTime: 0,
  inSubject: 0,
  forClient: 0,
  askedBefore: false,
  maySharePerson: false,
  ...known,
});
const history = [{ name: "History", upTo: "master" as const }];
const order = (all: readonly Candidate[], subject: string | null = "History") =>
  suggestWriters(all, { subject, level: null }).map(({ id }) => id);

describe("writers for an order", () => {
  test.each([
    ["who names the subject before who names none", [candidate("b"), candidate("a", { subjects: history })]],
    ["who delivered in it before", [candidate("b"), candidate("a", { delivered: 4, onTime: 4, inSubject: 4 })]],
    ["who knows the client", [candidate("b"), candidate("a", { forClient: 1 })]],
    ["who has less in work", [candidate("b", { openOrders: 2 }), candidate("a")]],
    ["who is in time", [candidate("b", { delivered: 9, onTime: 5 }), candidate("a", { delivered: 9, onTime: 9 })]],
    [
      "who has capacity before who has none, whatever the subject",
      [candidate("b", { subjects: history, openOrders: 3 }), candidate("a")],
    ],
    ["who is there before who is away", [candidate("b", { subjects: history, away: true }), candidate("a")]],
    ["who is not perhaps the client", [candidate("b", { subjects: history, maySharePerson: true }), candidate("a")]],
    ["who was not asked before", [candidate("b", { subjects: history, askedBefore: true }), candidate("a")]],
    [
      "who writes in it before who writes in other subjects alone",
      [candidate("b", { subjects: [{ name: "Law", upTo: "master" }] }), candidate("a", { openOrders: 2 })],
    ],
  ])("%s", (_, all) => {
    expect(order(all)).toEqual(["a", "b"]);
  });

  test("say why", () => {
    const one = candidate("a", { subjects: history, delivered: 9, onTime: 8, inSubject: 1, forClient: 2 });
    expect(suggestWriters([one], { subject: "history", level: "bachelor" })).toEqual([
      {
        id: "a",
        fits: true,
        reasons: ["writes in history", "1 delivery in it", "knows this client's orders", "8 of 9 on time"],
      },
    ]);
    const other = candidate("b", { subjects: history, openOrders: 3, away: true, askedBefore: true });
    expect(suggestWriters([other], { subject: "Law", level: "doctorate" })).toEqual([
      {
        id: "b",
        fits: false,
        reasons: ["was asked before", "away before the deadline", "no capacity left", "does not write in Law"],
      },
    ]);
  });

  test("an order without a subject fits everybody", () => {
    const fits = (subjects: Candidate["subjects"], subject: string | null) =>
      fitsOrder(subjects, { subject, level: null });
    expect(fits(history, null)).toBe(true);
    expect(fits([], "Law")).toBe(true);
    expect(fits(history, "Law")).toBe(false);
  });

  test("a subject reaches up to a level", () => {
    const fits = (subject: string | null, level: "school" | "master" | "doctorate") =>
      fitsOrder(history, { subject, level });
    expect(fits("History", "school")).toBe(true);
    expect(fits("history", "master")).toBe(true);
    expect(fits("History", "doctorate")).toBe(false);
    expect(fits(null, "doctorate")).toBe(false);
    expect(fitsOrder([], { subject: "History", level: "doctorate" })).toBe(true);
    const one = candidate("a", { subjects: history });
    expect(suggestWriters([one], { subject: "History", level: "doctorate" })).toMatchObject([
      { fits: false, reasons: ["does not write up to doctorate", "writes in History"] },
    ]);
  });

  test("everybody is in the answer once, and nobody who cannot stands before who can", () => {
    const some = fc.record({
      openOrders: fc.nat(4),
      capacity: fc.nat(4),
      away: fc.boolean(),
      askedBefore: fc.boolean(),
      maySharePerson: fc.boolean(),
      delivered: fc.integer({ min: 5, max: 9 }),
      onTime: fc.nat(5),
      inSubject: fc.nat(5),
      forClient: fc.nat(2),
      subjects: fc.constantFrom([], history),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 12 }), (all) => {
        const people = all.map((one, at) => candidate(String(at), one));
        const found = suggestWriters(people, { subject: "History", level: null });
        expect(found.map(({ id }) => id).toSorted()).toEqual(people.map(({ id }) => id).toSorted());
        const fits = found.map((one) => one.fits);
        expect(fits).toEqual(fits.toSorted((a, b) => Number(b) - Number(a)));
      }),
    );
  });
});
