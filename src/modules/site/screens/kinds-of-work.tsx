import { Link } from "react-router";
import type { FromPrices } from "#src/modules/pricing/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { Art, type ArtName } from "#src/ui/art.tsx";

type Kind = {
  readonly to: string;
  readonly art: ArtName;
  readonly name: string;
  readonly text: string;
  readonly from: (prices: FromPrices) => string;
};

const kinds: readonly Kind[] = [
  {
    to: "/non-technical-writing",
    art: "essay",
    name: "Essays and papers",
    text: "Essays, research papers, dissertations, reports.",
    from: ({ essayPage }) => `from ${formatUsd(essayPage)} a page`,
  },
  {
    to: "/non-technical-writing/editing",
    art: "editing",
    name: "Editing",
    text: "We rework your own text: order, argument, style.",
    from: ({ editingPage }) => `from ${formatUsd(editingPage)} a page`,
  },
  {
    to: "/non-technical-writing/proofreading",
    art: "proofreading",
    name: "Proofreading",
    text: "Spelling, grammar, punctuation, references.",
    from: ({ proofreadingPage }) => `from ${formatUsd(proofreadingPage)} a page`,
  },
  {
    to: "/coursework/any-subject",
    art: "coursework",
    name: "Coursework",
    text: "One course, from the first task to the last.",
    from: ({ coursework }) => `from ${formatUsd(coursework)} a course`,
  },
  {
    to: "/technical-writing",
    art: "technical",
    name: "Technical writing",
    text: "Lab reports, methods, capstone projects.",
    from: ({ technicalPage }) => `from ${formatUsd(technicalPage)} a page`,
  },
  {
    to: "/technical-writing/programming",
    art: "programming",
    name: "Programming",
    text: "Small scripts to whole projects, with comments.",
    from: ({ programming: { least, most } }) => `sizes from ${formatUsd(least)} to ${formatUsd(most)}`,
  },
  {
    to: "/technical-writing/calculations",
    art: "calculations",
    name: "Calculations",
    text: "Worked steps in Excel, SPSS, R, MATLAB and more.",
    from: ({ calculations }) => `from ${formatUsd(calculations)} a task`,
  },
  {
    to: "/quizzes-tests/practice-tests",
    art: "quiz",
    name: "Quizzes and tests",
    text: "Practice papers, with the reason for each answer.",
    from: ({ quiz, test }) => `quiz ${formatUsd(quiz)}, test from ${formatUsd(test)}`,
  },
];

/** As links, each with the address that the product gives it. */
export const kindLinks = kinds.map(({ to, name }) => ({ shipped: to, to, label: name }));

const numbers = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];

/** Where to go from the start page, each with its lowest price out of the table. */
export const KindsOfWork = ({ from, now }: { from: FromPrices; now?: typeof kindLinks | undefined }) => {
  const shown = now
    ? kinds.flatMap((kind) => {
        const link = now.find(({ shipped }) => shipped === kind.to);
        return link ? [{ ...kind, to: link.to, name: link.label }] : [];
      })
    : kinds;
  return (
    <section className="section wrap defer-render" id="services" aria-labelledby="svc">
      <div className="head2">
        <h2 className="d2" id="svc">
          {`${numbers[shown.length]} ${shown.length === 1 ? "kind" : "kinds"} of work`}
        </h2>
        <p className="soft">
          Each one has its own calculator. If your task is not here, send a <Link to="/custom">custom order</Link> and a
          person will price it.
        </p>
      </div>
      <ul className="index grid grid-cols-1 border-t border-l border-rule-strong max-sm:border-l-0 sm:grid-cols-2 lg:grid-cols-4">
        {shown.map((kind) => (
          <li key={kind.to}>
            <Link to={kind.to}>
              <Art name={kind.art} />
              <h3 className="t2">{kind.name}</h3>
              <p className="mt-1.5 mb-5 text-[1rem]/6 text-pretty text-ink-2 max-sm:mt-0.5 max-sm:mb-1.5">
                {kind.text}
              </p>
              <span className="num mt-auto text-(length:--text-sm) text-ink-3">{kind.from(from)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};
