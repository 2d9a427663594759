import { expect, test } from "vitest";
import { judge } from "#src/shared/honest-use/judge.ts";
import { deliveredKeys, deliveredReplies, fillReply } from "./delivered-replies.ts";

test.each(deliveredKeys)("the delivered reply %s fits a saved one and keeps the product's voice", (key) => {
  const { title, text } = deliveredReplies[key];
  expect(title.length).toBeLessThanOrEqual(80);
  expect(text.length).toBeLessThanOrEqual(400);
  expect(text).not.toMatch(/!|oops|please|guaranteed? (a|an|your) (grade|A)|undetect/i);
  const filled = fillReply(text, { name: "Linh", order: "7KQ2M4X" });
  expect(filled).not.toMatch(/[{}]/);
});

test("what the shop does not do is named without offering it", () => {
  expect(deliveredReplies["no-exams"].text).toContain("We do not sit exams");
  expect(deliveredReplies["no-exams"].text).toContain("What we can do");
  expect(deliveredKeys.filter((key) => judge(deliveredReplies[key].text)?.verdict === "refuse")).toEqual([]);
});
