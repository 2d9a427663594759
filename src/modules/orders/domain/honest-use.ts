/** What the operator does not do, and what it can do instead. */
export type DishonestAsk = "sitting" | "live" | "log-in";

const exam = "(?:exam|exams|test|tests|quiz|quizzes|midterm|midterms|finals?|assessment)";
const few = "(?:(?!(?:about|on|for|of|and|to|in|from|with|the)\\b)[\\w'-]+\\s+){0,4}";
const sentence = "[^.!?\\n]{0,80}";
// "take my test results into account" speaks about a test and asks nobody to sit it
const asThing =
  "(?!\\s+(?:results?|scores?|notes?|data|reports?|cases?|papers?|essays?|anxiety|prep|preparation|review|plans?|suites?|marks?|grades?|feedback|questions?|drafts?|versions?|projects?|assignments?|chapters?|dissertation|thesis|years?|into))";
const school =
  "(?:canvas|blackboard|moodle|brightspace|d2l|aleks|mymathlab|mylab|webassign|lms|school|college|university|student|course|class|portal)";
const secret = "(?:log-?ins?|log-?in details|passwords?|passcodes?|credentials|usernames?|account details)";

const pattern = (text: string): RegExp => new RegExp(text, "iu");

type Sign = readonly [DishonestAsk, RegExp];

const makeSigns = (): readonly Sign[] => [
  [
    "live",
    pattern(
      `\\b(?:answers?|solutions?|help me|solve|text me|send me|message me|reply|(?:be|stay|sit) (?:available|online|ready|on call))\\b${sentence}\\b(?:during|while i (?:am|sit|take|do))\\s+(?:in\\s+)?(?:my|the|our)\\s+${few}${exam}\\b`,
    ),
  ],
  [
    "live",
    pattern(`\\bduring\\s+(?:my|our)\\s+${few}${exam}\\b${sentence}\\b(?:send|text|message|give|tell)\\s+(?:me|us)\\b`),
  ],
  ["live", pattern(`\\bmy\\s+${few}(?:live|proctored)\\s+${few}${exam}\\b`)],
  [
    "live",
    pattern(
      `\\b(?:bypass|get around|beat|trick|fool|cheat)\\s+(?:the\\s+)?${few}(?:proctor\\w*|respondus|honorlock|lockdown browser)\\b`,
    ),
  ],
  [
    "sitting",
    pattern(
      `\\b(?:take|sit|write|do|complete|finish|pass)\\s+(?:my|the|this|an?|our)\\s+${few}${exam}\\b${asThing}${sentence}\\b(?:for me|in my place|in my name|on my behalf|as me|instead of me)\\b`,
    ),
  ],
  ["sitting", pattern(`\\b(?:take|sit)\\s+my\\s+${few}${exam}\\b${asThing}`)],
  ["sitting", pattern(`\\b(?:pretend to be me|impersonate me|pose as me)\\b`)],
  [
    "log-in",
    pattern(
      `\\b(?:give|send|share|use|provide|pass|with)\\s+(?:you\\s+)?(?:with\\s+)?my\\s+(?:[\\w'-]+\\s+){0,3}${secret}\\b`,
    ),
  ],
  ["log-in", pattern(`\\bmy\\s+(?:[\\w'-]+\\s+){0,2}${school}\\s+(?:[\\w'-]+\\s+){0,2}${secret}\\s*(?:is|are|:|=)`)],
  ["log-in", pattern(`\\bmy\\s+${secret}\\s*(?:is|are|:|=)\\s*\\S`)],
  [
    "log-in",
    pattern(
      `\\b(?:log|sign)[\\s-]?(?:in|on)(?:to)?\\s+(?:to\\s+)?(?:as me\\b|my\\s+(?:[\\w'-]+\\s+){0,2}(?:${school}|account)\\b)`,
    ),
  ],
];

let made: readonly Sign[] | null = null;
/** Built when first asked for: pages that ask nothing do not carry them. */
const signs = (): readonly Sign[] => {
  made ??= makeSigns();
  return made;
};

const messages: Readonly<Record<DishonestAsk, string>> = {
  sitting:
    "We do not sit exams or tests for anybody. We can write a practice paper with worked solutions, or explain the topics before the day.",
  live: "We do not help during a live exam. We can help before it: a practice paper with worked solutions, or a written explanation of the topics.",
  "log-in":
    "Do not send us school log-ins; we do not use them. Copy the task and its rules into the instructions instead.",
};

/** Characters. A pattern spans at most about 400 (a sentence's 80, words between), so half a piece holds any request. */
export const pieceLength = 1_200;

/** The text in pieces that overlap by half, so that the patterns' cost grows with the length of the text alone. */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at === 0 || at + pieceLength / 2 < text.length; at += pieceLength / 2)
    pieces.push(text.slice(at, at + pieceLength));
  return pieces;
}

/** The first thing in a text that the operator does not do, or null. Reads for plain requests; a mention is no request. */
export const dishonestAsk = (text: string): { ask: DishonestAsk; message: string } | null => {
  const plain = text
    .normalize("NFKC")
    .replace(/[’‘]/gu, "'")
    .replace(/[ \t]+/gu, " ");
  const pieces = piecesOf(plain);
  const found = signs().find(([, sign]) => pieces.some((piece) => sign.test(piece)));
  return found ? { ask: found[0], message: messages[found[0]] } : null;
};
