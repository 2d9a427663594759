import { expect, test } from "vitest";
import { mentionsIn, noteParts } from "./mentions.ts";

const marta = { id: "m", name: "Marta Klein" };
const jonas = { id: "j", name: "Jonas Berg" };
const other = { id: "o", name: "Jonas Weber" };

test.each([
  ["@Marta please look", ["m"]],
  ["@marta klein, @MARTA", ["m"]],
  ["@Jonas is two people", []],
  ["@Jonas Berg and @Jonas Weber", ["j", "o"]],
  ["write to marta@example.test", []],
  ["@Martaline", []],
  ["@", []],
])("%s names %o", (text, named) => {
  expect(mentionsIn(text, [marta, jonas, other])).toEqual(named);
});

test("the parts of a note are the note", () => {
  const text = "Hi @Marta, see @Jonas Berg. x@y";
  expect(
    noteParts(text, [marta, jonas])
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});
