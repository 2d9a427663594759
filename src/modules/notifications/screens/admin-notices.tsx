import { Link } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import type { Route } from "./+types/admin-notices.ts";
import { MarkRead, NoticeList } from "./notice-list.tsx";
import { noticePage, submitRead } from "./notices.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request);
  return noticePage(ctx, request);
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request);
  return submitRead(ctx, request);
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Notices", matches);

/** What waits for an admin, in the frame of the admin area. */
export default function AdminNotices({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <div className="work-head">
        <div>
          <h1 className="d3">Notices</h1>
          <p className="soft">
            What waits for an admin. You choose the kinds <Link to="/accountSettings/notices">in your settings</Link>.
          </p>
        </div>
        <div className="acts">
          <MarkRead {...loaderData} />
        </div>
      </div>
      <NoticeList
        data={loaderData}
        address="/admin/notices"
        nothing="A paid order, a chat that waits, a refund that failed: you read it here."
      />
    </>
  );
}
