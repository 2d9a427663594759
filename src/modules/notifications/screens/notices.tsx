import { Link } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { PageHead } from "#src/ui/reading.tsx";
import type { Route } from "./+types/notices.ts";
import { MarkRead, NoticeList } from "./notice-list.tsx";
import { noticePage, submitRead } from "./notices.server.ts";

export const loader = ({ context, request }: Route.LoaderArgs) => {
  const at = new URL(request.url).searchParams;
  const asked = { older: at.get("older") ?? undefined, newer: at.get("newer") ?? undefined };
  return noticePage(context.get(requestContext), request, asked);
};

export const action = ({ context, request }: Route.ActionArgs) => submitRead(context.get(requestContext), request);

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Notices", matches);

export default function Notices({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap page">
      <PageHead
        title="Notices"
        lede={
          <>
            What happened with your orders. <Link to="/accountSettings/notices">Choose in your settings</Link> what also
            comes by e-mail.
          </>
        }
      />
      <div className="mb-4">
        <MarkRead {...loaderData} />
      </div>
      <NoticeList {...loaderData} />
    </main>
  );
}
