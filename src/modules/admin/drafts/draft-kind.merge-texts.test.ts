import { expect, test } from "vitest";
import { mergeTexts } from "./draft-kind.ts";

const base = "# A\n\nOne.\n\nTwo.\n\nThree.\n";

test.each([
  ["each changed another paragraph", base.replace("One", "Eins"), base.replace("Three", "Drei"), false],
  ["only they changed it", base, base.replace("Two", "Zwei"), false],
  ["only I changed it", base.replace("Two", "Zwei"), base, false],
  ["both changed it alike", base.replace("Two", "Zwei"), base.replace("Two", "Zwei"), false],
  ["one added, one cut", `${base}\nFour.\n`, base.replace("One.\n\n", ""), false],
  ["both changed one paragraph", base.replace("Two", "Zwei"), base.replace("Two", "Deux"), true],
])("%s", (_what, mine, theirs, both) => {
  const merged = mergeTexts(base, mine, theirs);
  expect(merged.both).toBe(both);
  for (const words of ["Eins", "Zwei", "Four"])
    expect(merged.text.includes(words)).toBe((mine + theirs).includes(words));
  if (!both) expect(merged.text.includes("Drei")).toBe(theirs.includes("Drei"));
  expect(merged.text).not.toContain("Deux");
});

test("where both changed the same lines mine stays, and what they changed elsewhere is taken in", () => {
  const merged = mergeTexts(base, base.replace("Two", "Zwei"), base.replace("Two", "Deux").replace("Three", "Trois"));
  expect(merged).toEqual({ text: base.replace("Two", "Zwei").replace("Three", "Trois"), both: true });
});
