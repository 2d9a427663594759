import { expect, test } from "vitest";
import type { EntryName } from "./entries-and-events.ts";
import { type WriterTimelineFacts, writerTimeline } from "./timeline.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 2, 10, hour));
const entry = (hour: number, action: EntryName, text: string | null = null) => ({ at: at(hour), action, text });
const facts: WriterTimelineFacts = {
  status: "in_progress",
  history: [entry(1, "accept"), entry(2, "hold", "Which date?"), entry(5, "answer", "The first.")],
  deliveries: [{ number: 1, final: false, at: at(4) }],
  now: { title: "In progress", text: "" },
  pay: "$56.25",
  reviewDays: 7,
  revisionDays: 14,
};
const titles = (more: Partial<WriterTimelineFacts>) => writerTimeline({ ...facts, ...more }).map(({ title }) => title);

test("what happened stands in its order, then the state, then what comes", () => {
  expect(writerTimeline(facts)).toMatchObject([
    { state: "done", title: "You accepted" },
    { state: "done", title: "Paused for a question", text: "for 3\u00a0h" },
    { state: "done", title: "Draft 1 sent" },
    { state: "now", title: "In progress" },
    { state: "next", title: "The client reads version 2 and decides", text: "Within 7 days of your delivery" },
    { state: "next", title: "$56.25 is yours", text: "14 days after the client approves" },
  ]);
});

test("a revision counts its points, and an ended order has nothing left", () => {
  const history = [entry(1, "accept"), entry(6, "request-revision", "One\nTwo\n")];
  expect(titles({ history, deliveries: [{ number: 1, final: true, at: at(5) }] })).toEqual([
    "You accepted",
    "Version 1 delivered",
    "Revision, 2 points",
    "In progress",
    "The client reads version 2 and decides",
    "$56.25 is yours",
  ]);
  expect(titles({ status: "cancelled", history: [], deliveries: [] })).toEqual(["In progress"]);
  expect(titles({ status: "delivered", history: [], deliveries: [], pay: null })).toEqual(["In progress"]);
});
