import { expect, test } from "vitest";
import { differing, merged } from "./draft-kind.ts";

type Parts = { name?: string; logo?: string | null };
const kind = { labels: { name: "Name", logo: "Logo" }, absent: { name: "one\n\ntwo" } };

test("what a version does not have is as it was shipped", () => {
  expect(differing<Parts>(kind, {}, { name: "one\n\ntwo" })).toEqual([]);
  expect(differing<Parts>(kind, {}, { name: "one", logo: null })).toEqual(["name", "logo"]);
});

test("two changes of what was as shipped are merged line by line, and the way back to it leaves nothing", () => {
  expect(merged<Parts>(kind, {}, { name: "one\n\n2" }, { name: "1\n\ntwo" })).toEqual({
    result: { name: "1\n\n2" },
    both: [],
  });
  expect(merged<Parts>(kind, { name: "own" }, {}, { name: "own" })).toEqual({ result: {}, both: [] });
});

test("a part that a draft empties stays empty", () => {
  const [base, draft] = [{ logo: "a.png" }, { logo: null }];
  expect(merged<Parts>(kind, base, draft, base)).toEqual({ result: { logo: null }, both: [] });
});
