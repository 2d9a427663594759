/** The limits of an answer, shown beside every answer and in every report. */
export const limitTexts: readonly { title: string; text: string }[] = [
  {
    title: "It proves nothing.",
    text: "It compares a style with the styles it learned from. Do not use it to accuse a person, and do not let others use it against you.",
  },
  {
    title: "Second-language writers.",
    text: "Simple, correct sentences can look machine-written. We measure learners of English apart and keep the limit for them, but it is not zero.",
  },
  {
    title: "Polished text.",
    text: "A text of your own that a tool has smoothed looks like the tool’s. The checker cannot tell the two apart.",
  },
  {
    title: "It cannot see how you worked.",
    text: "Notes, drafts and version history say more than any checker.",
  },
];
