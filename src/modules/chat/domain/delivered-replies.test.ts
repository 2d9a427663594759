import { expect, test } from "vitest";
import { deliveredKeys, deliveredReplies, fillReply } from "./delivered-replies.ts";
import { honestNote } from "./honest-note.ts";

test.each(deliveredKeys)("the delivered reply %s fits a saved one and keeps the product's voice", (key) => {
  const { title, text } = deliveredReplies[key];
  expect(title.length).toBeLessThanOrEqual(80);
  expect(text.length).toBeLessThanOrEqual(400);
  expect(text).not.toMatch(/!|oops|please|guaranteed? (a|an|your) (grade|A)|undetect/i);
  const filled = fillReply(text, { name: "Linh", order: "7KQ2M4X" });
  expect(filled).not.toMatch(/[{}]/);
});

test("what the shop does not do is named without offering it", () => {
  // A client who writes such words gets the shop's note; the reply itself must not sound like the request.
  expect(deliveredReplies["no-exams"].text).toContain("We do not sit exams");
  expect(deliveredReplies["no-exams"].text).toContain("What we can do");
  expect(honestNote("Can you sit my exam for me?")).not.toBeNull();
});
