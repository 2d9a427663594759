import { Ticks } from "#src/ui/ticks.tsx";
import { applicationSteps, type ShownStep } from "../domain/application.ts";

const before = [
  "Where you live and how you know your subjects",
  "Kinds of work, subjects, languages",
  "Two texts of your own, of two pages or more",
  "Twenty minutes, in your first subject",
  "Read, agree, sign in and send",
];

const after = [
  "A person reads it. You get an e-mail at each step, and you always get an answer.",
  "If something is missing, we ask, and your application opens again.",
  "If we accept you, you see your grade, your share and your number of places before you start.",
];

type Props = { step: ShownStep; summaries: readonly (string | null)[]; asked: boolean };

const classOf = (step: ShownStep, number: number, done: boolean): string => {
  if (step === number) return "now";
  return done ? "done" : "next";
};

/** The steps with what was answered in each; a press goes there. */
export const ApplicationSide = ({ step, summaries, asked }: Props) => (
  <aside className="hire-side" aria-labelledby="your-application">
    <h2 className="t2" id="your-application">
      Your application
    </h2>
    <ol className="timeline steps-nav">
      {applicationSteps.map((name, at) => {
        const message = summaries[at];
        return (
          <li
            key={name}
            className={classOf(step, at + 1, Boolean(message))}
            aria-current={step === at + 1 ? "step" : undefined}
          >
            <button type="submit" name="to" value={at + 1}>
              {name}
            </button>
            <p className={message ? "filled" : undefined}>{message ?? before[at]}</p>
          </li>
        );
      })}
    </ol>
    <h2 className="t2 after">After you send it</h2>
    <Ticks plain items={after} />
    {asked && (
      <p className="mt-6">
        <button type="submit" name="intent" value="withdraw" className="linklike">
          Withdraw the application
        </button>
      </p>
    )}
  </aside>
);
