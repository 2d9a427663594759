import type { ReactNode } from "react";
import { requireAdmin, shownPeople } from "#src/modules/accounts/index.server.ts";
import { canAnswerChats, heldMs } from "#src/modules/chat/index.ts";
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
import { counted, countUpTo } from "#src/shared/counted.ts";
import { minuteMs } from "#src/shared/units.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Download } from "#src/ui/icons.tsx";
import { ListPage } from "#src/ui/list/list-page.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useOver } from "#src/ui/use-over.ts";
import { useFlash } from "#src/ui/use-sent.ts";
import {
  type AdminAsk,
  adminAddress,
  adminQuery,
  askedOf,
  boundErrors,
  isNarrowed,
  readAdminAsk,
} from "../../domain/admin-address.ts";
import { sortLabels } from "../../domain/admin-labels.ts";
import { topicsOf } from "../../live-topics.ts";
import { myViews } from "../../queries/my-views.ts";
import type { Route } from "./+types/orders.ts";
import { BulkForm } from "./order-bulk.tsx";
import { OrderChips } from "./order-chips.tsx";
import { listedOrder, orderList } from "./order-list.tsx";
import { type ListAnswer, submitListStep } from "./submit-list-step.server.ts";

const doneTexts: Readonly<Record<string, string>> = {
  "view-saved": "The view is saved. It is above the list.",
  "view-gone": "The view is removed.",
};

type UndoProps = { ask: AdminAsk; step: "undo" | "take-back"; values: readonly [name: string, value: string][] };

const UndoForm = ({ ask, step, values }: UndoProps) => (
  <Form method="post" action={adminAddress(ask)} replace preventScrollReset>
    {values.map(([name, value]) => (
      <input key={value} type="hidden" name={name} value={value} />
    ))}
    <button type="submit" name="step" value={step} className="btn btn-outline btn-sm">
      {step === "take-back" || values.length === 1 ? "Undo" : `Undo the ${values.length}`}
    </button>
  </Form>
);

/** Takes back what was just sent, for one minute. */
const Undo = ({ ask, undo }: { ask: AdminAsk; undo: readonly string[] }) =>
  !useOver(minuteMs) && <UndoForm ask={ask} step="undo" values={undo.map((value) => ["undo", value])} />;

type Result = NonNullable<ListAnswer["result"]>;
type HeldProps = { ask: AdminAsk; message: string; held: NonNullable<Result["held"]>; left: Result["left"] };

/** Messages that leave in ten seconds, whether or not this page stays open; until then they can be taken back. */
const HeldNotice = ({ ask, message, held: { batch, messageLater }, left }: HeldProps) => {
  const over = useOver(heldMs);
  return (
    <Notice
      tone={left.length > 0 ? "warn" : "ok"}
      title={over ? messageLater : message}
      live
      className="mb-4"
      actions={over ? undefined : <UndoForm ask={ask} step="take-back" values={[["batch", batch]]} />}
    >
      <Lines left={left} />
    </Notice>
  );
};

const Lines = ({ left }: { left: Result["left"] }) =>
  left.map(({ id, number, why }) => <p key={id}>{`${number}: ${why}`}</p>);

/** What was done to the chosen orders, and with which of them it was not possible. */
const ListNotice = ({ ask, refused, did }: { ask: AdminAsk; refused: ListAnswer | undefined; did: string | null }) => {
  if (refused?.result) {
    const { message, left, undo, held } = refused.result;
    if (held) return <HeldNotice key={held.batch} ask={ask} message={message} held={held} left={left} />;
    return (
      <Notice
        tone={left.length > 0 ? "warn" : "ok"}
        title={message}
        live
        className="mb-4"
        actions={undo.length > 0 ? <Undo key={undo.join()} ask={ask} undo={undo} /> : undefined}
      >
        <Lines left={left} />
      </Notice>
    );
  }
  if (refused && !refused.plan && !refused.many && !refused.time) {
    const message = refused.message ?? Object.values(refused.errors)[0];
    return <Notice tone="bad" title={message} live className="mb-4" />;
  }
  const text = doneTexts[did ?? ""];
  return text ? <Notice tone="ok" title={text} live className="mb-4" /> : null;
};

/** What the tabs say: "38", "999+". */
const labelled = (counts: AdminGroupCounts) =>
  Object.fromEntries(
    Object.entries(counts).map(([group, count]) => [group, countUpTo(count, groupCountMost)]),
  ) as Record<keyof AdminGroupCounts, string>;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "orders");
  const params = new URL(request.url).searchParams;
  const ask = readAdminAsk(params);
  const find = (params.get("find") ?? "").slice(0, 200);
  const clock = await readerClock(ctx, person);
  const [list, counts, people, writers, views] = await Promise.all([
    adminOrderList(ctx, askedOf(ask, clock.zone)),
    adminGroupCounts(ctx, {}),
    shownPeople(ctx.runtime.db, ctx.viewer, [ask.client]),
    writerNames(ctx, { search: find, chosen: ask.writer }),
    myViews(ctx, {}),
  ]);
  const page = orPage(list, request);
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
    writers: { ...orPage(writers, request), find },
    views: orPage(views, request),
    once: newId(),
    did: flashOf(request),
    ...{ ...page, rows: page.rows.map(listedOrder) },
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  return submitListStep(ctx, requireAdmin(ctx, request, "orders"), request);
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Orders", matches);

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

const Acts = ({ ask, views, rows }: ListData) => {
  const query = adminQuery(ask);
  return (
    <>
      <Views views={views} current={query} />
      {rows.length > 0 && (
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
    </>
  );
};

/** The whole filter, where it holds more than this page: by its count, or by how many are taken at most. */
const wholeOf = (ask: AdminAsk, count: number, more: boolean): string | null => {
  if (!more) return null;
  return !isNarrowed(ask) && count <= 200 ? `all ${count}` : "all that fit, at most 200";
};

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  const did = useFlash(loaderData.did || null);
  const frame = (panel: ReactNode, { ask, client, rows, older, newer, now, zone, total, views, once }: ListData) => (
    <>
      <OrderChips
        ask={ask}
        client={client}
        view={views.find(({ address }) => address === adminQuery(ask))}
        message={`${counted(rows.length, "order")} on this page, ${sortLabels[ask.sort].toLowerCase()}`}
      />
      <BulkForm
        ask={ask}
        answer={actionData}
        once={once}
        shown={rows}
        whole={wholeOf(ask, total, Boolean(older || newer))}
        clock={{ now, zone }}
        mayChat={loaderData.mayChat}
      >
        {panel}
      </BulkForm>
    </>
  );
  return (
    <ListPage title="Orders" list={orderList} loaded={loaderData} acts={<Acts {...loaderData} />} frame={frame}>
      <ListNotice ask={loaderData.ask} refused={actionData} did={did} />
    </ListPage>
  );
}
