import { expect, test } from "vitest";
import { unstorable } from "./input.ts";

test.each([
  ["NUL", { id: "a", note: "a\0b" }, "note"],
  ["half of a pair", { note: "a\ud800" }, "note"],
  ["one of a list", { note: ["a", "\udfff"] }, "note"],
  ["one of a record", { note: { first: "a", second: "\0" } }, "note.second"],
  ["deep inside", { note: [{ lines: [["a"], ["\0"]] }] }, "note.lines"],
  ["a name in a record", { note: { "a\0b": 1 } }, "note.a�b"],
  ["a field's name", { "a\ud800": "1" }, "a�"],
  ["a record without a prototype", { note: Object.assign(Object.create(null), { at: "\0" }) }, "note.at"],
])("%s is found by its field", (_what, input, path) => {
  expect(unstorable(input)).toEqual([{ path, message: "This has characters that cannot be kept." }]);
});

test.each(["0000-12-31T23:59:59Z", "1999-12-31T09:59:59.999Z", "9999-01-01T12:00:00Z", "+275760-09-13T00:00:00Z"])(
  "the instant %s is found by its field",
  (text) => {
    const message = "Choose a day of the years 2000 to 9998.";
    expect(unstorable({ quote: { deadline: new Date(text) } })).toEqual([{ path: "quote.deadline", message }]);
  },
);

test.each(["1999-12-31T10:00:00Z", "9999-01-01T11:59:59.999Z"])("the instant %s is storable", (text) => {
  expect(unstorable({ at: new Date(text) })).toEqual([]);
});

test("a field is named once, however much in it cannot be kept", () => {
  expect(
    unstorable({ note: ["\0", "\0"], other: "\0" })
      .map(({ path }) => path)
      .sort(),
  ).toEqual(["note", "other"]);
});

test("what has a reader of its own is left to it", () => {
  expect(unstorable({ fields: { title: "\0" }, note: "\0" }, ["fields"]).map(({ path }) => path)).toEqual(["note"]);
});

test("as deep as a body can be", () => {
  const levels = 200_000;
  const deep = JSON.parse(`{"note":${"[".repeat(levels)}"\\u0000"${"]".repeat(levels)}}`);
  expect(unstorable(deep).map(({ path }) => path)).toEqual(["note"]);
});

test("any other text, and what is no text, is storable", () => {
  expect(
    unstorable({ note: "😀\u0001\r\n", lines: [null, 1], at: new Date("2026-01-01"), bytes: new Uint8Array(3) }),
  ).toEqual([]);
  expect([undefined, null, "text", 1].flatMap((one) => unstorable(one))).toEqual([]);
});
