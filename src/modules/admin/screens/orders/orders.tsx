import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import { findPeople, requireAdmin } from "#src/modules/accounts/index.server.ts";
import { canAnswerChats } from "#src/modules/chat/index.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import {
  type AdminGroupCounts,
  adminGroupCounts,
  adminOrderList,
  groupCountMost,
} from "#src/modules/orders/index.server.ts";
import { writerNames } from "#src/modules/writing/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { newId } from "#src/platform/ids.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { Download } from "#src/ui/icons.tsx";
import { News } from "#src/ui/list/news.tsx";
import { useLiveList } from "#src/ui/live/use-live-list.ts";
import { FilterTabs, Pager } from "#src/ui/table.tsx";
import { useFlash } from "#src/ui/use-flash.ts";
import {
  type AdminAsk,
  adminAddress,
  adminQuery,
  askedOf,
  boundErrors,
  isNarrowed,
  noFilters,
  readAdminAsk,
} from "../../domain/admin-address.ts";
import { type Group, groupLabels, sortLabels } from "../../domain/admin-labels.ts";
import { counted } from "../../domain/count-label.ts";
import { topicsOf } from "../../live-topics.ts";
import { myViews } from "../../queries/my-views.ts";
import type { Route } from "./+types/orders.ts";
import { ListNotice } from "./list-notice.tsx";
import { BulkForm } from "./order-bulk.tsx";
import { OrderChips } from "./order-chips.tsx";
import { OrderFilters } from "./order-filters.tsx";
import { OrderTable } from "./order-table.tsx";
import { submitListStep } from "./submit-list-step.server.ts";

/** What the tabs say: "38", "999+". */
const labelled = (counts: AdminGroupCounts) =>
  Object.fromEntries(
    Object.entries(counts).map(([group, count]) => [group, count > groupCountMost ? `${groupCountMost}+` : `${count}`]),
  ) as Record<keyof AdminGroupCounts, string>;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "orders");
  const ask = readAdminAsk(new URL(request.url).searchParams);
  const clock = await readerClock(ctx, person);
  const [list, counts, people, writers, views] = await Promise.all([
    adminOrderList(ctx, askedOf(ask, clock.zone)),
    adminGroupCounts(ctx, {}),
    findPeople(ctx.runtime.db, [ask.client]),
    writerNames(ctx, {}),
    myViews(ctx, {}),
  ]);
  return {
    ...clock,
    me: person.id,
    topics: topicsOf(person, ["orders"]),
    mayChat: canAnswerChats(person),
    ask,
    errors: boundErrors(ask),
    client: people.get(ask.client)?.name ?? "unknown",
    counts: labelled(orPage(counts, request)),
    total: orPage(counts, request)[ask.group],
    writers: orPage(writers, request),
    views: orPage(views, request),
    once: newId(),
    did: flashOf(request),
    ...orPage(list, request),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  return submitListStep(ctx, requireAdmin(ctx, request, "orders"), request);
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Orders", matches);

const tabsFor = (ask: AdminAsk, counts: Readonly<Record<string, string>>) =>
  (Object.keys(groupLabels) as Group[]).map((group) => ({
    to: adminAddress(ask, { group, status: "" }),
    label: groupLabels[group],
    count: counts[group] ?? "",
    current: ask.group === group,
  }));

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
        Check the spelling, or search by number, title, the client's name or e-mail, or the writer.
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
        Remove a filter, or look in another tab.
      </Empty>
    );
  return (
    <Empty title={ask.group === "all" ? "No orders yet" : "Nothing here now"} art={ask.group === "all"}>
      {ask.group === "all"
        ? "You see the first order here as soon as a client places it."
        : "Orders come and go automatically as their state changes."}
    </Empty>
  );
};

type ListData = Route.ComponentProps["loaderData"];

const Views = ({ views, current }: { views: ListData["views"]; current: string }) =>
  views.length > 0 && (
    <nav className="views" aria-label="Saved views">
      {views.map(({ id, name, address }) => (
        <a
          key={id}
          href={`/admin/orders?${address}`}
          aria-current={adminQuery(readAdminAsk(new URLSearchParams(address))) === current ? "page" : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );

type HeadProps = { ask: AdminAsk; views: ListData["views"]; empty: boolean; news: ReactNode };

const Head = ({ ask, views, empty, news }: HeadProps) => {
  const query = adminQuery({ ...ask, older: "", newer: "" });
  return (
    <div className="work-head olist-head">
      <h1 className="d3">Orders</h1>
      {news}
      <div className="acts">
        <Views views={views} current={query} />
        {!empty && (
          <LinkButton
            small
            variant="outline"
            icon={Download}
            to={`/admin/orders/export.csv${query && `?${query}`}`}
            reloadDocument
          >
            Export
          </LinkButton>
        )}
      </div>
    </div>
  );
};

/** The whole filter, where it holds more than this page: by its count, or by how many are taken at most. */
const wholeOf = (ask: AdminAsk, count: number, more: boolean): string | null => {
  if (!more) return null;
  return !isNarrowed(ask) && count <= 200 ? `all ${count}` : "all that fit, at most 200";
};

const KeyHelp = () => (
  <span className="keyhelp" aria-hidden="true">
    <b className="kbd">J</b> <b className="kbd">K</b> move <b className="kbd">X</b> select <b className="kbd">A</b>{" "}
    assign <b className="kbd">?</b> all keys
  </span>
);

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, changes, show } = useLiveList(loaderData);
  const { ask, errors, client, rows, older, newer, now, zone, counts, total, writers, views, once } = shown;
  const moving = useNavigation().location?.pathname === "/admin/orders";
  const did = useFlash(loaderData.did || null);
  const query = adminQuery({ ...ask, older: "", newer: "" });
  const onPage = `${counted(rows.length, "order")} on this page, ${sortLabels[ask.sort].toLowerCase()}`;
  return (
    <>
      {rows.length > 0 && (
        <a className="to-list" href="#list">
          Skip to the list
        </a>
      )}
      <Head ask={ask} views={views} empty={rows.length === 0} news={<News changes={changes} show={show} />} />
      <ListNotice ask={ask} refused={actionData} did={did} />
      <FilterTabs label="Groups of orders" tabs={tabsFor(ask, counts)} className="list-tabs" />
      <OrderFilters ask={ask} errors={errors} writers={writers} counts={counts} />
      <OrderChips ask={ask} client={client} view={views.find(({ address }) => address === query)} said={onPage} />
      <BulkForm
        ask={ask}
        answer={actionData}
        once={once}
        shown={rows.map(({ id }) => id).join()}
        whole={wholeOf(ask, total, Boolean(older || newer))}
        clock={{ now, zone }}
        mayChat={loaderData.mayChat}
      >
        <div id="list" tabIndex={-1} className={moving ? "panel moving" : "panel"} aria-busy={moving || undefined}>
          {rows.length === 0 ? (
            <NothingFound ask={ask} />
          ) : (
            <OrderTable rows={rows} ask={ask} clock={{ now, zone }} chosen={actionData?.chosen ?? []} />
          )}
        </div>
      </BulkForm>
      {rows.length > 0 && (
        <Pager
          newer={newer ? adminAddress(ask, { newer }) : undefined}
          older={older ? adminAddress(ask, { older }) : undefined}
        >
          <KeyHelp />
        </Pager>
      )}
    </>
  );
}
