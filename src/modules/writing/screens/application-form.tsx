import { useCallback, useRef, useState } from "react";
import { dropFiles, PlainUpload } from "#src/modules/files/index.screens.ts";
import { browserZone, formatMoment, localOf } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Form } from "#src/ui/form.tsx";
import { useTakeFocus } from "#src/ui/hydrated.ts";
import { CircleCheck, Icon } from "#src/ui/icons.tsx";
import { Ticks } from "#src/ui/marks.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import {
  type ApplicationFields,
  applicationSteps,
  lastStep,
  readStep,
  type ShownStep,
  stepSummaries,
} from "../domain/application.ts";
import { stepParts } from "./application-parts.tsx";
import { forgetDeviceDrafts, useDeviceDraft } from "./device-draft.ts";
import type { HiringAnswer, HiringData } from "./hiring.server.ts";

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

type ApplicationSideProps = { step: ShownStep; summaries: readonly (string | null)[]; asked: boolean };

const classOf = (step: ShownStep, number: number, done: boolean): string => {
  if (step === number) return "now";
  return done ? "done" : "next";
};

const linkClass = "min-h-11 text-pen underline underline-offset-[3px]";

/** The steps with what was answered in each; a press goes there. */
const ApplicationSide = ({ step, summaries, asked }: ApplicationSideProps) => (
  <aside className="sticky max-lg:border-t max-lg:border-rule-strong max-lg:pt-8" aria-labelledby="your-application">
    <h2 className="t2 mb-5" id="your-application">
      Your application
    </h2>
    <ol className="timeline">
      {applicationSteps.map((name, at) => {
        const message = summaries[at];
        return (
          <li
            key={name}
            className={`${classOf(step, at + 1, Boolean(message))} pb-4.5`}
            aria-current={step === at + 1 ? "step" : undefined}
          >
            <button
              type="submit"
              name="to"
              value={at + 1}
              className="-my-2.5 block min-h-11 min-w-11 text-left font-semibold hover:text-pen hover:underline"
            >
              {name}
            </button>
            <p className={message ? "text-pen" : undefined}>{message ?? before[at]}</p>
          </li>
        );
      })}
    </ol>
    <h2 className="t2 mt-10 mb-5">After you send it</h2>
    <Ticks plain items={after} />
    {asked && (
      <p className="mt-6">
        <button type="submit" name="intent" value="withdraw" className={linkClass}>
          Withdraw the application
        </button>
      </p>
    )}
  </aside>
);

type Props = { loaded: HiringData; answer: HiringAnswer | undefined };

const goOn = ["what you write", "samples", "the short task", "the terms"];

const errorLabels = {
  ...{ name: "Your name", country: "Country", timeZone: "Time zone", hours: "Hours a week", background: "Background" },
  ...{ kinds: "Work", "subject-1": "Subjects", "language-1": "Languages", files: "Samples", task: "The task" },
  consent: "Terms",
};

const StepLine = ({ step }: { step: ShownStep }) => (
  <>
    <div className="mb-2 grid grid-cols-5 gap-1.5" aria-hidden="true">
      {applicationSteps.map((name, at) => (
        <i
          key={name}
          className={cx(
            "h-1 rounded-[2px]",
            step === "all" || at + 1 === step ? "bg-pen" : at + 1 < step ? "bg-ink-2" : "bg-rule",
          )}
        />
      ))}
    </div>
    <div className="row mb-4 justify-between gap-x-6 gap-y-0 text-sm/5 text-ink-3">
      <p tabIndex={-1} id="step" className="outline-none">
        {step === "all" ? (
          <b className="strong text-ink">All five steps</b>
        ) : (
          <>
            {`Step ${step} of ${lastStep}: `}
            <b className="strong text-ink">{applicationSteps[step - 1]}</b>
          </>
        )}
      </p>
      <button type="submit" name="to" value={step === "all" ? "1" : "all"} className={linkClass}>
        {step === "all" ? "One step at a time" : "Read all steps first"}
      </button>
    </div>
  </>
);

const sendLabel = ({ person, own }: HiringData): string => {
  if (person === null) return "Sign in and send";
  return own?.state === "asked" ? "Send it again" : "Send the application";
};

/** The way on stands before the ways back, so that Enter takes it. */
const StepButtons = ({ loaded, step, busy }: { loaded: HiringData; step: ShownStep; busy: boolean }) => {
  const last = step === "all" || step === lastStep;
  return (
    <>
      {last ? (
        <Button busy={busy} name="intent" value="send" className="max-md:flex-auto">
          {busy ? "Sending" : sendLabel(loaded)}
        </Button>
      ) : (
        <Button
          busy={busy}
          name="to"
          value={String(step + 1)}
          className="max-md:flex-auto"
        >{`Continue to ${goOn[step - 1]}`}</Button>
      )}
      {step !== "all" && step > 1 && (
        <Button variant="quiet" name="to" value={String(step - 1)}>
          Back
        </Button>
      )}
    </>
  );
};

