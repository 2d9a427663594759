import { counted } from "#src/shared/counted.ts";
import type { Report } from "../domain/report.ts";
import { Scale } from "./scale.tsx";

const leastWords = 50;

const advice = [
  {
    title: "Paste the whole text",
    text: "From 150 words the answer says most. From 50 to 149 it is weak, and never “like a machine”.",
  },
  { title: "Leave out quotations", text: "They are not your sentences." },
  { title: "Do not repeat sentences", text: "It makes the answer worse." },
];

/** In place of an answer: how many words are missing, and what to do. */
export const TooShort = ({ report }: { report: Report }) => (
  <section className="verdict" aria-labelledby="verdict">
    <h2 className="d3" id="verdict" tabIndex={-1}>
      {`Too short. Add ${counted(leastWords - report.words, "word")}.`}
    </h2>
    <p className="lede mt-2">With so few words, every answer would be a guess. So we give none.</p>
    <Scale report={report} />
    <h3 className="t2 mt-8">What you can do</h3>
    <ul className="todo3">
      {advice.map(({ title, text }) => (
        <li key={title}>
          <b>{title}</b>
          {text}
        </li>
      ))}
    </ul>
  </section>
);
