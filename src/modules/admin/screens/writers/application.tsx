import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { FileList } from "#src/modules/files/index.screens.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { useFlash } from "#src/ui/use-sent.ts";
import { RefusedNotice } from "../orders/step-form.tsx";
import type { Refused } from "../orders/submit-order-step.server.ts";
import type { Route } from "./+types/application.ts";
import { type ApplicationPageData, applicationPageData, submitApplicationStep } from "./application.server.ts";
import { AnswersPanel, DecisionPanels, PersonPanel, TaskPanel } from "./application-decision.tsx";

export async function loader({ context, request, params: { applicationId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const admin = requireAdmin(ctx, request, "people");
  return applicationPageData(ctx, request, admin, applicationId);
}

export async function action({ context, request, params: { applicationId } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "people");
  return submitApplicationStep(ctx, request, applicationId);
}

/** Also after a refusal: a conflict means that the page shows an old state. */
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  tabTitle(`Application of ${loaderData?.application.answers.name ?? "a writer"}`, matches);

const doneMessages: Readonly<Record<string, string>> = {
  ask: "The question is sent. The application is open again for its applicant.",
  decline: "The application is declined. The applicant reads the reason in an e-mail and on the page.",
};

const State = ({ data: { application, zone } }: { data: ApplicationPageData }) => {
  const { state, sentAt, askedAt, decidedAt } = application;
  const at = (moment: Date | null) => (moment ? formatMoment(moment, zone) : "");
  if (state === "sent")
    return (
      <Status shape="clock" tone="warn">
        {`Waits since ${at(sentAt)}`}
      </Status>
    );
  if (state === "asked") return <Status shape="ring">{`Question asked ${at(askedAt)}`}</Status>;
  if (state === "accepted") return <Status shape="check">{`Accepted ${at(decidedAt)}`}</Status>;
  return <Status shape="dash">{`Declined ${at(decidedAt)}`}</Status>;
};

/** What was asked, and how it ended. */
const ApplicationHistory = ({ data: { application } }: { data: ApplicationPageData }) => {
  const { state, question, reason, decidedBy } = application;
  return (
    <>
      {question && state !== "declined" && (
        <Notice tone="plain" title={state === "asked" ? "We asked:" : "We had asked:"}>
          <p className="whitespace-pre-wrap wrap-anywhere">{question}</p>
        </Notice>
      )}
      {state === "declined" && reason && (
        <Notice tone="plain" title={decidedBy ? `Declined by ${decidedBy}:` : "Declined:"}>
          <p className="whitespace-pre-wrap wrap-anywhere">{reason}</p>
        </Notice>
      )}
    </>
  );
};

export default function ApplicationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { application } = loaderData;
  const { answers, samples } = application;
  const did = useFlash(loaderData.did || null);
  const refused: Refused | undefined = actionData;
  const done = !refused && did && Object.hasOwn(doneMessages, did) ? doneMessages[did] : undefined;
  return (
    <>
      <header className="mb-6">
        <Crumbs steps={[{ to: "/admin/writers", label: "Writers" }, { label: "Application" }]} />
        <h1 className="d3 wrap-anywhere">{answers.name || application.account.name}</h1>
        <p className="detail-meta row mt-2 gap-x-6 gap-y-1">
          <State data={loaderData} />
          <span>{`Terms of ${application.termsVersion ?? "none"}`}</span>
        </p>
      </header>
      {done && <Notice tone="ok" title={done} live className="mb-6" />}
      <RefusedNotice refused={refused} steps={["accept", "ask", "decline"]} />
      <div className="grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-6 max-xl:grid-cols-1">
        <div className="panels">
          <ApplicationHistory data={loaderData} />
          <AnswersPanel answers={answers} />
          <Panel title="Samples" pad>
            {samples.length === 0 ? (
              <p className="soft">No file is there.</p>
            ) : (
              <FileList label="Samples" files={samples} preview={loaderData.preview} />
            )}
          </Panel>
          <TaskPanel task={answers.task} />
        </div>
        <div className="panels">
          <DecisionPanels application={application} fresh={loaderData.fresh} refused={refused} />
          <PersonPanel application={application} zone={loaderData.zone} />
        </div>
      </div>
    </>
  );
}
