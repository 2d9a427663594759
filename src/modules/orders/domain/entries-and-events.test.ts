import { expect, test } from "vitest";
import { type EntryName, historyEntry } from "./entries-and-events.ts";
import { actions } from "./lifecycle.ts";

const entries: readonly EntryName[] = [...actions, "reprice", "draft", "payment"];
const seen = (side: "client" | "writer", as: string) =>
  entries.filter((name) => historyEntry(name)[side] === as).toSorted();

/** Claim, answer, decision and appeal are read by both sides of a dispute. */
const bothSides = [
  "open-dispute",
  "answer-dispute",
  "decide-complete",
  "decide-refund",
  "decide-resume",
  "decide-reassign",
  "appeal-decision",
] as const;
const took = ["accept-decision", "complete-decided", "refund-decided", "resume-decided"] as const;

/** By hand, not from the table: an action that is added must be decided here, too. */
test("a client does not see who was asked and who declined", () => {
  expect(seen("client", "hidden")).toEqual(
    [
      "accept-for-writer",
      "approve",
      "assign",
      "claim",
      "decline",
      "lapse-offer",
      "undo-approval",
      "withdraw-offer",
    ].toSorted(),
  );
  expect(seen("client", "with text")).toEqual(
    [
      "answer",
      "answer-for-client",
      "ask-time",
      "counter-quote",
      "decline-quote",
      "hold",
      "quote",
      "request-revision",
      ...bothSides,
    ].toSorted(),
  );
});

test("a writer sees the conversation about the work, and no money", () => {
  expect(seen("writer", "shown")).toEqual(
    [
      "accept",
      "accept-change",
      "agree-time",
      "apply-change",
      "ask-change",
      "decline-change",
      "deliver",
      "draft",
      "end-pause",
      "lapse-change",
      "lapse-time",
      "refuse-time",
      "resume",
      "withdraw-change",
      "withdraw-time",
      ...took,
    ].toSorted(),
  );
  expect(seen("writer", "with text")).toEqual(
    ["answer", "answer-for-client", "ask-time", "hold", "request-revision", ...bothSides].toSorted(),
  );
});

test("reasons of the admins stay among the admins", () => {
  for (const name of ["reassign", "complete-unreached", "cancel", "decline"] as const)
    expect([historyEntry(name).client, historyEntry(name).writer], name).not.toContain("with text");
});
