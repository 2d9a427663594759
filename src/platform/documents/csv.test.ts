import { expect, test } from "vitest";
import { csvFile, csvOf } from "./csv.ts";

test.each([
  ["each text is quoted, a number and nothing are not", [["a", 1, null]], '"a",1,\r\n'],
  ["commas, quotes and lines", [['say "x", y', "one\ntwo"]], '"say ""x"", y","one\ntwo"\r\n'],
  ["formulas become text", [["=1+1", "@x", "-2", "+3"]], `"'=1+1","'@x","'-2","'+3"\r\n`],
  ["also after white space and quotes", [[" =1", '"=1', "\t=4"]], `"' =1","'""=1","'\t'=4"\r\n`],
  [
    "and with signs of full width",
    [["＝1", "＋1", "－1", "＠a", "﹦1", "−1"]],
    `"'＝1","'＋1","'－1","'＠a","'﹦1","'−1"\r\n`,
  ],
  ["and after a semicolon", [["a;=1", 'a; "=1', "a;＝1"]], `"a;'=1","a;' ""=1","a;'＝1"\r\n`],
  ["and at a new line", [["a\n=1"]], `"a\n'=1"\r\n`],
  ["other texts stay", [["a=1; b", "1-2", "x; y"]], '"a=1; b","1-2","x; y"\r\n'],
  ["numbers stay numbers", [[-12.5, 0]], "-12.5,0\r\n"],
  ["nothing", [], ""],
])("%s", (_, rows, text) => {
  expect(csvOf(rows)).toBe(text);
});

test("a file begins with the mark of UTF-8, once", async () => {
  const parts = async function* () {
    yield csvOf([["Ä"]]);
    yield csvOf([["b"]]);
  };
  let text = "";
  for await (const part of csvFile(parts())) text += part;
  expect(text).toBe('\uFEFF"Ä"\r\n"b"\r\n');
});
