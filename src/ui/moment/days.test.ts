import { expect, test } from "vitest";
import { dayAfterKey, insideGrid, monthMark, pageOf, pageTitle, weeksOf } from "./days.ts";

// A Sunday; its week began on Mon 16 November.
const today = "2026-11-22";

test("a page has four weeks from Monday of this week, whatever the day of the week is", () => {
  expect(weeksOf(pageOf(today, today))).toEqual([
    ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22"],
    ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28", "2026-11-29"],
    ["2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04", "2026-12-05", "2026-12-06"],
    ["2026-12-07", "2026-12-08", "2026-12-09", "2026-12-10", "2026-12-11", "2026-12-12", "2026-12-13"],
  ]);
});

test.each([
  ["2026-11-16", "2026-11-16"],
  ["2026-12-13", "2026-11-16"],
  ["2026-12-14", "2026-12-14"],
  ["2027-03-01", "2027-02-08"],
  ["2026-11-15", "2026-11-16"],
  ["2020-01-01", "2026-11-16"],
  ["2099-01-01", "2028-10-16"],
])("%s stands on the page that begins with %s", (date, monday) => expect(pageOf(date, today)).toBe(monday));

test.each([
  ["2026-11-22", "2026-11-16"],
  ["2026-11-23", "2026-11-23"],
  ["2028-02-29", "2028-02-28"],
  ["2027-03-28", "2027-03-22"],
])("on %s the calendar begins with %s", (now, monday) => expect(pageOf(now, now)).toBe(monday));

test.each([
  ["2026-11-15", "2026-11-16"],
  ["2026-11-17", "2026-11-17"],
  ["2029-01-01", "2028-11-12"],
])("%s is %s, inside what the calendar has", (date, inside) => expect(insideGrid(date, today)).toBe(inside));

test.each([
  ["ArrowLeft", "2026-11-30", "2026-11-29"],
  ["ArrowRight", "2026-11-30", "2026-12-01"],
  ["ArrowUp", "2026-12-03", "2026-11-26"],
  ["ArrowDown", "2026-12-31", "2027-01-07"],
  ["Home", "2026-12-03", "2026-11-30"],
  ["Home", "2026-11-30", "2026-11-30"],
  ["End", "2026-12-03", "2026-12-06"],
  ["End", "2026-12-06", "2026-12-06"],
  ["PageUp", "2026-12-31", "2026-12-03"],
  ["PageDown", "2027-02-01", "2027-03-01"],
  ["ArrowLeft", "2026-11-16", "2026-11-16"],
  ["PageUp", "2026-11-20", "2026-11-16"],
  ["PageDown", "2028-11-10", "2028-11-12"],
  ["Enter", "2026-11-20", null],
  ["a", "2026-11-20", null],
  ["toString", "2026-11-20", null],
])("%s leads from %s to %s", (key, from, to) => expect(dayAfterKey(key, from, today)).toBe(to));

test.each([
  ["2026-11-16", "16 November to 13 December"],
  ["2026-12-14", "14 December to 10 January 2027"],
  ["2027-01-11", "11 January 2027 to 7 February 2027"],
])("the page of %s is called %s", (monday, title) => expect(pageTitle(monday, today)).toBe(title));

test("the first of a month says which one begins", () => {
  expect(["2026-11-30", "2026-12-01", "2027-01-01"].map((date) => monthMark(date, today))).toEqual([
    null,
    "Dec",
    "Jan",
  ]);
});
