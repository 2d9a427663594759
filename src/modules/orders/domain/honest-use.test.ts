import { expect, test } from "vitest";
import { dishonestAsk, pieceLength, piecesOf } from "./honest-use.ts";

test.each([
  ["sitting", "Please take my online chemistry exam on Friday."],
  ["sitting", "I need somebody to complete the final test for me"],
  ["sitting", "Can you sit my calculus midterm?"],
  ["sitting", "do this quiz on my behalf, it is 20 questions"],
  ["sitting", "You will have to pretend to be me on the call."],
  ["live", "Send me the answers during the exam, it starts at 9"],
  ["live", "Stay online during my statistics test"],
  ["live", "I have my first live proctored exam tomorrow"],
  ["live", "be available while I take my final"],
  ["live", "Tell me how to bypass the lockdown browser"],
  ["log-in", "I will give you my Canvas login."],
  ["log-in", "my university password is hunter2"],
  ["log-in", "Log into my Blackboard and upload it"],
  ["log-in", "sign in as me and post in the forum"],
  ["log-in", "My password: swordfish"],
])("%s is refused: %s", (ask, text) => {
  expect(dishonestAsk(text)?.ask).toBe(ask);
});

test.each([
  "Write an essay about stress during the exam season at universities.",
  "A practice test with worked solutions, 20 questions on derivatives.",
  "Take my test results into account in the discussion.",
  "Design a login page for a school portal: username: string, password: string.",
  "Compare proctored and unproctored online exams; is live proctoring fair?",
  "Explain the topics of my final exam so that I can prepare.",
  "Hypothesis tests: do the t-test for the two groups and explain it for me.",
  "Take my final draft and proofread it.",
  "Take my notes on the exam and make a summary.",
  "Complete the test suite of the attached program.",
  "Do the chi-square test and report p.",
  "The course uses Canvas; the brief is attached.",
  "Write unit tests for me with a test plan.",
  "I take the test of this theory to be its use in practice.",
  "",
])("is taken: %s", (text) => {
  expect(dishonestAsk(text)).toBeNull();
});

test("what is refused says what can be done instead", () => {
  expect(dishonestAsk("take my exam")?.message).toContain("practice paper");
});

test("a request is found wherever it stands in a long text, in pieces that overlap by one reach", () => {
  const filler = "The task is about enzymes and their use in washing powder ";
  const ask = "please take my online chemistry exam on Friday ";
  for (let offset = 0; offset < 2 * pieceLength; offset += 7) {
    const text = filler.repeat(60).slice(0, offset) + ask + filler.repeat(60);
    expect(dishonestAsk(text)?.ask, `at ${offset}`).toBe("sitting");
  }
});

test.each([10_000, 100_000, 1_000_000])("the patterns read at most twice the length of %d characters", (length) => {
  const pieces = piecesOf("my exam during the ".repeat(length).slice(0, length));
  expect(pieces.every((piece) => piece.length <= pieceLength)).toBe(true);
  expect(pieces.reduce((sum, piece) => sum + piece.length, 0)).toBeLessThanOrEqual(2 * length);
});
