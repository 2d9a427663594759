import { describe, expect, test } from "vitest";
import { defaultMinimumLeadHours, defaultPricingTable } from "./default-table.ts";
import type { InputMode } from "./input-reader.ts";
import { readQuoteInput } from "./quote-input.ts";
import { parseInstant } from "./read-deadline.ts";

const now = new Date("2027-03-10T12:00:00Z");
const read = (sent: unknown, mode: InputMode = "json", defaultZone?: string) =>
  readQuoteInput(defaultPricingTable, sent, { mode, now, minimumLeadHours: defaultMinimumLeadHours, defaultZone });

const wrong = (sent: unknown, mode: InputMode = "json", zone?: string) => {
  const result = read(sent, mode, zone);
  return result.ok ? {} : Object.fromEntries(result.errors.map(({ path, message }) => [path, message]));
};

describe("deadlines", () => {
  const quiz = { service: "quiz" };
  const typed = { deadlineDate: "2027-03-15", deadlineTime: "18:00", deadlineZone: "Europe/Berlin" };
  const instant = "2027-03-15T17:00:00Z";
  const deadlineOf = (sent: Record<string, unknown>, mode: InputMode = "json", zone?: string) => {
    const result = read({ ...quiz, ...sent }, mode, zone);
    return result.ok ? [result.input.deadline?.toISOString(), result.input.zone] : result.errors;
  };

  test("an instant, or date, time and zone, or both when they are equal", () => {
    expect(deadlineOf({ deadline: instant })).toEqual(["2027-03-15T17:00:00.000Z", null]);
    expect(deadlineOf(typed)).toEqual(["2027-03-15T17:00:00.000Z", "Europe/Berlin"]);
    expect(deadlineOf({ ...typed, deadline: "2027-03-15T18:00:00+01:00" })).toEqual([
      "2027-03-15T17:00:00.000Z",
      "Europe/Berlin",
    ]);
    expect(wrong({ ...quiz, ...typed, deadline: "2027-03-15T18:00:00Z" })).toEqual({
      deadline: "The deadline is not the same as the date, time and time zone. Send only one of the two.",
    });
  });

  test("what is missing or wrong among the three is named", () => {
    for (const name of Object.keys(typed))
      expect(wrong({ ...quiz, ...typed, [name]: undefined })).toEqual({ [name]: "This answer is missing." });
    expect(wrong({ ...quiz, ...typed, deadlineDate: "2027-02-29" })).toHaveProperty("deadlineDate");
    expect(wrong({ ...quiz, ...typed, deadlineDate: 20270315 })).toEqual({ deadlineDate: "Write this as text." });
    expect(wrong({ ...quiz, ...typed, deadlineTime: "25:00" })).toHaveProperty("deadlineTime");
    expect(wrong({ ...quiz, ...typed, deadlineZone: "+01:00" })).toEqual({
      deadlineZone: "This time zone is not known. Choose one from the list.",
    });
  });

  test("a form may leave all empty, and its zone may have a default", () => {
    expect(
      deadlineOf({ deadline: "", deadlineDate: "", deadlineTime: "", deadlineZone: "Asia/Tokyo" }, "form"),
    ).toEqual([undefined, "Asia/Tokyo"]);
    expect(deadlineOf({ ...typed, deadlineZone: "" }, "form", "UTC")).toEqual(["2027-03-15T18:00:00.000Z", "UTC"]);
    expect(wrong({ ...quiz, ...typed, deadlineTime: "" }, "form")).toEqual({ deadlineTime: "This answer is missing." });
  });

  test("a time that the clocks jump over is refused, of two equal ones the earlier counts", () => {
    expect(wrong({ ...quiz, ...typed, deadlineDate: "2027-03-28", deadlineTime: "02:30" })).toEqual({
      deadlineTime: "The clocks change at this time, so it does not exist on this day. Choose another time.",
    });
    expect(deadlineOf({ ...typed, deadlineDate: "2027-10-31", deadlineTime: "02:30" })).toEqual([
      "2027-10-31T00:30:00.000Z",
      "Europe/Berlin",
    ]);
  });

  test("past, too near and exactly near enough", () => {
    expect(wrong({ ...quiz, deadline: "2027-03-10T12:00:00Z" })).toEqual({
      deadline: "This time is in the past. Choose a later one.",
    });
    const near = "This time is less than 3 hours from now. Choose a later one.";
    expect(wrong({ ...quiz, deadline: "2027-03-10T14:59:59.999Z" })).toEqual({ deadline: near });
    expect(wrong({ ...quiz, deadline: "2027-03-10T15:00:00Z" })).toEqual({});
    expect(wrong({ ...quiz, deadlineDate: "2027-03-10", deadlineTime: "14:00", deadlineZone: "UTC" })).toEqual({
      deadlineDate: near,
    });
  });

  test("the minimum is the service's own", () => {
    const minimumLeadHours = { ...defaultMinimumLeadHours, quiz: 1 };
    const result = readQuoteInput(
      defaultPricingTable,
      { ...quiz, deadline: "2027-03-10T12:59:00Z" },
      { mode: "json", now, minimumLeadHours },
    );
    expect(result.ok ? [] : result.errors[0]?.message).toBe(
      "This time is less than 1 hour from now. Choose a later one.",
    );
  });

  test.each([
    ["2027-03-15T18:00:00Z", "2027-03-15T18:00:00.000Z"],
    ["2027-03-15t18:00:00z", "2027-03-15T18:00:00.000Z"],
    ["2027-03-15T18:00:00.5+05:45", "2027-03-15T12:15:00.500Z"],
    ["2027-03-15T18:00:00.123999-03:30", "2027-03-15T21:30:00.123Z"],
    ["2027-03-15T18:00:00-00:00", "2027-03-15T18:00:00.000Z"],
  ])("%s is %s", (text, utc) => {
    expect(parseInstant(text)?.toISOString()).toBe(utc);
  });

  test.each([
    "2027-03-15T18:00:00",
    "2027-03-15T18:00Z",
    "2027-03-15 18:00:00Z",
    "2027-03-15",
    "2027-02-29T18:00:00Z",
    "2027-03-15T24:00:00Z",
    "2027-03-15T18:00:60Z",
    "2027-03-15T18:00:00+24:00",
    "2027-03-15T18:00:00+0100",
    "2027-03-15T18:00:00.Z",
    "+002027-03-15T18:00:00Z",
    "1773597600000",
    "tomorrow",
    "",
  ])("%j is not an instant", (text) => {
    expect(parseInstant(text)).toBeNull();
    expect(wrong({ ...quiz, deadline: text })).toEqual({
      deadline: "Write date, time and offset like 2027-03-15T18:00:00+01:00.",
    });
  });
});
