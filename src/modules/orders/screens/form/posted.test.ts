import { describe, expect, test } from "vitest";
import { orderFields } from "./posted.server.ts";

const now = new Date("2026-03-10T12:07:00Z");
const step = {
  service: "non-technical",
  hours: "48",
  deadlineDate: "",
  deadlineTime: "",
  deadlineZone: "Europe/Berlin",
};

describe("the fields that a posted form orders by", () => {
  test("carry nothing that only the page needs, and keep what nobody knows", () => {
    const own = { intent: "place", idempotencyKey: "k".repeat(20), confirmTotalCents: "100", quoteId: "x" };
    expect(orderFields({ ...step, ...own, status: "paid" }, now, "UTC")).toEqual({
      service: "non-technical",
      status: "paid",
      deadlineDate: "2026-03-12",
      deadlineTime: "13:00",
      deadlineZone: "Europe/Berlin",
    });
  });

  test("a typed date wins over the step of the deadline steps", () => {
    const typed = { ...step, deadlineDate: "2026-03-20", deadlineTime: "18:00" };
    expect(orderFields(typed, now, "UTC")).toMatchObject({ deadlineDate: "2026-03-20", deadlineTime: "18:00" });
  });

  test("a date alone is not completed from the deadline steps", () => {
    expect(orderFields({ ...step, deadlineDate: "2026-03-20" }, now, "UTC")).toMatchObject({ deadlineTime: "" });
  });

  test("custom work has no deadline steps, and a zone that is not known moves nothing", () => {
    expect(orderFields({ ...step, service: "custom" }, now, "UTC")).toMatchObject({ deadlineDate: "" });
    expect(orderFields({ ...step, deadlineZone: "Mars/Base" }, now, "UTC")).toMatchObject({ deadlineDate: "" });
  });

  test("points that nobody touched are left to the server, written ones are sent", () => {
    const points = { checklist: "All is done\n5 pages", checklistGuess: "All is done\n5 pages" };
    expect(orderFields({ ...step, ...points }, now, "UTC")).toMatchObject({ checklist: "" });
    const written = orderFields({ ...step, ...points, checklist: "Thesis first" }, now, "UTC");
    expect(written).toMatchObject({ checklist: "Thesis first" });
    expect(written).not.toHaveProperty("checklistGuess");
    expect(orderFields(step, now, "UTC")).not.toHaveProperty("checklist");
  });

  test("a quote's own instant is sent while its minute is unchanged", () => {
    const quoted = { ...step, quoteDeadline: "2026-03-15T17:00:17.000Z", deadlineDate: "2026-03-15" };
    const same = orderFields({ ...quoted, deadlineTime: "18:00" }, now, "UTC");
    expect(same).toMatchObject({ deadline: "2026-03-15T17:00:17.000Z", deadlineDate: "", deadlineTime: "" });
    const moved = orderFields({ ...quoted, deadlineTime: "19:00" }, now, "UTC");
    expect(moved).toMatchObject({ deadlineDate: "2026-03-15", deadlineTime: "19:00" });
    expect(moved.deadline).toBeUndefined();
  });
});
