import { ConfirmDialog } from "#src/modules/accounts/index.screens.ts";
import { requireAdmin, withProof } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { flashOf } from "#src/platform/flash.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Form } from "#src/ui/form.tsx";
import { News, useLiveList } from "#src/ui/live/live-list.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { Pager } from "#src/ui/table.tsx";
import { useFlash, useSent } from "#src/ui/use-sent.ts";
import { type EndpointLine, endpointPage } from "../webhooks/endpoint-list.ts";
import type { Route } from "./+types/webhook.ts";
import { apiClock } from "./api-clock.server.ts";
import { ApiColumns } from "./api-head.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { EndpointFields, EndpointState, EndpointSteps, endpointLabels, NewSecret } from "./endpoint-parts.tsx";
import { type EndpointAnswer, endpointRefused, submitEndpointStep } from "./submit-endpoint-step.server.ts";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const asked = new URL(request.url).searchParams;
  const place = { older: asked.get("older") ?? undefined, newer: asked.get("newer") ?? undefined };
  const page = orPage(await endpointPage(ctx, { id: params.endpointId, ...place }), request);
  return {
    ...(await apiClock(ctx, person)),
    rows: page.log,
    page,
    did: flashOf(request),
    demo: ctx.runtime.mode === "demo",
  };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const form = await request.formData();
  return withProof(ctx, request.headers, form, {
    take: (known) => submitEndpointStep(known, params.endpointId, form),
    again: (refusal) => endpointRefused(refusal, form),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Webhook", matches);

const flashes: Readonly<Record<string, string>> = {
  edited: "The webhook is saved. What waits and what comes is sent as it says now.",
  on: "The webhook is on again. What happens from now on is sent to it.",
  off: "The webhook is off. Nothing is sent to it.",
  test: "The test is on its way. It is in the log in a few seconds.",
  again: "The message is on its way once more, with the same id.",
};

const EndpointMessage = ({ answer, did }: { answer: EndpointAnswer | undefined; did: string | null }) => {
  if (answer?.stepUp) return <ConfirmDialog answer={answer} className="mb-4" />;
  if (answer?.secret) return <NewSecret value={answer.secret} title="The new secret signs from now on." />;
  if (answer) return <ErrorSummary errors={answer.errors} labels={endpointLabels} message={answer.message} />;
  return did && flashes[did] ? <Notice tone="ok" live className="mb-4" title={flashes[did]} /> : null;
};

export default function Webhook({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, changes, show } = useLiveList(loaderData);
  const { did, demo } = loaderData;
  const { endpoint } = loaderData.page;
  const { zone } = shown;
  const { log, older, newer } = shown.page;
  const answer: EndpointAnswer | undefined = actionData;
  const message = useFlash(did || null);
  const here = `/admin/api/webhooks/${endpoint.id}`;
  const at = (direction: string, cursor: string | null) =>
    cursor === null ? undefined : `${here}?${direction}=${encodeURIComponent(cursor)}`;
  return (
    <>
      <Crumbs steps={[{ to: "/admin/api/webhooks", label: "Webhooks" }, { label: "Webhook" }]} />
      <div className="work-head">
        <div>
          <h1 className="d3 wrap-anywhere">{new URL(endpoint.url).host}</h1>
          <p className="soft wrap-anywhere">{endpoint.url}</p>
        </div>
      </div>
      <EndpointMessage answer={answer} did={message} />
      {endpoint.state === "given-up" && (
        <Notice tone="warn" className="mb-4" title="This webhook was switched off: nothing arrived there for days.">
          <p>
            Look at the answers below. When the other side works again, switch it on and send again what is missing.
          </p>
        </Notice>
      )}
      <ApiColumns>
        <Panel title="Log" aside={<News changes={changes} show={show} />}>
          {log.length === 0 ? (
            <Empty title="Nothing was sent yet">Send a test, or wait for the first event.</Empty>
          ) : (
            <DeliveryLog log={log} zone={zone} isOn={endpoint.state === "on" || endpoint.state === "failing"} />
          )}
          {(older || newer) && <Pager older={at("older", older)} newer={at("newer", newer)} />}
        </Panel>
        <div className="stack [--gap:24px]">
          <Panel title="Webhook" pad>
            <div className="stack [--gap:16px]">
              <div>
                <EndpointState of={endpoint} zone={zone} />
              </div>
              {endpoint.oldSecretUntil && (
                <p className="small muted">{`The old secret signs too until ${formatMoment(endpoint.oldSecretUntil, zone)}.`}</p>
              )}
              <EndpointSteps of={endpoint} asked={answer?.id} />
              <p className="small muted">
                A message that is not taken is tried ten times in three days. The log goes back 30 days.
              </p>
            </div>
          </Panel>
          <Panel title="Address and events" pad>
            <EditEndpoint of={endpoint} answer={answer} demo={demo} />
          </Panel>
        </div>
      </ApiColumns>
    </>
  );
}

type EditProps = { of: EndpointLine; answer: RefusedForm | undefined; demo: boolean };

/** The form with which a webhook gets another address or other events. */
const EditEndpoint = ({ of: { url, events, version }, answer, demo }: EditProps) => {
  const { errors = {}, values = {} } = answer ?? {};
  const busy = useSent()?.get("step") === "edit";
  return (
    <Form method="post" className="stack [--gap:20px]" key={version}>
      <input type="hidden" name="version" value={version} />
      <EndpointFields
        url={values.url ?? url}
        events={values.events?.split(" ") ?? events}
        errors={errors}
        demo={demo}
      />
      <Button name="step" value="edit" busy={busy} className="self-start">
        {busy ? "Saving" : "Save"}
      </Button>
    </Form>
  );
};
