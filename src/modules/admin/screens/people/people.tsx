import { type PersonLine, peopleList, requireAdmin } from "#src/modules/accounts/index.server.ts";
import { waitsOf } from "#src/modules/chat/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { openOfClients } from "#src/modules/orders/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Download } from "#src/ui/icons.tsx";
import { ListPage } from "#src/ui/list/list-page.tsx";
import { peopleAddress } from "../../domain/people-address.ts";
import { topicsOf } from "../../live-topics.ts";
import type { Route } from "./+types/people.ts";
import { askedPeople, tabCounts } from "./asked-people.server.ts";
import { clientList } from "./customer-list.tsx";
import { accountList, type CustomerFacts } from "./people-list.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "people");
  const ask = peopleAddress.read(new URL(request.url).searchParams);
  const [list, counts, clock] = await Promise.all([
    askedPeople(ctx, ask).then((asked) => peopleList(ctx, asked)),
    tabCounts(ctx),
    readerClock(ctx, person),
  ]);
  const page = orPage(list, request);
  const live = { me: person.id, topics: topicsOf(person, ["people", "orders", "chat"]) };
  const facts = ask.group === "clients" ? await factsOf(ctx, page.rows) : null;
  return { ...clock, ...live, ask, counts, ...page, facts };
}

/** What the list of clients says beside the kept figures; null for an admin who does not see orders. */
async function factsOf(ctx: Ctx, rows: readonly PersonLine[]): Promise<CustomerFacts | null> {
  const ids = rows.map(({ id }) => id);
  const [open, waits] = await Promise.all([openOfClients(ctx, { clientIds: ids }), waitsOf(ctx, { personIds: ids })]);
  return open.ok ? { open: open.value, waits: waits.ok ? waits.value : null } : null;
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("People", matches);

export default function People({ loaderData }: Route.ComponentProps) {
  const query = peopleAddress.query(loaderData.ask);
  const acts = loaderData.rows.length > 0 && (
    <LinkButton
      small
      variant="outline"
      icon={Download}
      to={`/admin/people/export.csv${query && `?${query}`}`}
      reloadDocument
    >
      Export
    </LinkButton>
  );
  return <ListPage title="People" list={loaderData.facts ? clientList : accountList} loaded={loaderData} acts={acts} />;
}
