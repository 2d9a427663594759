import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test.each([
  ["plain", [["a", 1, null]], "a,1,\r\n"],
  ["commas, quotes and lines", [['say "x", y', "one\ntwo"]], '"say ""x"", y","one\ntwo"\r\n'],
  ["formulas become text", [["=1+1", "@x", "-2", "+3", "\t=4"]], "'=1+1,'@x,'-2,'+3,'\t=4\r\n"],
  ["numbers stay numbers", [[-12.5, 0]], "-12.5,0\r\n"],
  ["nothing", [], ""],
])("%s", (_, rows, text) => {
  expect(csvOf(rows)).toBe(text);
});
