import "#src/ui/styles/pages/checker.css";
import { useEffect, useState } from "react";
import { createContext, data, useNavigate, useNavigation } from "react-router";
import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts, readingZone } from "#src/modules/operator/index.server.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { counted } from "#src/shared/counted.ts";
import { zonedMoment } from "#src/shared/zone.ts";
import { useTakeFocus } from "#src/ui/hydrated.ts";
import { InfoPage } from "#src/ui/long-page.tsx";
import { PageHead } from "#src/ui/reading.tsx";
import type { CheckProgress } from "../checking/check-text.ts";
import { reasonsOf } from "../domain/reasons.ts";
import type { Report } from "../domain/report.ts";
import { bandTexts, leavesOut } from "../domain/texts.ts";
import { checkerPort, checksAnHour, keepCheck } from "../index.server.ts";
import type { Route } from "./+types/aichecker.ts";
import { checkForm, refusedAs, reportFile } from "./check-form.server.ts";
import { CheckerForm } from "./checker-form.tsx";
import { exampleAnswer, type ShownExample } from "./example.server.ts";
import { MarkedParagraphs, MarkedText } from "./marked-text.tsx";
import { RangeKey, ReasonList } from "./reason-list.tsx";
import { ReadWhole, ReportFacts } from "./report-facts.tsx";
import { Scale } from "./scale.tsx";
import { Limits, VerdictView } from "./verdict-view.tsx";

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
const TooShort = ({ report }: { report: Report }) => (
  <section aria-labelledby="verdict">
    <h2 className="d3" id="verdict" tabIndex={-1}>
      {`Too short. Add ${counted(leastWords - report.words, "word")}.`}
    </h2>
    <p className="lede mt-2">With so few words, every answer would be a guess. So we give none.</p>
    <Scale report={report} className="mt-6" />
    <h3 className="t2 mt-8">What you can do</h3>
    <ul className="mt-3 border-t border-rule-strong">
      {advice.map(({ title, text }) => (
        <li key={title} className="soft border-b border-rule py-3">
          <b className="strong block text-ink">{title}</b>
          {text}
        </li>
      ))}
    </ul>
  </section>
);

/** What an answer looks like: the model's own one to a text of ours, with its first reason. */
const Example = ({ example: { text, words, report, highlights, why } }: { example: ShownExample }) => (
  <section
    className="self-start rounded-md border border-dashed border-edge px-7 pt-5 pb-6.5 max-sm:px-5 max-sm:pt-4 max-sm:pb-5"
    aria-labelledby="example"
  >
    <p className="small muted" id="example">{`Example, ${words} words, shortened`}</p>
    <MarkedParagraphs text={text} highlights={highlights} why={why} className="pt-3 text-[1.0625rem]/7" />
    <h2 className="t2 mt-4.5 mb-3 border-t border-rule pt-4">{bandTexts[report.band].title}</h2>
    <Scale report={report} />
    <ReasonList why={why} level={3} />
    {why.reasons.length > 0 && <RangeKey />}
  </section>
);

const every = 500;

/** How far one's own check is, asked twice a second while it is under way; null while nothing is known. */
function useProgress(busy: boolean): CheckProgress | null {
  const [progress, setProgress] = useState<CheckProgress | null>(null);
  useEffect(() => {
    if (!busy) return;
    const abort = new AbortController();
    const ask = async (): Promise<void> => {
      const answer = await fetch("/api/checks", { signal: abort.signal });
      const progress = answer.ok ? ((await answer.json()) as { own: CheckProgress | null }) : null;
      setProgress(progress?.own ?? null);
    };
    const clock = setInterval(() => void ask().catch(() => undefined), every);
    return () => {
      clearInterval(clock);
      abort.abort();
      setProgress(null);
    };
  }, [busy]);
  return progress;
}

export const handle = { footer: true };

/** For people with an account only. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const work = ctx.runtime.port(checkerPort);
  return {
    facts: await pageFacts(context, "/aichecker"),
    installed: work.isInstalled(),
    waiting: work.waiting(),
    most: Math.ceil(checksAnHour * ctx.runtime.config.limitsFactor),
    example: await exampleAnswer(work),
  };
}

type Refused = ReturnType<typeof refusedAs>["refused"];
/** A form that was sent, and why it is refused already. */
const sentForm = createContext<{ form: FormData; refused: Refused | null }>();

