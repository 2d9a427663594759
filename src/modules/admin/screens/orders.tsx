import { useNavigation } from "react-router";
import { findPeople, requireAdmin } from "#src/modules/accounts/index.server.ts";
import { adminOrderList } from "#src/modules/orders/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { FilterTabs, Pager } from "#src/ui/table.tsx";
import { type AdminAsk, adminAddress, isNarrowed, readAdminAsk } from "../domain/admin-address.ts";
import { type Group, groupLabels } from "../domain/admin-labels.ts";
import { counted } from "../domain/count-label.ts";
import type { Route } from "./+types/orders.ts";
import { adminClock } from "./admin-clock.server.ts";
import { OrderFilters } from "./order-filters.tsx";
import { OrderTable } from "./order-table.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "orders");
  const ask = readAdminAsk(new URL(request.url).searchParams);
  const given = Object.fromEntries(Object.entries(ask).filter(([, value]) => value !== ""));
  const [list, clock, people] = await Promise.all([
    adminOrderList(ctx, given),
    adminClock(ctx, person),
    findPeople(ctx.runtime.db, [ask.client, ask.writer]),
  ]);
  const nameOf = (id: string) => people.get(id)?.name ?? "unknown";
  const names = { client: nameOf(ask.client), writer: nameOf(ask.writer) };
  return { ...clock, ask, names, ...orPage(list, request) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Orders · ${loaderData?.shop ?? ""}` }];

const tabsFor = (ask: AdminAsk) =>
  (Object.keys(groupLabels) as Group[]).map((group) => ({
    to: adminAddress(ask, { group, ...(ask.sort === "due" && { sort: "newest" as const }) }),
    label: groupLabels[group],
    current: ask.group === group,
  }));

const noFilters = { service: "", payment: "", watch: "", client: "", writer: "" } as const;

/** Nothing found says what was looked for, and where else to look. */
const NothingFound = ({ ask }: { ask: AdminAsk }) => {
  const everywhere = adminAddress(ask, { ...noFilters, group: "all", sort: "newest" });
  const plain = adminAddress(ask, { ...noFilters, search: "" });
  if (ask.search)
    return (
      <Empty
        title={`No order matches "${ask.search}"`}
        actions={
          <>
            {everywhere !== adminAddress(ask) && (
              <LinkButton small to={everywhere}>
                Search all orders
              </LinkButton>
            )}
            <LinkButton small variant="outline" to={plain}>
              Clear the search
            </LinkButton>
          </>
        }
      >
        Check the spelling, or search by number, title or the client's e-mail.
      </Empty>
    );
  if (isNarrowed(ask))
    return (
      <Empty
        title="No order fits these filters"
        actions={
          <LinkButton small variant="outline" to={plain}>
            Clear the filters
          </LinkButton>
        }
      >
        Take one away, or look in another tab.
      </Empty>
    );
  return (
    <Empty title={ask.group === "all" ? "No orders yet" : "Nothing here now"} art={ask.group === "all"}>
      {ask.group === "all"
        ? "The first order shows up here as soon as a client places it."
        : "Orders come and go by themselves as their state changes."}
    </Empty>
  );
};

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { ask, names, rows, older, newer, now, zone } = loaderData;
  const moving = useNavigation().location?.pathname === "/admin/orders";
  return (
    <>
      <div className="work-head">
        <h1 className="d3">Orders</h1>
      </div>
      <FilterTabs label="Groups of orders" tabs={tabsFor(ask)} />
      <OrderFilters key={adminAddress(ask)} ask={ask} names={names} />
      <div className={moving ? "panel scroll moving" : "panel scroll"} aria-busy={moving || undefined}>
        {rows.length === 0 ? (
          <NothingFound ask={ask} />
        ) : (
          <OrderTable rows={rows} sort={ask.sort} clock={{ now, zone }} />
        )}
      </div>
      {rows.length > 0 && (
        <Pager
          newer={newer ? adminAddress(ask, { newer }) : undefined}
          older={older ? adminAddress(ask, { older }) : undefined}
        >
          {`${counted(rows.length, "order")} on this page`}
        </Pager>
      )}
    </>
  );
}
