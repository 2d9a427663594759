import { requireFactor, requirePerson } from "#src/modules/accounts/index.server.ts";
import { SupportTalk } from "#src/modules/chat/index.screens.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { writerIdOf } from "#src/modules/orders/index.server.ts";
import { type RefusedWork, Workspace } from "#src/modules/writing/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import { isReaderBusy, useLiveRead, useReadAgain } from "#src/ui/live/read-again.ts";
import { useFlash } from "#src/ui/use-sent.ts";
import type { Route } from "./+types/dashboard.ts";
import { ClientList, OrderTable, Turns } from "./client-list.tsx";
import { type ShownWritersPage, shownDashboard, shownWritersPage, submitWriterAction } from "./dashboard.server.ts";

/** The writer's workspace, and below it what the same person ordered before. */
const WriterList = ({
  workspace: { work, own, done },
  refused,
}: {
  workspace: ShownWritersPage;
  refused: RefusedWork | undefined;
}) => (
  <Workspace shown={work} refused={refused} done={useFlash(done)} support={<SupportTalk />}>
    {own.yourTurn.length > 0 && <Turns cards={own.yourTurn} />}
    {own.orders.length > 0 && <OrderTable title="Orders you placed" dashboard={own} />}
  </Workspace>
);

/** Writers find their work here, everybody else their orders. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const viewer = requireFactor(requirePerson(ctx, request), request);
  const of = { me: viewer.id, now: ctx.runtime.clock() };
  if (writerIdOf(viewer) !== null)
    return { ...of, role: "writer" as const, workspace: await shownWritersPage(ctx, request) };
  return { ...of, role: "client" as const, dashboard: await shownDashboard(ctx, request) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireFactor(requirePerson(ctx, request), request);
  return submitWriterAction(ctx, request);
}

/** Also after a refusal: an order that somebody else took is not shown any more. */
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  tabTitle(loaderData?.role === "writer" ? "Your work" : "Your orders", matches);

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { me, now } = loaderData;
  const readAgain = useReadAgain();
  const read = () => !isReaderBusy() && readAgain();
  useLiveRead({ me, topics: [`notices:${me}`], readAt: now, read });
  if (loaderData.role === "writer") return <WriterList workspace={loaderData.workspace} refused={actionData} />;
  return <ClientList dashboard={loaderData.dashboard} />;
}
