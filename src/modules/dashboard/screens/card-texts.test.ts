import { describe, expect, test } from "vitest";
import { type PaymentStatus, type StatusKey, statusLabels } from "#src/modules/orders/index.ts";
import { cardTexts, priceLabel } from "./card-texts.ts";

const facts = {
  ...{ version: 1, points: 3, backCents: 0, sent: false, next: "What follows.", late: false, frozen: false },
  ...{ transfer: null, answers: [], by: null, reviewed: null, unstartedPercent: 100 },
};
const say = (key: StatusKey, known: Partial<Parameters<typeof cardTexts>[0]> = {}) =>
  cardTexts({ ...facts, key, ...known });

describe("the texts of an order's card", () => {
  test.each(Object.keys(statusLabels) as StatusKey[])("%s: a title and a text of its own", (key) => {
    const { title, text } = say(key);
    expect(title).toMatch(/[.?]$/);
    expect([text.length > 0, text.includes(title)]).toEqual([true, false]);
  });

  test("the writer's word on the newest version is one sentence, and nothing where nothing is said", () => {
    const reviewed = { text: true, points: 4, ticked: 4, noAi: true };
    expect(say("delivered", { reviewed }).text).toBe(
      "Read the text below, or open a file. Your writer says: 4 of 4 points of your checklist are done, and no AI tools were used.",
    );
    expect(say("delivered", { reviewed: { ...reviewed, points: 0, ticked: 0, noAi: false } }).text).toBe(
      "Read the text below, or open a file.",
    );
  });

  test("money that went back is named, and what is on its way is not said to have arrived", () => {
    const by = "C" as const;
    expect(say("cancelled", { by, backCents: 7_188, sent: true })).toEqual({
      ...{ title: "$71.88 went back to you.", text: "You cancelled the order." },
    });
    expect(say("cancelled", { by, backCents: 7_188 }).title).toBe("$71.88 is on its way back to you.");
    expect(say("cancelled", { by: "S" }).text).toBe("The order was cancelled automatically. You paid nothing.");
  });

  test("a question to the client, a delay, a transfer and the bank come before the plain texts", () => {
    expect(say("disputed", { answers: ["answer-dispute"] }).title).toBe("What happened from your side?");
    expect(say("in_progress", { late: true })).toEqual({ title: "The work is late.", text: "What follows." });
    expect(say("quoted", { transfer: "We confirm it." }).title).toBe("We wait for your bank transfer.");
    expect(say("delivered", { frozen: true }).title).toBe("The bank is looking at the payment.");
    expect(say("revision_requested", { points: 1 }).title).toBe("Your writer is working on your point.");
  });
});

test("the price in the head: paid also while a change waits for its money", () => {
  const label = (paymentStatus: PaymentStatus, some: { restCents?: number; backCents?: number } = {}) =>
    priceLabel({
      order: { paymentStatus, shown: { tone: "ok" } },
      ...{ money: { paidCents: 3_780 }, payCents: 12_600, restCents: 0, backCents: 0, ...some },
    });
  expect((["pending", "paid", "partially_paid", "released"] as const).map((word) => label(word))).toEqual([
    ...["$126.00", "$126.00, paid", "$126.00, paid", "$126.00, paid"],
  ]);
  expect(label("partially_paid", { restCents: 8_820 })).toBe("$126.00, $37.80 paid");
  expect(label("partially_refunded", { backCents: 600 })).toBe("$126.00, $6.00 sent back");
  expect(label("refunded", { backCents: 12_600 })).toBe("$126.00, sent back");
});
