import "#src/ui/styles/pages/checker.css";
import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts, readingZone } from "#src/modules/operator/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { formatFullMoment, zonedMoment } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs, PageHead } from "#src/ui/reading.tsx";
import { useFlash } from "#src/ui/use-sent.ts";
import { reasonsOf } from "../domain/reasons.ts";
import { keptCheck } from "../index.server.ts";
import type { Route } from "./+types/kept-check.ts";
import { MarkedText } from "./marked-text.tsx";
import { ReportFacts } from "./report-facts.tsx";
import { Limits, VerdictView } from "./verdict-view.tsx";

export const handle = { footer: true };

export async function loader({ context, request, params: { checkId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const kept = orPage(await keptCheck(ctx, { id: checkId }), request);
  const facts = await pageFacts(context, `/aichecker/kept/${checkId}`);
  const [at, zone] = [new Date(kept.facts.at), await readingZone(ctx)];
  const isNew = flashOf(request) === "kept";
  const why = reasonsOf(kept.text, kept.report);
  return { site: facts, id: checkId, kept, why, isNew, at: formatFullMoment(at, zone), when: zonedMoment(at, zone) };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.site, "Kept answer", "An answer of the AI checker that you asked to keep.");

export default function KeptAnswer({ loaderData: { id, kept, why, isNew, at, when } }: Route.ComponentProps) {
  const { report, text, kind, facts, ...notes } = kept;
  const message = useFlash(isNew ? "This answer and its text are kept, encrypted." : null);
  return (
    <main id="main" className="wrap page aic">
      <Crumbs
        steps={[
          { to: "/aichecker", label: "AI checker" },
          { to: "/aichecker/kept", label: "Kept answers" },
          { label: at },
        ]}
      />
      <PageHead title="Kept answer" lede={`Checked ${at}. You alone can open it.`} />
      {message && (
        <Notice tone="ok" title={message} className="mb-8">
          <p>It stays until you erase it or your account is deleted.</p>
        </Notice>
      )}
      <div className="aic-grid answered">
        <VerdictView report={report} why={why} kind={kind} {...notes} />
        <MarkedText text={text} report={report} why={why} />
      </div>
      <ReportFacts facts={facts} when={when} model={report.model} text={text} kind={kind} {...notes} />
      <Form method="post" action="/aichecker/kept" className="no-print mt-6">
        <input type="hidden" name="id" value={id} />
        <Button name="intent" value="erase" variant="outline">
          Erase this answer
        </Button>
      </Form>
      <Limits />
    </main>
  );
}
