import { expect, test } from "vitest";
import { honestNote } from "./honest-note.ts";

test.each([
  ["practice paper", "Can you take my chemistry exam on Friday?"],
  ["practice paper", "Hi, I need somebody to sit the final test for me, how much is it"],
  ["before it", "Will you send me the answers during my exam tomorrow?"],
  ["before it", "please stay online during my statistics test"],
  ["school log-ins", "I will give you my Canvas login and you upload it"],
  ["school log-ins", "my university password is hunter2"],
  ["school log-ins", "My password: swordfish"],
  ["school log-ins", "log into my Blackboard, the task is there"],
])("is answered with “%s”: %s", (asked, text) => {
  expect(honestNote(text)).toContain(asked);
});

test.each([
  "Hello, can the writer use two sources that I send?",
  "I cannot log in to my account since yesterday.",
  "I can’t sign in to my account, what now?",
  "My password is not accepted.",
  "my login is wrong, it says",
  "I forgot my password. How do I log in to my account?",
  "When I log into my account the order is not there.",
  "The exam is on Friday, so I need the practice test before it.",
  "My teacher will test us on chapter three.",
  "Is Friday possible? I have an exam on Thursday.",
  "Please explain the topics of my final exam so that I can prepare.",
  "Where do I send my notes?",
  "Thank you.",
  "",
])("is ordinary: %s", (text) => {
  expect(honestNote(text)).toBeNull();
});
