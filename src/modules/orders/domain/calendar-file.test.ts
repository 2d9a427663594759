import { describe, expect, test } from "vitest";
import { calendarFile } from "./calendar-file.ts";

const moment = {
  uid: "order-7KQ2M4X@localhost",
  at: new Date("2026-11-28T23:00:00.000Z"),
  title: "Ready to read: Sleep; memory, and \\ more",
  text: "Two\r\nlines\u0007",
  url: "http://localhost/dashboard/orders/1",
};
const file = (more: Partial<typeof moment> = {}) =>
  calendarFile({ ...moment, ...more }, "Paperwright", new Date("2026-11-22T14:26:10.500Z"));
/** As a calendar reads it: folded lines joined again. */
const unfolded = (text: string): string[] => text.replaceAll("\r\n ", "").split("\r\n");

describe("a calendar file", () => {
  test("says the instant in UTC, whole seconds, and ends every line by CR LF", () => {
    const lines = unfolded(file());
    expect(lines).toContain("DTSTART:20261128T230000Z");
    expect(lines).toContain("DTEND:20261128T230000Z");
    expect(lines).toContain("DTSTAMP:20261122T142610Z");
    expect(lines.at(-1)).toBe("");
    expect(file().replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  test("a text says nothing to the format", () => {
    const lines = unfolded(file({ text: "END:VEVENT\nBEGIN:VEVENT" }));
    expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(1);
    expect(lines).toContain("DESCRIPTION:END:VEVENT\\nBEGIN:VEVENT");
    expect(unfolded(file())).toContain("SUMMARY:Ready to read: Sleep\\; memory\\, and \\\\ more");
    expect(unfolded(file())).toContain("DESCRIPTION:Two\\nlines ");
  });

  test("long lines in any script fold at 75 bytes and unfold without loss", () => {
    const title = "Ngôn ngữ và trí nhớ 記憶と睡眠 🌙 ".repeat(20).trim();
    const text = file({ title });
    for (const line of text.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(unfolded(text)).toContain(`SUMMARY:${title}`);
  });
});
