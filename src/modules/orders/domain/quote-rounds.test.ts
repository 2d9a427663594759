import { describe, expect, test } from "vitest";
import { decide } from "./decide.ts";
import { actors, days, hours, orderIn } from "./order-in.test-support.ts";
import { type QuoteVersion, quoteChanges, quoteRounds } from "./quote-rounds.ts";

const version = (known: Partial<QuoteVersion> = {}): QuoteVersion => ({
  version: 1,
  cents: 18_000,
  lines: [
    { what: "Ten pages", cents: 15_000 },
    { what: "A table", cents: 3_000 },
  ],
  scope: "Ten pages and a table.",
  deadline: days(6),
  validUntil: days(2),
  createdAt: hours(1),
  ...known,
});

describe("what changed between two versions", () => {
  test("nothing", () => expect(quoteChanges(version(), version({ scope: " Ten pages and a table. " }))).toEqual([]));

  test("price, parts, deadline and scope, in this order", () => {
    const after = version({
      cents: 16_000,
      lines: [
        { what: "Ten pages", cents: 14_000 },
        { what: "A map", cents: 2_000 },
      ],
      deadline: days(7),
      scope: "Ten pages and a map.",
    });
    expect(quoteChanges(version(), after)).toEqual([
      { what: "price", from: 18_000, to: 16_000 },
      { what: "part", name: "Ten pages", from: 15_000, to: 14_000 },
      { what: "part", name: "A table", from: 3_000, to: null },
      { what: "part", name: "A map", from: null, to: 2_000 },
      { what: "deadline", from: days(6), to: days(7) },
      { what: "scope" },
    ]);
  });

  test("parts of one name are one sum", () => {
    const twice = [
      { what: "A page", cents: 1_000 },
      { what: "A page", cents: 2_000 },
    ];
    expect(quoteChanges(version({ lines: twice }), version({ lines: twice.toReversed() }))).toEqual([]);
  });
});

test("versions and answers are in the order in which they were sent", () => {
  const second = version({ version: 2, cents: 16_000, createdAt: hours(5) });
  const sentences = {
    action: "counter-quote" as const,
    at: hours(3),
    text: "Less, please.",
    detail: { counterCents: 15_000 },
  };
  const noise = { action: "cancel" as const, at: hours(4), text: null, detail: {} };
  const rounds = quoteRounds([version(), second], [sentences, noise]);
  expect(rounds.map(({ kind }) => kind)).toEqual(["version", "counter-quote", "version"]);
  expect(rounds[1]).toMatchObject({ text: "Less, please.", cents: 15_000, deadline: null });
  expect(rounds[2]).toMatchObject({ changes: [{ what: "price", from: 18_000, to: 16_000 }] });
});

const custom = orderIn("quoted", { kind: "custom" });
const quote = { cents: 5_000, scope: "All of it", deadline: days(5) };
const part = { what: "Work", cents: 5_000 };

describe("a quote", () => {
  test.each([
    [{ lines: [] }, "quote.lines"],
    [{ lines: [{ ...part, cents: 4_999 }] }, "quote.lines"],
    [{ lines: Array.from({ length: 21 }, () => part) }, "quote.lines"],
    [{ lines: [{ ...part, what: " " }] }, "quote.lines.0.what"],
    [{ lines: [{ ...part, cents: -1 }] }, "quote.lines.0.cents"],
    [{ cents: 0, lines: [{ ...part, cents: 0 }] }, "quote.cents"],
    [{ cents: 0 }, "quote.cents"],
    [{ scope: " " }, "quote.scope"],
    [{ validHours: 0 }, "quote.validHours"],
    [{ validHours: 721 }, "quote.validHours"],
    [{ deadline: hours(3) }, "quote.deadline"],
  ])("%j is refused at %s", (more, path) => {
    const answer = decide(custom, "quote", actors.A, hours(1), { quote: { ...quote, ...more } });
    expect(answer.ok ? null : answer.fields?.map((field) => field.path)).toEqual([path]);
  });

  test("is valid as its admin set it, else by the setting", () => {
    const until = (validHours?: number) => {
      const answer = decide(custom, "quote", actors.A, hours(1), { quote: { ...quote, lines: [part], validHours } });
      return answer.ok ? answer.changes.quoteEndsAt : answer;
    };
    expect([until(), until(10)]).toEqual([hours(49), hours(11)]);
  });

  test("an accepted price stands: no new version while its transfer is awaited", () => {
    const awaited = { ...custom, transferSince: hours(1) };
    const answer = decide(awaited, "quote", actors.A, hours(2), { quote });
    expect(answer).toMatchObject({
      ok: false,
      code: "conflict",
      message: expect.stringContaining("accepted this price"),
    });
  });
});

describe("a counter-offer", () => {
  const counter = { cents: null, deadline: null, text: "" };
  test.each([
    [{}, "text"],
    [{ cents: 0 }, "price"],
    [{ cents: Number.NaN }, "price"],
    [{ cents: 1.5 }, "price"],
    [{ text: "x".repeat(10_001) }, "text"],
    [{ deadline: hours(3) }, "deadlineDate"],
  ])("%j is refused at %s", (more, path) => {
    const answer = decide(custom, "counter-quote", actors.C, hours(1), { counter: { ...counter, ...more } });
    expect(answer.ok ? null : answer.fields?.map((field) => field.path)).toEqual([path]);
  });

  test.each([{ cents: 100 }, { deadline: days(9) }, { text: "Less." }])("%j takes the quote back", (more) => {
    const answer = decide(custom, "counter-quote", actors.C, hours(1), { counter: { ...counter, ...more } });
    expect(answer).toMatchObject({ ok: true, next: "pending", money: { kind: "void" } });
    expect(answer.ok && answer.changes).toMatchObject({ priceCents: null, quoteEndsAt: null, quoteEnded: false });
  });
});
