import { useEffect } from "react";
import { Link } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { counted } from "#src/shared/counted.ts";
import { formatDay } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { ListPage } from "#src/ui/list/list-page.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { unreadStore } from "../live/store.ts";
import type { Route } from "./+types/admin-notices.ts";
import { adminNoticeList, noticesAddress } from "./admin-notice-list.tsx";
import { MarkRead } from "./notice-list.tsx";
import { noticePage, submitRead } from "./notices.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request);
  const ask = noticesAddress.read(new URL(request.url).searchParams);
  const { group: tab, search, paid, older, newer } = ask;
  return { ...(await noticePage(ctx, request, { tab, search, paid, older, newer })), ask };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request);
  return submitRead(ctx, request);
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Notices", matches);

/** What was marked by the last press, and the way back. */
const Marked = ({ read, at }: { read: number; at: string }) => (
  <Notice
    tone="ok"
    live
    className="mb-4"
    title={`${counted(read, "notice is", "notices are")} marked as read.`}
    actions={
      <Form method="post" preventScrollReset>
        <input type="hidden" name="undo" value={at} />
        <Button variant="outline" small>
          Undo
        </Button>
      </Form>
    }
  />
);

/** The list is one day's paid orders: says so, and leads back. */
const PaidAlone = ({ ask, now }: Pick<Route.ComponentProps["loaderData"], "ask" | "now">) => (
  <p className="mb-4">
    {`Orders that were paid on ${formatDay(new Date(`${ask.paid}T12:00:00Z`), "UTC", now)}. `}
    <Link to={noticesAddress.to(ask, { paid: "" })}>Show all notices</Link>
  </p>
);

/** What waits for an admin, in the frame of the admin area. */
export default function AdminNotices({ loaderData, actionData }: Route.ComponentProps) {
  const { unread, ask } = loaderData;
  useEffect(() => unreadStore.set(unread), [unread]);
  return (
    <ListPage
      title="Notices"
      lede={
        <>
          What waits for an admin. You choose the kinds <Link to="/accountSettings/notices">in your settings</Link>.
        </>
      }
      list={adminNoticeList}
      loaded={loaderData}
      acts={<MarkRead {...loaderData} />}
    >
      {ask.paid && <PaidAlone {...loaderData} />}
      {actionData && actionData.read > 1 && <Marked {...actionData} />}
    </ListPage>
  );
}
