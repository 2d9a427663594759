import type { DemoWork } from "./works.ts";

const lines = (...all: readonly string[]): string => all.join("\n");

/** The delivery details of each delivered demo work: a learning pack and a declaration, made up like the works. */
export const demoHandover = (work: DemoWork) => {
  const cited = Number(work.fields.citedSources ?? 0);
  return {
    ticked: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    pack: {
      outline: lines("The question, and why it is one", "What the sources say, one after the other", "What follows"),
      sources: Array.from(
        { length: Math.max(1, cited) },
        (_, at) => `Source ${at + 1}: a sample line; here stands in one sentence what the source is good for.`,
      ).join("\n"),
      reasoning: lines(
        "The text begins with the narrowest claim that the sources carry, and widens it step by step.",
        "Where two sources disagree, the reason is named before one of them is followed.",
      ),
      questions: lines(
        "Which claim would fall first if the second source were wrong?",
        "Why does the text compare the two cases in this order?",
        "Which question does it leave open?",
      ),
      solutions: lines("The third.", "The second case explains the first.", "How often it happens."),
      changes: lines("Order: the second paragraph moved to the front.", "Flow: short sentences, the reason first."),
      tests: lines("Run `Rscript tests.R`: four cases, one for each kind of tide.", "Each prints what it expected."),
    },
    declaration: { aiUse: "nothing", aiDetail: "", sourcesRead: true, ownWork: true },
    answers: [{ kind: "changed", text: "The reference stands in the third paragraph now." }],
    shortReason: "This is a sample: the demo shows a whole text in one of its orders alone.",
    packFits: true,
    stillTrue: true,
  } as const;
};
