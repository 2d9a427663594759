import { data, Link } from "react-router";
import { ConfirmDialog } from "#src/modules/accounts/index.screens.ts";
import { type Asking, requireAdmin, withProof } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { flashOf } from "#src/platform/flash.ts";
import { newId } from "#src/platform/ids.ts";
import { fieldOfList, refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Form } from "#src/ui/form.tsx";
import { News, useLiveList } from "#src/ui/live/live-list.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Table } from "#src/ui/table.tsx";
import { useFlash, useSent } from "#src/ui/use-sent.ts";
import { makeEndpoint } from "../webhooks/change-endpoints.ts";
import { type EndpointLine, endpointList } from "../webhooks/endpoint-list.ts";
import { eventTypes } from "../webhooks/event-types.ts";
import type { Route } from "./+types/webhooks.ts";
import { apiClock } from "./api-clock.server.ts";
import { ApiColumns, ApiHead } from "./api-head.tsx";
import { EndpointFields, EndpointState, endpointLabels, NewSecret } from "./endpoint-parts.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const endpoints = orPage(await endpointList(ctx, {}), request);
  const clock = await apiClock(ctx, person);
  return {
    ...clock,
    rows: endpoints,
    newEndpointId: newId(),
    did: flashOf(request),
    demo: ctx.runtime.mode === "demo",
  };
}

type Answer = Asking & { secret?: string };
type Answered = ReturnType<typeof data<Answer>>;

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const form = await request.formData();
  const { id, url = "" } = textsIn(form);
  const events = form.getAll("events").map(String);
  const again = (refusal: Refusal): Answered =>
    refusedForm(refusal, { url, events: events.join(" ") }, {}, fieldOfList);
  const take = async (known: Ctx): Promise<Answered> => {
    const made = await makeEndpoint(known, { id, url, events });
    if (!made.ok) return again(made);
    return data({ errors: {}, values: {}, secret: made.value.secret }, { headers: { "cache-control": "no-store" } });
  };
  return withProof(ctx, request.headers, form, { take, again });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Webhooks", matches);

const columns = [
  { key: "url", label: "Address" },
  { key: "events", label: "Events" },
  { key: "state", label: "State" },
];

const Endpoints = ({ endpoints, zone }: { endpoints: readonly EndpointLine[]; zone: string }) => (
  <Table caption="Webhooks" columns={columns} boxed cards>
    {endpoints.map((endpoint) => (
      <tr key={endpoint.id}>
        <td>
          <Link className="title wrap-anywhere" to={`/admin/api/webhooks/${endpoint.id}`}>
            {endpoint.url}
          </Link>
        </td>
        <td>{endpoint.events.map((type) => eventTypes[type]).join(", ")}</td>
        <td>
          <EndpointState of={endpoint} zone={zone} />
        </td>
      </tr>
    ))}
  </Table>
);

const MakeForm = ({ id, answer, demo }: { id: string; answer: Answer | undefined; demo: boolean }) => {
  const { errors = {}, values = {} } = answer ?? {};
  const busy = useSent() !== undefined;
  return (
    <Form method="post" className="stack [--gap:20px]" key={id}>
      <input type="hidden" name="id" value={id} />
      <EndpointFields url={values.url ?? ""} events={(values.events ?? "").split(" ")} errors={errors} demo={demo} />
      <Button busy={busy} className="self-start">
        {busy ? "Making the webhook" : "Make a webhook"}
      </Button>
    </Form>
  );
};

export default function Webhooks({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, changes, show } = useLiveList(loaderData);
  const { newEndpointId, did, demo } = loaderData;
  const { rows: endpoints, zone } = shown;
  const answer: Answer | undefined = actionData;
  const message = useFlash(did || null);
  return (
    <>
      <ApiHead at="webhooks" />
      <ConfirmDialog answer={answer} className="mb-4" />
      {answer && !answer.stepUp && !answer.secret && (
        <ErrorSummary errors={answer.errors} labels={endpointLabels} message={answer.message} />
      )}
      {answer?.secret && <NewSecret value={answer.secret} title="The webhook is made." />}
      {message === "removed" && !answer && <Notice tone="ok" live className="mb-4" title="The webhook is removed." />}
      <ApiColumns>
        <Panel title="Webhooks" aside={<News changes={changes} show={show} />}>
          {endpoints.length === 0 ? (
            <Empty title="No webhooks yet">
              A webhook tells a program of yours what happens to orders and payments: numbers, states and amounts, no
              names and no texts.
            </Empty>
          ) : (
            <Endpoints endpoints={endpoints} zone={zone} />
          )}
        </Panel>
        <Panel title="New webhook" pad>
          <MakeForm id={newEndpointId} answer={answer} demo={demo} />
        </Panel>
      </ApiColumns>
    </>
  );
}
