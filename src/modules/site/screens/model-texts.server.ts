/** A stretch of a text: as it stands, or struck, added, stressed; `br` ends a line. */
export type Stretch = string | { cut: string } | { add: string } | { em: string } | { br: true };

export type Model = {
  readonly name: string;
  readonly title: string;
  readonly kind: string;
  readonly text: { readonly paragraphs: readonly (readonly Stretch[])[] } | { readonly code: string };
  readonly notes: readonly string[];
};

const br = { br: true } as const;

const search = `def find(names, wanted):
    """Position of wanted in the sorted list names, or -1."""
    low, high = 0, len(names) - 1
    while low <= high:
        middle = (low + high) // 2
        if names[middle] == wanted:
            return middle
        # This half cannot hold the name.
        if names[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1`;

/** Texts of our own, written for these pages, to show the form of the work. */
export const models: readonly Model[] = [
  {
    name: "promise",
    title: "The start of an essay",
    kind: "Philosophy, writing",
    text: {
      paragraphs: [
        [
          "Is a promise binding if nobody hears it? The common view says no: a promise is made ",
          { em: "to" },
          " someone, and without a hearer there is no one to be wronged. I argue that the common view mixes two things, the act of promising and the right to complain when a promise is broken.",
        ],
        [
          "Take the traveller who swears, alone on a road, to return a borrowed coat. If she keeps it, the lender may never learn that a promise existed. He has lost a coat, and he may complain about that. But she has lost something too.",
        ],
      ],
    },
    notes: [
      "The question comes first. No “since the dawn of time”.",
      "The other view is stated fairly before it is answered.",
      "One example, used in the whole essay.",
    ],
  },
  {
    name: "edit",
    title: "An edited paragraph",
    kind: "History, editing",
    text: {
      paragraphs: [
        [
          { cut: "It is a well-known fact that the" },
          " ",
          { add: "The" },
          " railway changed ",
          { cut: "everything about how" },
          " ",
          { add: "when" },
          " people in small towns ",
          { cut: "lived their lives" },
          " ",
          { add: "ate, worked and slept" },
          ". Before it came, each town kept its own time, by its own sun.",
        ],
        [
          { cut: "This was very inconvenient for timetables." },
          " ",
          { add: "A timetable needs one clock. So the companies chose one, and the towns followed." },
        ],
      ],
    },
    notes: [
      "“Everything” proves nothing. Say what changed.",
      "The last sentence now says who did what.",
      "The idea is yours and stays.",
    ],
  },
  {
    name: "interval",
    title: "A worked calculation",
    kind: "Statistics, calculations",
    text: {
      paragraphs: [
        ["Five measurements in seconds: 12, 15, 11, 14, 13. Find the 95% confidence interval of the mean."],
        [
          "Mean: (12 + 15 + 11 + 14 + 13) / 5 = 13.",
          br,
          "Squared distances from it: 1 + 4 + 4 + 1 + 0 = 10.",
          br,
          "Variance: 10 / (5 − 1) = 2.5, so s = 1.581.",
          br,
          "Standard error: 1.581 / 2.236 (the square root of 5) = 0.707.",
          br,
          "With t = 2.776 for 4 degrees of freedom:",
          br,
          "13 ± 2.776 × 0.707 = 13 ± 1.963.",
        ],
        ["The interval goes from 11.04 s to 14.96 s."],
      ],
    },
    notes: [
      "Each step has its own line, so a mistake is easy to find.",
      "n − 1, because the mean comes from the same data.",
      "Rounded once, at the end, with the unit.",
    ],
  },
  {
    name: "search",
    title: "A function with its reasons",
    kind: "Python, programming",
    text: { code: search },
    notes: [
      "The first line says what the function returns, also when nothing is found.",
      "One comment, at the line that needs it.",
      "A list of a million names needs at most 20 steps.",
    ],
  },
];

/** The model text of a service; undefined for a name that is not there. */
export const modelFor = (name: string | undefined): Model | undefined => models.find((one) => one.name === name);
