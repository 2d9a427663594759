import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Words that accuse, or promise what no checker can do. */
const forbidden = /caught|cheat|\bproofs?\b|humani[sz]|%\s*AI\b|plagiari/i;

test("no page, report or answer of the checker uses a word that accuses or promises too much", () => {
  const files = globSync("src/modules/checker/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(40);
  const found = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, at) => (forbidden.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
  for (const word of ["You were caught.", "98 % AI", "proof of cheating", "humanise it", "Plagiarism"])
    expect(word).toMatch(forbidden);
});
