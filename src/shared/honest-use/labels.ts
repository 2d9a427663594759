import type { Blocker, Concept, DishonestAsk } from "./rules.ts";

/** What is not done, as a heading of rules. */
export const askLabels: Readonly<Record<DishonestAsk, string>> = {
  sitting: "An exam or a class for somebody",
  live: "Help during a live exam",
  "log-in": "School log-ins",
  evasion: "Hiding who wrote a text",
};

/** What a list of words is about, for people who read the rules. */
export const conceptLabels: Readonly<Record<Concept, string>> = {
  exam: "an exam or test",
  take: "doing it",
  forMe: "for me, in my place",
  sitMine: "take my exam",
  somebody: "somebody who can",
  asMe: "as me, under my name",
  attend: "being there",
  lesson: "a class or meeting",
  during: "while it runs",
  help: "sending answers",
  proctor: "a watched exam",
  bypass: "getting around it",
  secret: "a password or log-in",
  give: "giving it to us",
  mySecret: "my password",
  school: "a school or its site",
  enter: "using my account",
  detector: "a text checker",
  evade: "not being found",
  aiText: "a text by AI",
  humanize: "making it look human",
  passes: "it must pass",
  soundsHuman: "sounding human",
  teacher: "a teacher or school",
  unnoticed: "nobody must notice",
  notMine: "somebody else wrote it",
  believes: "they think I wrote it",
  proxy: "an exam taker for hire",
};

/** What makes the words of a rule an honest mention. */
export const blockerLabels: Readonly<Record<Blocker, string>> = {
  practice: "practice and study",
  mention: "a text about the subject",
  otherTest: "another kind of test",
  teaching: "a teacher’s own class",
  trouble: "trouble with signing in",
  building: "building or studying a sign-in",
  noAi: "asking for work without AI",
  document: "a document to write",
};

export const ruleLabel = (name: string): string => name.replaceAll("-", " ");
