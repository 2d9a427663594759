import { describe, expect, test } from "vitest";
import { nextFor } from "./next-texts.ts";
import { hours, orderIn, t0 } from "./order-in.test-support.ts";
import { type OrderStatus, orderStatuses } from "./states.ts";
import { timelineFor } from "./timeline.ts";

type Known = Parameters<typeof timelineFor>[1];
const first = { number: 1, final: true, at: hours(48) };

const placed = (status: OrderStatus, facts = {}) => ({ ...orderIn(status, facts), status });
const line = (status: OrderStatus, facts = {}, known: Partial<Known> = {}) =>
  timelineFor(placed(status, facts), { placedAt: t0, versions: [], history: [], ...known }).map(
    ({ state, title }) => `${state}: ${title}`,
  );

describe("the line of an order for its client", () => {
  test.each(orderStatuses)("%s: done steps, then one of now or an end, then what is left", (status) => {
    const states = line(status, {}, { versions: [first] }).map((one) => one.split(":")[0]);
    expect(states.join(" ")).toMatch(/^(done )+(now|stop)( next)*$/);
  });

  test("an order that is paid, read, changed and finished", () => {
    expect(line("confirmed")).toEqual(["done: Paid", "now: We choose a writer", "next: Version 1", "next: Finished"]);
    const started = { workSince: hours(12), firstDeliveredAt: null };
    expect(line("in_progress", started)).toEqual([
      ...["done: Paid", "now: Writer started", "next: Version 1", "next: Finished"],
    ]);
    expect(line("delivered", { workSince: hours(12) }, { versions: [first] })).toEqual([
      ...["done: Paid", "done: Writer started", "now: Version 1 came", "next: Finished"],
    ]);
    const history = [{ action: "request-revision", at: hours(50), by: "C" as const }];
    expect(line("revision_requested", {}, { versions: [first], history })).toEqual([
      ...["done: Paid", "done: Version 1 came", "done: You asked for changes", "now: Writer works on it"],
      "next: New version",
    ]);
    expect(line("completed", { workSince: hours(12) }, { versions: [first] }).at(-1)).toBe("now: Finished");
  });

  test("the second payment stands between the work and its end, an approval ends the line", () => {
    expect(line("delivered", { unpaidCents: 100 }, { versions: [first] })).toContain("next: Second payment");
    expect(line("delivered", { approvedAt: hours(50) }, { versions: [first] }).at(-1)).toBe("now: Finished");
  });

  test("a revision does not give the start of the first work its own moment", () => {
    const facts = { workSince: hours(60), firstDeliveredAt: hours(48) };
    expect(line("completed", facts, { versions: [first] })).not.toContain("done: Writer started");
  });

  test("an end says whose it was, and before a price nothing is paid", () => {
    const by = (who: "A" | "C" | "S") => line("cancelled", {}, { history: [{ action: "cancel", at: t0, by: who }] });
    expect([by("C").at(-1), by("A").at(-1), by("S").at(-1)]).toEqual([
      ...["stop: Cancelled by you", "stop: Cancelled by our team", "stop: Cancelled automatically"],
    ]);
    const custom = { kind: "custom" as const, priceCents: null, confirmedAt: null, quoteEnded: false };
    expect(line("pending", custom).slice(0, 3)).toEqual([
      ...["done: Order made", "now: We write your quote", "next: Payment"],
    ]);
  });
});

test("what is late is said to the client, never to the writer", () => {
  const work = placed("in_progress");
  expect(nextFor(work, "client", hours(100))).toContain("the work is late");
  expect(nextFor(work, "client", hours(99))).not.toContain("late");
  expect(nextFor(work, "writer", hours(101))).not.toContain("Our team sees");
});
