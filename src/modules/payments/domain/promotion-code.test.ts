import { describe, expect, test } from "vitest";
import { plainCode } from "#src/shared/typed-values.ts";
import {
  type CodeAsk,
  type CodeRefusal,
  codeRefusal,
  codeRefusalText,
  codeState,
  isCodeName,
  type PromotionTerms,
} from "./promotion-code.ts";

const now = new Date("2026-11-23T12:00:00Z");
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

const terms = (known: Partial<PromotionTerms> = {}): PromotionTerms => ({
  ...{ kind: "percent", cents: null, percent: 10, capCents: null, minimumCents: 0, validFrom: null, validUntil: null },
  ...{ mostUses: null, mostPerPerson: null, services: [], firstOrderOnly: false, endedAt: null },
  ...known,
});
const ask = (known: Partial<CodeAsk> = {}): CodeAsk => ({
  ...{ now, service: "non-technical", priceCents: 12_600, uses: 0, ownUses: 0, orderedBefore: false },
  ...known,
});

describe("why a code does not count", () => {
  test.each<[string, Partial<PromotionTerms>, Partial<CodeAsk>, CodeRefusal["why"] | null]>([
    ["plain", {}, {}, null],
    ["ended by hand", { endedAt: at(-1) }, {}, "ended"],
    ["a minute before its end", { validUntil: at(0.02) }, {}, null],
    ["at its end", { validUntil: now }, {}, "ended"],
    ["at its beginning", { validFrom: now }, {}, null],
    ["before it", { validFrom: at(0.02) }, {}, "not-yet"],
    ["another kind of work", { services: ["programming"] }, {}, "service"],
    ["this kind of work", { services: ["programming", "non-technical"] }, {}, null],
    ["a first order", { firstOrderOnly: true }, {}, null],
    ["no first order", { firstOrderOnly: true }, { orderedBefore: true }, "not-first"],
    ["ordered before, and it does not matter", {}, { orderedBefore: true }, null],
    ["the last use", { mostUses: 100 }, { uses: 99 }, null],
    ["none left", { mostUses: 100 }, { uses: 100 }, "used-up"],
    ["the person's last use", { mostPerPerson: 2 }, { ownUses: 1 }, null],
    ["none left for this person", { mostPerPerson: 2 }, { ownUses: 2 }, "own-limit"],
    ["exactly the minimum", { minimumCents: 12_600 }, {}, null],
    ["below the minimum", { minimumCents: 12_601 }, {}, "minimum"],
    [
      "what nobody can change comes first",
      { endedAt: at(-1), minimumCents: 99_999, mostUses: 1 },
      { uses: 1 },
      "ended",
    ],
  ])("%s", (_, known, asked, why) => {
    expect(codeRefusal(terms(known), ask(asked))?.why ?? null).toBe(why);
  });

  const words = { moment: (day: Date) => day.toISOString().slice(0, 10), service: (name: string) => name };
  test.each<[CodeRefusal, string]>([
    [{ why: "unknown" }, "We do not know this code. Check the spelling."],
    [{ why: "ended" }, "This code has ended."],
    [{ why: "not-yet", from: now }, "This code can be used from 2026-11-23."],
    [{ why: "used-up" }, "This code has been used as often as it can be."],
    [{ why: "own-limit", times: 1 }, "You have used this code already."],
    [{ why: "own-limit", times: 3 }, "You have used this code 3 times. You cannot use it again."],
    [{ why: "not-first" }, "This code is for a first order, and you have ordered before."],
    [
      { why: "service", services: ["programming", "quiz"] },
      "This code is not for this kind of work. You can use it for: programming, quiz.",
    ],
    [
      { why: "minimum", minimumCents: 20_000, priceCents: 12_600 },
      "This code is for orders of $200.00 or more. This order is $126.00.",
    ],
  ])("its text: %o", (refusal, message) => {
    expect(codeRefusalText(refusal, words)).toBe(message);
  });
});

test.each<[string, Partial<PromotionTerms>, number, ReturnType<typeof codeState>]>([
  ["active", {}, 5, "active"],
  ["waits", { validFrom: at(1) }, 0, "waits"],
  ["used up", { mostUses: 5 }, 5, "used-up"],
  ["over", { validUntil: at(-1) }, 0, "ended"],
  ["ended", { endedAt: at(-1) }, 0, "ended"],
])("where a code stands: %s", (_, known, uses, state) => {
  expect(codeState(terms(known), uses, now)).toBe(state);
});

test.each([
  [" autumn 10 ", "AUTUMN10"],
  ["Ä", "Ä"],
])("as it is typed and as it is kept: %j", (typed, kept) => {
  expect(plainCode(typed)).toBe(kept);
});

test.each([
  ["AUTUMN10", true],
  ["A-1", true],
  ["AB", false],
  ["-AB", false],
  ["AB-", false],
  ["A".repeat(24), true],
  ["A".repeat(25), false],
  ["ÄPFEL", false],
  ["A B", false],
])("names: %s", (name, good) => {
  expect(isCodeName(name)).toBe(good);
});
