import { expect, test } from "vitest";
import { differing, merged } from "./draft-kind.ts";

type Look = { name?: string; logo?: string | null };
const kind = { labels: { name: "Name", logo: "Logo" }, absent: { name: "one\n\ntwo" } };

test("what a version does not have is as it was shipped", () => {
  expect(differing<Look>(kind, {}, { name: "one\n\ntwo" })).toEqual([]);
  expect(differing<Look>(kind, {}, { name: "one", logo: null })).toEqual(["name", "logo"]);
});

test("two changes of what was as shipped are merged line by line, and the way back to it leaves nothing", () => {
  expect(merged<Look>(kind, {}, { name: "one\n\n2" }, { name: "1\n\ntwo" })).toEqual({
    result: { name: "1\n\n2" },
    both: [],
  });
  expect(merged<Look>(kind, { name: "own" }, {}, { name: "own" })).toEqual({ result: {}, both: [] });
});

test("a part that a draft empties stays empty", () => {
  const [base, draft] = [{ logo: "a.png" }, { logo: null }];
  expect(merged<Look>(kind, base, draft, base)).toEqual({ result: { logo: null }, both: [] });
});
