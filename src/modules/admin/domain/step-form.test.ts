import { describe, expect, test } from "vitest";
import { lifecycle } from "#src/modules/orders/index.ts";
import { readStepForm, stepField } from "./step-form.ts";

const zone = "Europe/Berlin";
const wrong = (step: string, typed: Record<string, string>) => {
  const read = readStepForm(step, typed, zone);
  return read.ok ? [] : (read.fields ?? []).map(({ path }) => path);
};

test("a step whose row needs a reason refuses an empty one beside its field", () => {
  const needing = lifecycle.filter(({ actors, needs }) => actors.includes("A") && needs.includes("reason"));
  expect(needing.length).toBeGreaterThan(5);
  const later = { deadlineDate: "2027-03-15", deadlineTime: "12:00" };
  for (const { action } of needing)
    expect(
      wrong(action, {
        ...later,
        reason: "  ",
        refundCents: "1.00",
        outcome: "All back.",
        answer: "Yes.",
        bearer: "writer",
      }),
      action,
    ).toEqual(["reason"]);
});

test("a step without a form on the page is refused", () => {
  for (const step of ["quote", "accept", "release", "unknown", "constructor"])
    expect(readStepForm(step, {}, zone), step).toMatchObject({ code: "not-found" });
});

describe("what a form says", () => {
  test("a writer's deadline is read in the zone of the admin area", () => {
    const typed = { writerId: "w1", writerDeadlineDate: "2026-03-15", writerDeadlineTime: "18:00" };
    expect(readStepForm("assign", typed, zone)).toEqual({
      ok: true,
      value: { writerId: "w1", writerDeadline: new Date("2026-03-15T17:00:00Z") },
    });
    expect(readStepForm("assign", { writerId: "w1" }, zone)).toEqual({ ok: true, value: { writerId: "w1" } });
  });

  test("an incomplete moment, and one that the clocks skip, are refused beside their field", () => {
    expect(wrong("assign", { writerId: "w", writerDeadlineDate: "2026-03-15", writerDeadlineTime: "" })).toEqual([
      "writerDeadlineTime",
    ]);
    expect(wrong("assign", { writerId: "w", writerDeadlineDate: "2026-02-30", writerDeadlineTime: "10:00" })).toEqual([
      "writerDeadlineDate",
    ]);
    expect(wrong("assign", { writerId: "w", writerDeadlineDate: "2026-03-29", writerDeadlineTime: "02:30" })).toEqual([
      "writerDeadlineTime",
    ]);
  });

  test("a cancellation sends the refund that stood beside the chosen cause", () => {
    const typed = { reason: "Nobody has time.", cause: "operator", "seen-client": "7000", "seen-operator": "12600" };
    expect(readStepForm("cancel", typed, zone)).toEqual({
      ok: true,
      value: { reason: "Nobody has time.", cause: "operator", refundSeenCents: "12600" },
    });
    expect(wrong("cancel", { reason: "", cause: "moon" })).toEqual(["cause", "reason"]);
    expect(readStepForm("cancel", { reason: "Double." }, zone)).toEqual({ ok: true, value: { reason: "Double." } });
  });

  test.each([
    ["112.50", 11_250],
    ["$1,250.5", 125_050],
    ["0", 0],
  ])("an amount %s is %i cents", (refundCents, cents) => {
    const read = readStepForm("decide-refund", { reason: "r", refundCents, bearer: "operator" }, zone);
    expect(read.ok && read.value.refundCents).toBe(cents);
  });

  test.each(["0,50", "-5", "12.345", "twelve", "1e3"])("an amount %s is refused", (refundCents) => {
    expect(wrong("decide-refund", { reason: "r", refundCents, bearer: "operator" })).toEqual(["refundCents"]);
  });

  test("a transfer without an amount asks for it once", () => {
    expect(wrong("confirm-payment", { reference: "ABC" })).toEqual(["cents"]);
    expect(wrong("confirm-payment", { cents: "x", reference: "ABC" })).toEqual(["cents"]);
    expect(wrong("confirm-payment", { cents: "0,30", reference: "ABC" })).toEqual(["cents"]);
  });

  test("a text is final by its button alone, with the ticked points, and its line ends stay", () => {
    expect(readStepForm("deliver", { text: "a\n b ", final: "on", "tick-1": "on" }, zone)).toMatchObject({
      ok: true,
      value: { text: "a\n b ", files: "", final: true, handover: { ticked: [1], pack: {}, answers: [] } },
    });
    expect(readStepForm("deliver", { text: "a", files: "1,2" }, zone)).toMatchObject({
      ok: true,
      value: { files: "1,2", final: false },
    });
  });
});

test("the paths of refusals lead to fields of the form", () => {
  expect(["writer", "writerDeadline", "reason"].map((path) => stepField("assign", path))).toEqual([
    "writerId",
    "writerDeadlineDate",
    "reason",
  ]);
  expect(["deadline", "refundCents"].map((path) => stepField("decide-resume", path))).toEqual([
    "deadlineDate",
    "refundCents",
  ]);
});
