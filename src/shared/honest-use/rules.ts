import type { blockers } from "./blockers.ts";
import type { words } from "./words.ts";

export type Concept = keyof typeof words;
export type Blocker = keyof typeof blockers;
/** What the operator does not do. */
export type DishonestAsk = "sitting" | "live" | "log-in" | "evasion";

export type Rule = {
  name: string;
  ask: DishonestAsk;
  /** `screen`: it may be meant well, and a person reads it. */
  verdict: "refuse" | "screen";
  /** They meet in one sentence, in the words of one language, none of them further from the first than `within`. */
  needs: readonly [Concept, ...Concept[]];
  within: number;
  /** Near it they make it an honest mention; further away in the sentence a person reads it. */
  unless: readonly Blocker[];
  /** Also in two sentences that follow each other; then a person reads it. */
  across?: true;
};

/** Counts up whenever a rule or a list of words changes: what was decided says by which. */
export const guardVersion = 1;

const exams: readonly Blocker[] = ["practice", "mention", "otherTest", "teaching", "document"];
const hiding: readonly Blocker[] = ["mention", "noAi"];
const signIns: readonly Blocker[] = ["trouble", "building", "mention"];

/** Stricter ones first: the first that holds speaks. */
export const rules: readonly Rule[] = [
  { name: "proxy", ask: "sitting", verdict: "refuse", needs: ["proxy"], within: 0, unless: ["mention"] },
  {
    name: "sit-for-me",
    ask: "sitting",
    verdict: "refuse",
    needs: ["exam", "take", "forMe"],
    within: 70,
    unless: exams,
    across: true,
  },
  { name: "sit-mine", ask: "sitting", verdict: "refuse", needs: ["sitMine"], within: 0, unless: exams },
  {
    name: "somebody-sits",
    ask: "sitting",
    verdict: "refuse",
    needs: ["exam", "somebody", "take", "forMe"],
    within: 90,
    unless: exams,
  },
  { name: "as-me-exam", ask: "sitting", verdict: "refuse", needs: ["asMe", "exam"], within: 80, unless: ["mention"] },
  {
    name: "attend-for-me",
    ask: "sitting",
    verdict: "refuse",
    needs: ["lesson", "attend", "forMe"],
    within: 70,
    unless: ["mention"],
  },
  {
    name: "attend-as-me",
    ask: "sitting",
    verdict: "refuse",
    needs: ["asMe", "lesson"],
    within: 80,
    unless: ["mention"],
  },
  { name: "live-help", ask: "live", verdict: "refuse", needs: ["exam", "during", "help"], within: 90, unless: exams },
  {
    name: "bypass-proctor",
    ask: "live",
    verdict: "refuse",
    needs: ["proctor", "bypass"],
    within: 60,
    unless: ["mention"],
  },
  {
    name: "hand-over-log-in",
    ask: "log-in",
    verdict: "refuse",
    needs: ["secret", "give", "school"],
    within: 60,
    unless: signIns,
  },
  { name: "own-log-in", ask: "log-in", verdict: "refuse", needs: ["mySecret", "school"], within: 50, unless: signIns },
  { name: "enter-account", ask: "log-in", verdict: "refuse", needs: ["enter", "school"], within: 60, unless: signIns },
  { name: "as-me-school", ask: "log-in", verdict: "refuse", needs: ["asMe", "school"], within: 60, unless: signIns },
  {
    name: "evade-detection",
    ask: "evasion",
    verdict: "refuse",
    needs: ["detector", "evade"],
    within: 60,
    unless: hiding,
  },
  { name: "make-human", ask: "evasion", verdict: "refuse", needs: ["humanize", "aiText"], within: 60, unless: hiding },
  {
    name: "hide-author",
    ask: "evasion",
    verdict: "refuse",
    needs: ["unnoticed", "notMine"],
    within: 70,
    unless: hiding,
  },
  { name: "look-own", ask: "evasion", verdict: "screen", needs: ["believes"], within: 0, unless: hiding },
  {
    name: "hide-from-teacher",
    ask: "evasion",
    verdict: "screen",
    needs: ["unnoticed", "teacher"],
    within: 60,
    unless: hiding,
  },
  { name: "as-me", ask: "sitting", verdict: "screen", needs: ["asMe"], within: 0, unless: ["mention"] },
  { name: "exam-for-me", ask: "sitting", verdict: "screen", needs: ["exam", "forMe"], within: 60, unless: exams },
  {
    name: "somebody-exam",
    ask: "sitting",
    verdict: "screen",
    needs: ["exam", "somebody", "take"],
    within: 60,
    unless: exams,
  },
  { name: "live-exam", ask: "live", verdict: "screen", needs: ["exam", "during"], within: 40, unless: exams },
  { name: "proctored-exam", ask: "live", verdict: "screen", needs: ["proctor", "exam"], within: 50, unless: exams },
  { name: "log-in-shared", ask: "log-in", verdict: "screen", needs: ["secret", "give"], within: 25, unless: signIns },
  { name: "log-in-said", ask: "log-in", verdict: "screen", needs: ["mySecret"], within: 0, unless: signIns },
  { name: "account-used", ask: "log-in", verdict: "screen", needs: ["enter"], within: 0, unless: signIns },
  { name: "pass-check", ask: "evasion", verdict: "screen", needs: ["detector", "passes"], within: 30, unless: hiding },
  {
    name: "human-sound",
    ask: "evasion",
    verdict: "screen",
    needs: ["aiText", "soundsHuman"],
    within: 50,
    unless: hiding,
  },
  { name: "human-look", ask: "evasion", verdict: "screen", needs: ["aiText", "evade"], within: 60, unless: hiding },
];

/** What is said beside the field: what is not done, and what can be done instead. */
export const messages: Readonly<Record<DishonestAsk, string>> = {
  sitting:
    "We do not sit exams or attend classes for anybody. We can write a practice paper with worked solutions, or explain the topics before the day.",
  live: "We do not help during a live exam. We can help before it: a practice paper with worked solutions, or a written explanation of the topics.",
  "log-in":
    "Do not send us school log-ins; we do not use them. Copy the task and its rules into the instructions instead.",
  evasion:
    "We do not help to hide who wrote a text. We can write a model with sources that you learn from, or correct and comment on your own draft.",
};
