import { describe, expect, test } from "vitest";
import type { Phase, Row } from "../upload/upload-rows.ts";
import type { State } from "../upload/upload-task.ts";
import { announcement, notYet, rowMessage } from "./row-message.ts";

const mb = 1024 * 1024;
const sending = (state: State, more: { waiting?: boolean; resumes?: boolean } = {}): Phase => ({
  at: "sending",
  snapshot: { state, bytesSent: 8.2 * mb, total: 19 * mb, waiting: more.waiting ?? false, problem: null },
  resumes: more.resumes ?? false,
});
const row = (phase: Phase, name = "scan.pdf"): Row => ({ key: name, name, size: 19 * mb, type: "", phase });
const failed = (again: boolean): Phase => ({ at: "failed", message: "Not sent. The connection was lost.", again });

test.each<[Phase, string]>([
  [sending("running"), "Uploading: 43%, 8.2\u00a0MB of 19\u00a0MB"],
  [sending("running", { waiting: true }), "Uploading: 43%, waits for the connection"],
  [sending("pausing"), "Pausing"],
  [sending("paused"), "Paused at 43%, 8.2\u00a0MB of 19\u00a0MB"],
  [sending("paused", { resumes: true }), "Paused at 43%, waits for its turn"],
  [failed(true), "Not sent. The connection was lost."],
  [{ at: "sent", id: "1", found: null }, "Sent, 19\u00a0MB, being checked"],
  [{ at: "sent", id: "1", found: { withheld: null } }, "Sent, 19\u00a0MB"],
  [
    { at: "sent", id: "1", found: { withheld: "The PDF is locked." } },
    "19\u00a0MB. Your name may be in it, and we cannot take it out: others will not get this file. The PDF is locked.",
  ],
  [{ at: "held" }, "19\u00a0MB, sent after you sign in"],
  [{ at: "queued" }, "19\u00a0MB, waits for its turn"],
  [{ at: "stopped", received: 3 * mb }, "3\u00a0MB of 19\u00a0MB came. Choose the file again and it continues."],
])("%o", (phase, message) => {
  expect(rowMessage(row(phase)).message).toBe(message);
});

describe("what a screen reader announces", () => {
  test("sent, paused and failed", () => {
    const before = [row(sending("running"), "a"), row(sending("running"), "b"), row(sending("running"), "c")];
    const after = [row({ at: "sent", id: "1", found: null }, "a"), row(sending("paused"), "b"), row(failed(true), "c")];
    expect(announcement(before, after)).toBe("a is sent. b is paused. c: Not sent. The connection was lost.");
    expect(announcement(after, after)).toBeNull();
  });

  test("no percents, no waits, no turns", () => {
    const quiet: Phase[] = [
      sending("running"),
      sending("running", { waiting: true }),
      { at: "queued" },
      { at: "held" },
    ];
    for (const phase of quiet) expect(announcement([], [row(phase)])).toBeNull();
  });
});

test("a form waits for what is on its way, and asks about what somebody must decide", () => {
  const one = { waits: true, message: "Your file is still being sent, then we continue." };
  const two = { waits: true, message: "Your files are still being sent, then we continue." };
  const open = { waits: false, message: "1 file is not complete. Continue with it, or remove it." };
  expect(notYet([row(sending("running"))])).toEqual(one);
  expect(notYet([], 1)).toEqual(one);
  expect(notYet([row(sending("paused", { resumes: true })), row({ at: "queued" }, "b")])).toEqual(two);
  expect(notYet([row({ at: "elsewhere" })], 1)).toEqual(two);
  expect(notYet([row(sending("paused"))])).toEqual(open);
  expect(notYet([row(failed(true)), row({ at: "queued" }, "b")], 1)).toEqual(open);
  expect(notYet([row(failed(true)), row({ at: "stopped", received: 1 }, "b")])).toEqual({
    waits: false,
    message: "2 files are not complete. Continue with them, or remove them.",
  });
  expect(
    notYet([row({ at: "sent", id: "1", found: null }), row({ at: "held" }, "b"), row(failed(false), "c")]),
  ).toBeNull();
  const unchecked = row({ at: "sent", id: "1", found: null });
  const checked = row({ at: "sent", id: "1", found: { withheld: null } });
  const reads = (...rows: readonly Row[]) => notYet(rows, 0, true)?.message ?? null;
  expect(reads(unchecked, row({ at: "queued" }, "b"))).toBe("Your file is still being sent, then we continue.");
  expect(reads(unchecked)).toBe("Your file is still being checked, then we continue.");
  expect(reads(unchecked, row({ at: "sent", id: "2", found: null }, "b"))).toMatch(/^Your files .*checked/);
  expect(reads(checked)).toBeNull();
});
