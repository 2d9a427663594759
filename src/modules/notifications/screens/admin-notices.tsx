import { useEffect } from "react";
import { Link } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { counted } from "#src/shared/counted.ts";
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
  const { group: tab, search, older, newer } = ask;
  return { ...(await noticePage(ctx, request, { tab, search, older, newer })), ask };
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

/** What waits for an admin, in the frame of the admin area. */
export default function AdminNotices({ loaderData, actionData }: Route.ComponentProps) {
  const { unread } = loaderData;
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
      {actionData && actionData.read > 1 && <Marked {...actionData} />}
    </ListPage>
  );
}
