import { Art, type ArtName } from "#src/ui/art.tsx";
import { Drawn, lost, sheet } from "#src/ui/empty.tsx";
import { Add, Cut, Stet, Ticks, Was } from "#src/ui/marks.tsx";
import { Crumbs, DeadlineChart, Facts, Prose, Questions } from "#src/ui/reading.tsx";
import { Part } from "./part.tsx";

const steps = [14300, 12513, 10725, 8938, 7865, 7150].map((cents, at) => ({
  key: String(at),
  cents,
  price: `$${(cents / 100).toFixed(2)}`,
  label: ["24 hours", "2 days", "3 days", "5 days", "7 days", "8 days +"][at],
  note: ["× 2", "× 1.75", "× 1.5", "× 1.25", "× 1.1", "× 1"][at],
}));

const drawings: readonly ArtName[] = [
  "essay",
  "editing",
  "proofreading",
  "coursework",
  "technical",
  "programming",
  "calculations",
  "quiz",
];

export const DesignReading = () => (
  <>
    <Part title="Figures and steps" wide="w7">
      <Facts
        facts={[
          { key: "from", term: "From", value: "$12.00", unit: "a page" },
          { key: "page", term: "One page", value: "275", unit: "words" },
          { key: "source", term: "Cited source", value: "$1.50", unit: "each" },
          { key: "short", term: "Shortest deadline", value: "24", unit: "hours" },
        ]}
      />
      <DeadlineChart label="Total by deadline" steps={steps} />
    </Part>
    <Part title="Marks and ticks" wide="w5">
      <p className="t2">
        It is <Cut>to</Cut> <Add>too</Add> late, and <Stet>this stands</Stet>. <Was>$12.00</Was>
      </p>
      <Ticks items={["The total that you see is the total you pay."]} />
      <Ticks plain items={["Tell us the truth about the deadline and the task."]} />
    </Part>
    <Part title="Prose" wide="w7">
      <Crumbs steps={[{ to: "/", label: "Home" }, { label: "Terms" }]} />
      <Prose>
        <h2>A title in the text</h2>
        <p>
          One idea in a sentence, and <a href="#main">the top of this page</a> where it helps.
        </p>
        <ul>
          <li>First point</li>
          <li>Second point</li>
        </ul>
      </Prose>
    </Part>
    <Part title="Questions" wide="w5">
      <Questions
        items={[
          { question: "Can the price change after I order?", answer: "Not while it is locked." },
          { question: "Which spacing should I choose?", answer: "Most schools ask for double spacing." },
        ]}
      />
    </Part>
    <Part title="Drawings">
      <div className="row [--gap:32px]">
        {drawings.map((name) => (
          <Art key={name} name={name} />
        ))}
        <Drawn of={sheet} />
        <Drawn of={lost.missing} />
      </div>
    </Part>
  </>
);
