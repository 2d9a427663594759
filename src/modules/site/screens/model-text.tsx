import type { ReactNode } from "react";
import { Add, Cut } from "#src/ui/marks.tsx";

type Model = {
  readonly title: string;
  readonly kind: string;
  readonly text: ReactNode;
  readonly notes: readonly string[];
};

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
export const models: Readonly<Record<string, Model>> = {
  promise: {
    title: "The start of an essay",
    kind: "Philosophy, writing",
    text: (
      <>
        <p>
          Is a promise binding if nobody hears it? The common view says no: a promise is made <em>to</em> someone, and
          without a hearer there is no one to be wronged. I argue that the common view mixes two things, the act of
          promising and the right to complain when a promise is broken.
        </p>
        <p>
          Take the traveller who swears, alone on a road, to return a borrowed coat. If she keeps it, the lender may
          never learn that a promise existed. He has lost a coat, and he may complain about that. But she has lost
          something too.
        </p>
      </>
    ),
    notes: [
      "The question comes first. No “since the dawn of time”.",
      "The other view is stated fairly before it is answered.",
      "One example, used in the whole essay.",
    ],
  },
  edit: {
    title: "An edited paragraph",
    kind: "History, editing",
    text: (
      <>
        <p>
          <Cut>It is a well-known fact that the</Cut> <Add>The</Add> railway changed <Cut>everything about how</Cut>{" "}
          <Add>when</Add> people in small towns <Cut>lived their lives</Cut> <Add>ate, worked and slept</Add>. Before it
          came, each town kept its own time, by its own sun.
        </p>
        <p>
          <Cut>This was very inconvenient for timetables.</Cut>{" "}
          <Add>A timetable needs one clock. So the companies chose one, and the towns followed.</Add>
        </p>
      </>
    ),
    notes: [
      "“Everything” proves nothing. Name what changed.",
      "The last sentence now says who did what.",
      "The idea is yours and stays.",
    ],
  },
  interval: {
    title: "A worked calculation",
    kind: "Statistics, calculations",
    text: (
      <>
        <p>Five measurements in seconds: 12, 15, 11, 14, 13. Find the 95% confidence interval of the mean.</p>
        <p>
          Mean: (12 + 15 + 11 + 14 + 13) / 5 = 13.
          <br />
          Squared distances from it: 1 + 4 + 4 + 1 + 0 = 10.
          <br />
          Variance: 10 / (5 − 1) = 2.5, so s = 1.581.
          <br />
          Standard error: 1.581 / √5 = 0.707.
          <br />
          With t = 2.776 for 4 degrees of freedom:
          <br />
          13 ± 2.776 × 0.707 = 13 ± 1.963.
        </p>
        <p>The interval goes from 11.04 s to 14.96 s.</p>
      </>
    ),
    notes: [
      "Each step has its own line, so a mistake has a place.",
      "n − 1, because the mean comes from the same data.",
      "Rounded once, at the end, with the unit.",
    ],
  },
  search: {
    title: "A function with its reasons",
    kind: "Python, programming",
    text: (
      <pre className="whitespace-pre-wrap text-sm">
        <code>{search}</code>
      </pre>
    ),
    notes: [
      "The first line says what comes back, also when nothing is found.",
      "One comment, where the idea is.",
      "A list of a million names needs at most 20 looks.",
    ],
  },
};

const Specimen = ({ text, notes }: Model) => (
  <figure className="specimen">
    <div className="page-text">{text}</div>
    <figcaption>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </figcaption>
  </figure>
);

/** One model text with the writer's notes beside it; nothing for a name that is not there. */
export const ModelText = ({ name }: { name: string }) => {
  const model = models[name];
  if (!model) return null;
  return (
    <section aria-labelledby={`model-${name}`}>
      <h2 className="t1" id={`model-${name}`}>
        {model.title}
      </h2>
      <p className="soft">{`${model.kind}. We wrote this text for this page; it is not from anybody’s order.`}</p>
      <Specimen {...model} />
    </section>
  );
};
