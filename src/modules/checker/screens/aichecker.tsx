import "#src/ui/styles/pages/checker.css";
import { useEffect, useState } from "react";
import { createContext, data, Link, useNavigate, useNavigation } from "react-router";
import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts, readingZone } from "#src/modules/operator/index.server.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { zonedMoment } from "#src/shared/zone.ts";
import { InfoPage } from "#src/ui/info-page.tsx";
import { PageHead } from "#src/ui/reading.tsx";
import { useTakeFocus } from "#src/ui/use-take-focus.ts";
import type { CheckProgress } from "../checking/check-quota.ts";
import { leavesOut } from "../domain/texts.ts";
import { checkerPort, checksAnHour, keepCheck } from "../index.server.ts";
import type { Route } from "./+types/aichecker.ts";
import { checkForm, refusedAs } from "./check-form.server.ts";
import { CheckerForm } from "./checker-form.tsx";
import { Limits } from "./limits.tsx";
import { MarkedText } from "./marked-text.tsx";
import { ReadWhole, ReportFacts } from "./report-facts.tsx";
import { reportFile } from "./report-file.server.ts";
import { VerdictView } from "./verdict-view.tsx";

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
  return data({ ...answer, when }, { headers: { "cache-control": "no-store" } });
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
      There is nothing to paste or to send here, and no text of yours is looked at. The operator of this shop decides
      whether the checker is installed.
    </p>
    <h2>Without a checker</h2>
    <p>
      No program can prove who wrote a text. If somebody doubts your work, show how it came to be: your notes, your
      earlier versions, and the sources that you read.
    </p>
  </InfoPage>
);

export default function AiChecker({ loaderData: { installed, waiting, most }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formAction?.startsWith("/aichecker") ?? false;
  const progress = useProgress(busy);
  const navigate = useNavigate();
  // What was cancelled stays in the box.
  const [kept, setKept] = useState<Readonly<Record<string, string>>>({});
  const checked = actionData && "report" in actionData ? actionData : null;
  const refused = actionData && !("report" in actionData) ? actionData : undefined;
  const values = checked ? { text: checked.text, kind: checked.kind } : (refused?.values ?? kept);
  useTakeFocus(checked, () => document.getElementById("verdict")?.focus());
  const notes = { found: checked?.found ?? "", left: checked?.left ?? [], whole: checked?.whole ?? false };
  if (!installed) return <NotInstalled />;
  const form = (
    <CheckerForm
      key={checked?.facts.sha256 ?? "new"}
      refused={refused}
      values={values}
      most={most}
      waiting={waiting}
      busy={busy}
      progress={progress}
      onCancel={(typed) => {
        setKept(typed);
        void navigate("/aichecker", { replace: true });
      }}
    />
  );
  return (
    <main id="main" className="wrap page aic">
      <PageHead
        title="AI checker"
        lede="Does this text look machine-written? You get the signs, how often they mislead, and what nobody can know. Free, in English."
      />
      {checked ? (
        <>
          <div className="aic-grid">
            <VerdictView {...notes} report={checked.report} kind={checked.kind}>
              {leavesOut(checked.report) && <ReadWhole {...notes} text={checked.text} kind={checked.kind} />}
            </VerdictView>
            <MarkedText text={checked.text} report={checked.report} />
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
          <section className="no-print mt-12" aria-labelledby="change">
            <h2 className="t1 mb-5" id="change">
              Check another text
            </h2>
            {form}
          </section>
        </>
      ) : (
        <>
          <div className="aic-start">{form}</div>
          <Limits />
          <p className="mt-8">
            <Link to="/aichecker/how">How this works and where it fails</Link> <span aria-hidden="true">·</span>{" "}
            <Link to="/aichecker/kept">Kept answers</Link>
          </p>
        </>
      )}
    </main>
  );
}
