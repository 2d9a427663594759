import { describe, expect, test } from "vitest";
import { actions, lifecycle } from "#src/modules/orders/index.ts";
import { deskSteps, readStepForm, stepField } from "./step-form.ts";

const zone = "Europe/Berlin";
const wrong = (step: (typeof deskSteps)[number], typed: Record<string, string>) => {
  const read = readStepForm(step, typed, zone);
  return read.ok ? [] : (read.fields ?? []).map(({ path }) => path);
};

describe("which steps the desk can take", () => {
  test("every step of the table that an admin may take has a form here or on the page of quotes", () => {
    const byAdmin = new Set(lifecycle.filter(({ actors }) => actors.includes("A")).map(({ action }) => action));
    expect([...byAdmin].filter((action) => !deskSteps.some((step) => step === action))).toEqual(["quote"]);
    expect(deskSteps.filter((step) => !byAdmin.has(step))).toEqual([]);
    expect(deskSteps.every((step) => actions.includes(step))).toBe(true);
  });

  test("a step whose row needs a reason refuses an empty one beside its field", () => {
    const needing = lifecycle.filter(({ actors, needs }) => actors.includes("A") && needs.includes("reason"));
    for (const { action } of needing) {
      const step = deskSteps.find((one) => one === action);
      expect(step && wrong(step, { reason: "  ", bearer: "writer" }), action).toEqual(["reason"]);
    }
  });
});

describe("what a form says", () => {
  test("a writer's deadline is read in the zone of the desk", () => {
    const typed = { writerId: "w1", writerDate: "2026-03-15", writerTime: "18:00" };
    expect(readStepForm("assign", typed, zone)).toEqual({
      ok: true,
      value: { writerId: "w1", writerDeadline: new Date("2026-03-15T17:00:00Z") },
    });
    expect(readStepForm("assign", { writerId: "w1" }, zone)).toEqual({ ok: true, value: { writerId: "w1" } });
  });

  test("half a moment, and one that the clocks skip, are said beside their field", () => {
    expect(wrong("assign", { writerId: "w", writerDate: "2026-03-15", writerTime: "" })).toEqual(["writerTime"]);
    expect(wrong("assign", { writerId: "w", writerDate: "2026-02-30", writerTime: "10:00" })).toEqual(["writerDate"]);
    expect(wrong("assign", { writerId: "w", writerDate: "2026-03-29", writerTime: "02:30" })).toEqual(["writerTime"]);
  });

  test("a cancellation sends the refund that stood beside the chosen cause", () => {
    const typed = { reason: "Nobody has time.", cause: "house", "seen-client": "7000", "seen-house": "12600" };
    expect(readStepForm("cancel", typed, zone)).toEqual({
      ok: true,
      value: { reason: "Nobody has time.", cause: "house", refundSeenCents: "12600" },
    });
    expect(wrong("cancel", { reason: "", cause: "moon" })).toEqual(["reason", "cause"]);
    expect(readStepForm("cancel", { reason: "Double." }, zone)).toEqual({ ok: true, value: { reason: "Double." } });
  });

  test.each([
    ["112.50", 11_250],
    ["$1,250.5", 125_050],
    ["0", 0],
  ])("an amount %s is %i cents", (refund, cents) => {
    const read = readStepForm("decide-refund", { reason: "r", refund, bearer: "house" }, zone);
    expect(read.ok && read.value.refundCents).toBe(cents);
  });

  test.each(["-5", "12.345", "twelve", "1e3"])("an amount %s is refused", (refund) => {
    expect(wrong("decide-refund", { reason: "r", refund, bearer: "house" })).toEqual(["refund"]);
  });

  test("a transfer without an amount asks for it once", () => {
    expect(wrong("confirm-payment", { reference: "ABC" })).toEqual(["amount"]);
    expect(wrong("confirm-payment", { amount: "x", reference: "ABC" })).toEqual(["amount"]);
  });

  test("a text is final by its tick alone, and its line ends stay", () => {
    expect(readStepForm("deliver", { text: "a\n b ", final: "on" }, zone)).toEqual({
      ok: true,
      value: { text: "a\n b ", files: "", final: true },
    });
    expect(readStepForm("deliver", { text: "a", files: "1,2" }, zone)).toMatchObject({
      ok: true,
      value: { files: "1,2", final: false },
    });
  });
});

test("the paths of refusals lead to fields of the form", () => {
  expect(["writer", "writerDeadline", "refundCents", "cents", "reason"].map(stepField)).toEqual([
    "writerId",
    "writerDate",
    "refund",
    "amount",
    "reason",
  ]);
});
