import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ChangedPart, readingParts, textChanges } from "./text-changes.ts";

const marks = { same: "", cut: "-", added: "+" } as const;
const shown = (before: string, now: string): string[] =>
  [...textChanges(before, now)].map(({ pieces }) =>
    pieces.map(({ mark, text }) => (mark === "same" ? text : `{${marks[mark]}${text}}`)).join(""),
  );

describe("what changed between two versions", () => {
  test.each([
    ["nothing", "One two.\n\nThree.", "One two.\n\nThree.", ["One two.", "Three."]],
    [
      "words within a paragraph, as one change where blanks part them",
      "The example is small. In the lecture on Thursday, two slept.",
      "The example is small. In the lab on 5 March, two slept.",
      ["The example is small. In the {-lecture}{+lab} on {-Thursday,}{+5 March,} two slept."],
    ],
    [
      "a sentence more",
      "Both forgot it.",
      "Both forgot it. The others did not.",
      ["Both forgot it.{+ The others did not.}"],
    ],
    ["a paragraph less", "One.\n\nTwo here.\n\nThree.", "One.\n\nThree.", ["One.", "{-Two here.}", "Three."]],
    [
      "another paragraph",
      "Cats sleep long hours.",
      "Rain fell down on Berlin.",
      ["{-Cats sleep long hours.}", "{+Rain fell down on Berlin.}"],
    ],
    ["from nothing", "", "One.", ["{+One.}"]],
    ["to nothing", "One.", "", ["{-One.}"]],
  ])("%s", (_name, before, now, expected) => {
    expect(shown(before, now)).toEqual(expected);
  });

  test("is whole: without the cut pieces the text of now, without the added ones the text of before", () => {
    const word = fc.constantFrom("a", "b", "sleep", "memory,", "2013.", "é", "👩‍👧");
    const paragraph = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "));
    const text = fc.array(paragraph, { maxLength: 6 }).map((all) => all.join("\n\n"));
    const without = (parts: readonly ChangedPart[], left: "cut" | "added") =>
      parts
        .map(({ pieces }) => pieces.flatMap((piece) => (piece.mark === left ? [] : piece.text)).join(""))
        .filter((piece) => piece !== "");
    fc.assert(
      fc.property(text, text, (before, now) => {
        const parts = [...textChanges(before, now)];
        expect(without(parts, "cut")).toEqual(readingParts(now).map((part) => part.text));
        expect(without(parts, "added")).toEqual(readingParts(before).map((part) => part.text));
        const ids = parts.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        // Every heading and paragraph keeps the place that it has without marks.
        const places = readingParts(now).map(({ id }) => id);
        expect(ids.filter((id) => places.includes(id))).toEqual(places);
      }),
    );
  });

  test("costs what the length costs, however different the texts are", () => {
    const cost = (words: number, seed: number): number => {
      const text = (shift: number) =>
        Array.from({ length: words }, (_, at) => `w${(at * 7919 + shift) % 97}`).join(" ");
      const [before, now] = [text(0), text(seed)];
      const begun = process.threadCpuUsage();
      Array.from(textChanges(before, now));
      return process.threadCpuUsage(begun).user / 1000;
    };
    const least = (words: number): number => Math.min(...[1, 2, 3].map(() => cost(words, 3)));
    cost(2_000, 1);
    const [short, long] = [least(5_000), least(40_000)];
    // The processor's time of this thread. Eight times the words; without a bound it would be 64 times the work.
    expect(long / (short + 2)).toBeLessThan(25);
  });
});
