import { data, Form } from "react-router";
import "#src/ui/styles/pages/admin-api.css";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { StepUp } from "#src/ui/step-up.tsx";
import { Pager } from "#src/ui/table.tsx";
import { useFlash } from "#src/ui/use-flash.ts";
import {
  removeEndpoint,
  rotateSecret,
  sendAgain,
  sendTest,
  switchOff,
  switchOn,
} from "../webhooks/change-endpoints.ts";
import { type EndpointLine, endpointPage } from "../webhooks/endpoint-list.ts";
import { eventTypes } from "../webhooks/event-types.ts";
import type { Route } from "./+types/webhook.ts";
import { apiClock } from "./api-clock.server.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { EndpointState } from "./endpoint-state.tsx";
import { NewSecret } from "./new-secret.tsx";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const asked = new URL(request.url).searchParams;
  const place = { older: asked.get("older") ?? undefined, newer: asked.get("newer") ?? undefined };
  const page = orPage(await endpointPage(ctx, { id: params.endpointId, ...place }), request);
  return { ...(await apiClock(ctx, person)), page, did: flashOf(request) };
}

type Answer = ReturnType<typeof refusedForm>["data"] & { secret?: string };
const steps = { on: switchOn, off: switchOff, test: sendTest } as const;

export async function action({ context, request, params }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const { step = "", delivery = "" } = await textsOf(request);
  const id = params.endpointId;
  const here = `/admin/api/webhooks/${encodeURIComponent(id)}`;
  if (step === "rotate") {
    const rotated = await rotateSecret(ctx, { id });
    const answer: Answer = { errors: {}, values: {}, ...(rotated.ok && { secret: rotated.value.secret }) };
    return rotated.ok ? data(answer, { headers: { "cache-control": "no-store" } }) : refusedForm(rotated);
  }
  if (step === "remove") {
    const removed = await removeEndpoint(ctx, { id });
    return removed.ok ? redirectWithFlash("/admin/api/webhooks", "removed") : refusedForm(removed);
  }
  const run = step === "on" || step === "off" || step === "test" ? steps[step] : null;
  const outcome = run ? await run(ctx, { id }) : await sendAgain(ctx, { id: delivery });
  return outcome.ok ? redirectWithFlash(here, run ? step : "again") : refusedForm(outcome);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Webhook · ${loaderData?.shop ?? ""}` }];

const flashes: Readonly<Record<string, string>> = {
  on: "The webhook is on again. What happens from now on is sent to it.",
  off: "The webhook is off. Nothing is sent to it.",
  test: "The test is on its way. It stands in the log in a few seconds.",
  again: "The message is on its way once more, with the same id.",
};

const Steps = ({ of: { state } }: { of: EndpointLine }) => {
  const isOn = state === "on" || state === "failing";
  return (
    <div className="stack [--gap:12px]">
      <Form method="post" className="row [--gap:12px]">
        {isOn && (
          <Button name="step" value="test" variant="outline" small>
            Send a test
          </Button>
        )}
        <Button name="step" value={isOn ? "off" : "on"} variant="outline" small>
          {isOn ? "Switch off" : "Switch on"}
        </Button>
      </Form>
      <Confirm label="New secret" title="Make a new secret?" variant="outline" small>
        <p className="mb-4">For a day messages are signed with both, so that your program can change over.</p>
        <Form method="post">
          <ConfirmActions keep="Keep the old one">
            <Button name="step" value="rotate" small>
              Make a new secret
            </Button>
          </ConfirmActions>
        </Form>
      </Confirm>
      <Confirm label="Remove" title="Remove this webhook?" variant="outline" small>
        <p className="mb-4">Nothing is sent to it any more, and its log goes too.</p>
        <Form method="post">
          <ConfirmActions>
            <Button name="step" value="remove" variant="danger" small>
              Remove the webhook
            </Button>
          </ConfirmActions>
        </Form>
      </Confirm>
    </div>
  );
};

const Said = ({ answer, did }: { answer: Answer | undefined; did: string | null }) => {
  if (answer?.stepUp) return <StepUp className="mb-4" />;
  if (answer?.secret) return <NewSecret value={answer.secret} title="The new secret signs from now on." />;
  if (answer) return <ErrorSummary errors={answer.errors} message={answer.message} />;
  return did && flashes[did] ? <Notice tone="ok" live className="mb-4" title={flashes[did]} /> : null;
};

export default function Webhook({ loaderData, actionData }: Route.ComponentProps) {
  const { page, zone, did } = loaderData;
  const { endpoint, log, older, newer } = page;
  const said = useFlash(did || null);
  const here = `/admin/api/webhooks/${endpoint.id}`;
  const at = (way: string, cursor: string | null) =>
    cursor === null ? undefined : `${here}?${way}=${encodeURIComponent(cursor)}`;
  return (
    <>
      <Crumbs steps={[{ to: "/admin/api/webhooks", label: "Webhooks" }, { label: "Webhook" }]} />
      <div className="work-head">
        <div>
          <h1 className="d3 wrap-anywhere">{new URL(endpoint.url).host}</h1>
          <p className="soft wrap-anywhere">{endpoint.url}</p>
        </div>
      </div>
      <Said answer={actionData} did={said} />
      {endpoint.state === "given-up" && (
        <Notice tone="warn" className="mb-4" title="This webhook was switched off: nothing arrived there for days.">
          <p>
            Look at the answers below. When the other side works again, switch it on and send again what is missing.
          </p>
        </Notice>
      )}
      <div className="api-cols">
        <Panel title="Log">
          {log.length === 0 ? (
            <Empty title="Nothing was sent yet">Send a test, or wait for the first event.</Empty>
          ) : (
            <DeliveryLog log={log} zone={zone} isOn={endpoint.state === "on" || endpoint.state === "failing"} />
          )}
          {(older || newer) && <Pager older={at("older", older)} newer={at("newer", newer)} />}
        </Panel>
        <Panel title="Webhook" pad>
          <div className="stack [--gap:16px]">
            <div>
              <EndpointState of={endpoint} zone={zone} />
            </div>
            <ul className="api-events">
              {endpoint.events.map((type) => (
                <li key={type}>{eventTypes[type]}</li>
              ))}
            </ul>
            {endpoint.oldSecretUntil && (
              <p className="small muted">{`The old secret signs too until ${formatMoment(endpoint.oldSecretUntil, zone)}.`}</p>
            )}
            <Steps of={endpoint} />
            <p className="small muted">
              A message that is not taken is tried ten times in three days. The log goes back 30 days.
            </p>
          </div>
        </Panel>
      </div>
    </>
  );
}
