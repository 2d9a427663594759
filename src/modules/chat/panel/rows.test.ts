import { describe, expect, test } from "vitest";
import type { ShownMessage } from "../queries/message-page.ts";
import { announcementOf, daysOf, timesIn } from "./rows.ts";

const at = (timestamp: string, more: Partial<ShownMessage> = {}): ShownMessage => ({
  id: timestamp,
  message: "Hello",
  timestamp,
  mine: false,
  senderType: "user",
  fromSupport: true,
  attachment: null,
  attachmentName: null,
  file: null,
  ...more,
});

describe("days", () => {
  test("begin at midnight of the person's zone", () => {
    const messages = [at("2026-03-08T16:59:00.000Z"), at("2026-03-08T17:01:00.000Z")];
    const daysRead = (now: string) =>
      daysOf(messages, timesIn("Asia/Ho_Chi_Minh", new Date(now))).map(({ text }) => text);
    expect(daysRead("2026-12-31T16:00:00.000Z")).toEqual(["Sun 8 March", "Mon 9 March"]);
    expect(daysRead("2026-12-31T18:00:00.000Z")).toEqual(["Sun 8 March 2026", "Mon 9 March 2026"]);
    expect(daysOf(messages, timesIn("UTC"))).toHaveLength(1);
    expect(timesIn("Asia/Ho_Chi_Minh").clock("2026-03-08T17:01:00.000Z")).toBe("00:01");
  });

  test("an unknown zone is the browser's", () => {
    expect(timesIn("Mars/Base").clock("2026-03-08T17:01:00.000Z")).toBe(
      timesIn(null).clock("2026-03-08T17:01:00.000Z"),
    );
  });
});

describe("what is read out", () => {
  test("one message in its words, several as a number", () => {
    const one = at("2026-03-08T17:01:00.000Z");
    expect(announcementOf([one], "Support")).toBe("Support: Hello");
    expect(announcementOf([one, one, one], "Support")).toBe("3 new messages from Support");
    expect(announcementOf([{ ...one, message: "", attachmentName: "a.pdf" }], "Support")).toBe("Support: file a.pdf");
    expect(announcementOf([{ ...one, senderType: "system", message: "Closed." }], "Support")).toBe("Closed.");
    expect(announcementOf([{ ...one, message: "👍".repeat(9_000) }], "Support").length).toBeLessThan(400);
    expect(announcementOf([], "Support")).toBe("");
  });
});