/** A report is a file, which an action cannot answer with: it goes out before a page is made of it. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, request }, next) => {
    if (request.method !== "POST") return next();
    const ctx = context.get(requestContext);
    const { id } = requirePerson(ctx, request);
    const form = await request.formData();
    const made = form.get("intent") === "report" ? await reportFile(ctx, form, request.signal, id) : null;
    if (made instanceof Response) return made;
    context.set(sentForm, { form, refused: made?.refused ?? null });
    return next();
  },
];

/** Looks at the text that was sent; keeps the answer when that is asked for. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { form, refused } = context.get(sentForm);
  if (refused) return refused;
  const answer = await checkForm(ctx, form, request.signal);
  if (!answer.report) return answer.refused;
  if (form.get("intent") === "keep") {
    const kept = await keepCheck(ctx, answer);
    if (kept.ok) return redirectWithFlash(`/aichecker/kept/${kept.value.id}`, "kept");
    return refusedAs(kept, { text: answer.text, kind: answer.kind }).refused;
  }
  const when = zonedMoment(new Date(answer.facts.at), await readingZone(ctx));
  return data(
    { ...answer, when, why: reasonsOf(answer.text, answer.report) },
    { headers: { "cache-control": "no-store" } },
  );
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "AI checker",
    "Whether a text resembles machine-written text, and how often that is wrong.",
  );

const NotInstalled = () => (
  <InfoPage title="AI checker" lede="The checker is not installed in this installation.">
    <p>
      You cannot paste or send a text here, and no text of yours is checked. The operator of this shop decides whether
      the checker is installed.
    </p>
    <h2>Without a checker</h2>
    <p>
      No program can prove who wrote a text. If somebody doubts your work, show how you wrote it: your notes, your
      earlier versions, and the sources that you read.
    </p>
  </InfoPage>
);

const lede =
  "Does this text look machine-made? You get one of three answers, the reasons, and how often the checker is wrong. Free, in English.";

export default function AiChecker({ loaderData, actionData }: Route.ComponentProps) {
  const { installed, waiting, most, example } = loaderData;
  const busy = useNavigation().formAction?.startsWith("/aichecker") ?? false;
  const progress = useProgress(busy);
  const navigate = useNavigate();
  // What was cancelled stays in the box.
  const [kept, setKept] = useState<Readonly<Record<string, string>>>({});
  const checked = actionData && "report" in actionData ? actionData : null;
  const refused = actionData && !("report" in actionData) ? actionData : undefined;
  const values = checked ? { text: checked.text, kind: checked.kind } : (refused?.values ?? kept);
  /** The answer whose text is being changed. */
  const [edited, setEdited] = useState<typeof checked>(null);
  const isShort = checked?.report.band === "too-short";
  const isEditing = checked !== null && edited === checked;
  useTakeFocus(checked, () => document.getElementById(isShort ? "f-text" : "verdict")?.focus());
  useEffect(() => {
    if (isEditing) document.getElementById("f-text")?.focus();
  }, [isEditing]);
  const notes = { found: checked?.found ?? "", left: checked?.left ?? [], whole: checked?.whole ?? false };
  if (!installed) return <NotInstalled />;
  const form = (
    <CheckerForm
      key={checked?.facts.sha256 ?? "new"}
      {...{ refused, values, most, waiting, busy, progress }}
      again={checked !== null}
      onCancel={(typed) => {
        setKept(typed);
        void navigate("/aichecker", { replace: true });
      }}
    />
  );
  if (!checked || isShort)
    return (
      <main id="main" className="wrap page aic">
        <PageHead title="AI checker" lede={lede} />
        <div className="aic-grid">
          {form}
          {checked ? <TooShort report={checked.report} /> : example && <Example example={example} />}
        </div>
      </main>
    );
  return (
    <main id="main" className="wrap page aic">
      <PageHead title="AI checker" />
      <div className="aic-grid answered">
        <VerdictView {...notes} report={checked.report} why={checked.why} kind={checked.kind}>
          {leavesOut(checked.report) && <ReadWhole {...notes} text={checked.text} kind={checked.kind} />}
        </VerdictView>
        <div className="aic-paper" data-editing={isEditing || undefined}>
          <MarkedText text={checked.text} report={checked.report} why={checked.why} onEdit={() => setEdited(checked)} />
          <div className="paper-edit no-print">{form}</div>
        </div>
      </div>
      <ReportFacts
        facts={checked.facts}
        when={checked.when}
        model={checked.report.model}
        text={checked.text}
        kind={checked.kind}
        {...notes}
        keeps
      />
      <Limits />
    </main>
  );
}
