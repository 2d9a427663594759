import { describe, expect, test } from "vitest";
import { clientClock, spokenLeft, spokenTime } from "./client-clock.ts";
import { days, hours, orderIn } from "./order-in.test-support.ts";
import { orderStatuses } from "./states.ts";

const minute = 60_000;
const shown = (status: (typeof orderStatuses)[number], known = {}) => ({ ...orderIn(status, known), status });

describe("the client's clock", () => {
  test.each([
    [0, "0 minutes"],
    [minute, "1 minute"],
    [59 * minute + 59_000, "59 minutes"],
    [60 * minute, "1 hour"],
    [61 * minute, "1 hour and 1 minute"],
    [25 * 60 * minute, "1 day and 1 hour"],
    [48 * 60 * minute + minute, "2 days"],
    [-5, "0 minutes"],
  ])("%i ms are %s", (ms, words) => expect(spokenTime(ms)).toBe(words));

  test("says what is left, and what is past", () => {
    expect(spokenLeft(hours(30), hours(0))).toBe("1 day and 6 hours left");
    expect(spokenLeft(hours(0), hours(3))).toBe("3 hours past it");
  });

  test("counts to the client's own deadline, in every state", () => {
    const counted = Object.fromEntries(
      orderStatuses.map((status) => [status, clientClock(shown(status), days(9))?.state ?? null]),
    );
    expect(counted).toEqual({
      pending: "waits",
      quoted: "waits",
      confirmed: "runs",
      assigned: "runs",
      in_progress: "runs",
      on_hold: "held",
      delivered: "runs",
      revision_requested: "runs",
      completed: null,
      cancelled: null,
      disputed: null,
      refunded: null,
    });
    const revision = shown("revision_requested", { revisionDueAt: hours(80) });
    expect(clientClock(revision, null)).toEqual({ title: "The revision is due", at: hours(80), state: "runs" });
    for (const status of orderStatuses) {
      const clock = clientClock(shown(status, { writerDeadline: hours(7) }), days(9));
      expect(clock?.at).not.toEqual(hours(7));
    }
  });

  test("delivered work counts to the end of the time to read, until it is approved", () => {
    expect(clientClock(shown("delivered"), days(9))?.at).toEqual(days(9));
    expect(clientClock(shown("delivered"), null)).toBeNull();
    expect(clientClock(shown("delivered", { approvedAt: hours(60) }), days(9))).toBeNull();
    expect(clientClock(shown("in_progress", { deadline: null }), null)).toBeNull();
  });
});
