import { expect, test } from "vitest";
import { nextFor } from "./next-texts.ts";
import { hours, orderIn, t0 } from "./order-in.test-support.ts";
import { timelineFor } from "./timeline.ts";

const work = { ...orderIn("in_progress"), status: "in_progress" as const };

test("a late order does not promise the work before a deadline that has passed", () => {
  const textsAt = (now: Date) => timelineFor(work, t0, now).map(({ text }) => text);
  expect(textsAt(hours(99))).toContain("Before your deadline");
  expect(textsAt(hours(100))).not.toContain("Before your deadline");
  expect(textsAt(hours(100)).join()).toContain("the work is late");
  expect(nextFor(work, "client", hours(99))).not.toContain("late");
  expect(nextFor(work, "writer", hours(101))).not.toContain("Our team sees");
});