/** The time alone for today. */
const keptMoment = (at: Date): string => {
  const timeZone = browserZone();
  const { date, time } = localOf(at, timeZone);
  return date === localOf(new Date(), timeZone).date ? time : formatMoment(at, timeZone);
};

const Kept = ({ at, person, about }: { at: number | null; person: string | null; about: string }) => {
  if (at === null) return null;
  const empty = () => {
    forgetDeviceDrafts(null);
    if (person) void dropFiles(person, "application", about);
  };
  return (
    <p className="inline-flex items-center gap-2 text-sm/5 text-ink-3 max-md:w-full md:ml-auto" role="status">
      <Icon of={CircleCheck} className="size-4 text-ok" />
      <span>{`Draft kept on this device, ${keptMoment(new Date(at))}`}</span>
      <button type="submit" name="intent" value="withdraw" className={linkClass} onClick={empty}>
        Start again
      </button>
    </p>
  );
};

/** Moves the focus to the step that is shown now, so that it is read from its beginning. */
const useStepFocus = (answer: HiringAnswer | undefined) => {
  const isRefused = answer && (Object.keys(answer.errors).length > 0 || answer.message);
  useTakeFocus(isRefused ? null : answer, () => {
    const line = document.getElementById("step");
    line?.focus({ preventScroll: true });
    line?.scrollIntoView({ block: "center" });
  });
};

const Notices = ({ loaded, answer }: Props) => (
  <div className="stack [--gap:16px] empty:hidden mb-8">
    {answer && <ErrorSummary errors={answer.errors} labels={errorLabels} message={answer.message} />}
    {loaded.own?.state === "asked" && loaded.own.question && (
      <Notice tone="warn" title="We read your application, and ask:">
        <p className="whitespace-pre-wrap wrap-anywhere">{loaded.own.question}</p>
      </Notice>
    )}
    {loaded.kept && !answer && (
      <Notice tone="info" title="You are signed in. What you wrote is here.">
        <p>Look at your samples once more, then send the application.</p>
      </Notice>
    )}
  </div>
);

type Start = { fields: ApplicationFields; step: ShownStep; turn: number };

/** What was answered, as this device kept it or as the server knows it. */
const summariesOf = ({ summaries, own }: HiringData, { fields, turn }: Start) =>
  turn === 0 ? summaries : stepSummaries(fields, own?.files.length ?? 0);

/** The application: every step is in the form, one of them is shown, and each way to another one sends all of it. */
export const ApplicationForm = ({ loaded, answer }: Props) => {
  const form = useRef<HTMLFormElement>(null);
  const [start, setStart] = useState<Start>({ fields: loaded.fields, step: loaded.step, turn: 0 });
  const restore = useCallback(
    ({ at, ...fields }: ApplicationFields) =>
      setStart(({ turn, fields: known }) => ({ fields: { ...known, ...fields }, step: readStep(at), turn: turn + 1 })),
    [],
  );
  const [fresh] = useState(!answer && !loaded.kept);
  const { person, savedAt, files } = loaded;
  const busy = useSent() !== undefined;
  const step = answer?.step ?? start.step;
  const keptAt = useDeviceDraft(form, { who: person ?? "guest", fresh, savedAt, restore, step: String(step) });
  const values = { ...start.fields, ...answer?.values };
  useStepFocus(answer);
  return (
    <>
      <Form
        key={start.turn}
        ref={form}
        method="post"
        action="/hiring"
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-12 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-18"
        noValidate
        preventScrollReset
      >
        <div className="min-w-0">
          <input type="hidden" name="at" value={String(step)} />
          <input type="hidden" name="key" value={values.key ?? ""} />
          {/* Enter in a field takes the way on, which stands below everything. */}
          <button type="submit" className="vh" tabIndex={-1} aria-hidden="true" {...enterOf(step)} />
          <StepLine step={step} />
          <Notices loaded={loaded} answer={answer} />
          {stepParts.map((Fields, at) => (
            <div key={applicationSteps[at]} hidden={step !== "all" && step !== at + 1}>
              <Fields loaded={loaded} values={values} errors={answer?.errors ?? {}} />
            </div>
          ))}
          <div className="row gap-3 border-t border-rule-strong pt-8">
            <StepButtons loaded={loaded} step={step} busy={busy} />
            <Kept at={keptAt} person={person} about={files.about} />
          </div>
        </div>
        <ApplicationSide
          step={step}
          summaries={answer?.summaries ?? summariesOf(loaded, start)}
          asked={loaded.own?.state === "asked"}
        />
      </Form>
      {person !== null && (step === 3 || step === "all") && <PlainUpload {...files} next="/hiring?step=3" />}
    </>
  );
};

const enterOf = (step: ShownStep) =>
  step === "all" || step === lastStep ? { name: "intent", value: "send" } : { name: "to", value: String(step + 1) };
