import { useEffect } from "react";
import { Form, Link, useNavigation } from "react-router";
import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { myNotices, readNotices } from "#src/modules/notifications/index.server.ts";
import { siteSetting } from "#src/modules/site/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { PageHead } from "#src/ui/reading.tsx";
import { TagMark } from "#src/ui/status.tsx";
import { Pager } from "#src/ui/table.tsx";
import { unreadStore } from "../live/store.ts";
import type { Route } from "./+types/notices.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requirePerson(ctx, request);
  const older = new URL(request.url).searchParams.get("older") ?? undefined;
  const mine = orPage(await myNotices(ctx, { older }), request);
  const site = await ctx.house.settings.get(siteSetting);
  const zone = person.timeZone ?? site.timeZone;
  return {
    shop: site.name,
    later: older !== undefined,
    unread: mine.unread,
    older: mine.older,
    to: ctx.house.clock().toISOString(),
    notices: mine.notices.map(({ at, kind: _, ...one }) => ({
      ...one,
      at: at.toISOString(),
      when: formatMoment(at, zone),
    })),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const to = (await request.formData()).get("to");
  orPage(await readNotices(ctx, { to }), request);
  return null;
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Notices | ${loaderData.shop}` : "Notices" },
];

export default function Notices({ loaderData }: Route.ComponentProps) {
  const { notices, unread, older, later, to } = loaderData;
  const busy = useNavigation().state === "submitting";
  useEffect(() => unreadStore.set(unread), [unread]);
  return (
    <main id="main" className="wrap page">
      <PageHead
        title="Notices"
        lede={
          <>
            What happened with your orders. Which of them come by mail, too, is{" "}
            <Link to="/accountSettings/notices">in your settings</Link>.
          </>
        }
      />
      {unread > 0 && (
        <Form method="post" className="mb-4">
          <input type="hidden" name="to" value={to} />
          <Button variant="outline" small busy={busy}>
            {unread === 1 ? "Mark one as read" : `Mark all ${unread} as read`}
          </Button>
        </Form>
      )}
      {notices.length === 0 ? (
        <Empty title="Nothing yet">When something happens with an order, you read it here.</Empty>
      ) : (
        <ul className="[border-top:var(--hair)]">
          {notices.map(({ id, title, text, path, at, when, read }) => (
            <li key={id} className="stack py-5 [--gap:4px] [border-bottom:var(--hair)]">
              <h2 className="t3 row [--gap:10px]">
                <Link to={path}>{title}</Link>
                {!read && <TagMark>New</TagMark>}
              </h2>
              <p className="soft max-w-[68ch]">{text}</p>
              <p className="small muted">
                <time dateTime={at}>{when}</time>
              </p>
            </li>
          ))}
        </ul>
      )}
      {(older || later) && (
        <Pager newer={later ? "/notices" : undefined} older={older ? `/notices?older=${older}` : undefined}>
          {later ? "Older notices" : "The newest notices"}
        </Pager>
      )}
    </main>
  );
}
