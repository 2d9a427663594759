import { expect, test } from "vitest";
import { unstorable } from "./storable.ts";

test.each([
  ["NUL", { id: "a", note: "a\0b" }],
  ["half of a pair", { note: "a\ud800" }],
  ["one of a list", { note: ["a", "\udfff"] }],
])("%s is found by its field", (_what, input) => {
  expect(unstorable(input)).toEqual([{ path: "note", message: "This has characters that cannot be kept." }]);
});

test("any other text, and what is no text, is storable", () => {
  expect(unstorable({ note: "😀\u0001\r\n", lines: [null, 1], at: new Date(0), bytes: new Uint8Array(3) })).toEqual([]);
  expect([undefined, null, "text", 1].flatMap(unstorable)).toEqual([]);
});
