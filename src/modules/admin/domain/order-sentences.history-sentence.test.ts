import { expect, test } from "vitest";
import { sentenceOf } from "./order-sentences.ts";

const sentence = (action: Parameters<typeof sentenceOf>[0]["action"], actorKind: string, detail = {}) =>
  sentenceOf({ action, actorKind, detail }, actorKind === "S" ? null : "Ann");

test("an entry is a sentence: after a name, or of its own", () => {
  expect(sentence("give-back", "A", { refundCents: 1_050 })).toEqual({
    who: "Ann",
    text: "gave $10.50 back to the client.",
  });
  expect(sentence("appeal-decision", "C")).toEqual({ who: "Ann", text: "appealed the decision." });
  expect(sentence("reprice", "C", { from: 1_000, to: 1_100 }).text).toBe(
    "had the price calculated again: $11.00 instead of $10.00.",
  );
  expect(sentence("chargeback", "S")).toEqual({
    who: null,
    text: "The payment was charged back. The money is frozen.",
  });
  expect(sentence("reassign", "S").text).toBe("The writer left. The order needs another one.");
  expect(sentence("reassign", "A").text).toBe("removed the writer.");
});

test("an entry by an unexpected kind of person is described by its title", () => {
  expect(sentence("expire", "A")).toEqual({ who: "Ann", text: ": closed, not paid in time." });
  expect(sentence("approve", "S").text).toBe("Approved.");
});
