import { requireFactor, requirePerson } from "#src/modules/accounts/index.server.ts";
import { siteSetting } from "#src/modules/site/index.server.ts";
import { Workspace } from "#src/modules/writing/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import type { Route } from "./+types/dashboard.ts";
import { ClientList, OrderTable, Turns } from "./client-list.tsx";
import { type ShownWritersPage, shownDashboard, shownWritersPage } from "./dashboard.server.ts";

/** The writer's workspace, and below it what the same person ordered before. */
const WriterList = ({ workspace: { work, own } }: { workspace: ShownWritersPage }) => (
  <Workspace shown={work}>
    {own.yourTurn.length > 0 && <Turns cards={own.yourTurn} />}
    {own.orders.length > 0 && <OrderTable title="Orders you placed" dashboard={own} />}
  </Workspace>
);

/** Writers find their work here, everybody else their orders (decisions 2, 3). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const viewer = requireFactor(requirePerson(ctx, request), request);
  const { name: shop } = await ctx.runtime.settings.get(siteSetting);
  if (viewer.role === 2) return { shop, role: "writer" as const, workspace: await shownWritersPage(ctx, request) };
  return { shop, role: "client" as const, dashboard: await shownDashboard(ctx, request) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.role === "writer" ? "Your work" : "Your orders"} · ${loaderData?.shop ?? ""}` },
];

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  if (loaderData.role === "writer") return <WriterList workspace={loaderData.workspace} />;
  return <ClientList dashboard={loaderData.dashboard} />;
}
