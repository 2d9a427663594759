import { Link, Outlet } from "react-router";
import { type Menu, type MenuCount, type MenuItem, type MenuPath, menuFor } from "../../domain/nav.ts";
import { isOpenTo } from "../../domain/policy.ts";
import "#src/ui/styles/pages/admin-list.css";
import "#src/ui/styles/pages/admin-rows.css";
import "#src/ui/styles/pages/admin-orders.css";
import "#src/ui/styles/pages/admin-order.css";
import "#src/ui/styles/pages/admin-folds.css";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { inboxCounts } from "#src/modules/chat/index.server.ts";
import { BellLink, useUnread } from "#src/modules/notifications/index.screens.ts";
import { ModeNotice } from "#src/modules/operator/index.screens.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { adminCounts } from "#src/modules/orders/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { countUpTo } from "#src/shared/counted.ts";
import { AdminShell } from "#src/ui/admin-shell.tsx";
import {
  Activity,
  Bell,
  type Drawing,
  Icon,
  Inbox,
  KeyRound,
  LayoutDashboard,
  List,
  Mail,
  PenLine,
  ScrollText,
  Search,
  ShieldCheck,
  SlidersHorizontal,
  SquarePen,
  Store,
  Tag,
  Ticket,
  Users,
  Wallet,
} from "#src/ui/icons.tsx";
import { Count } from "#src/ui/status.tsx";
import type { Route } from "./+types/admin-layout.ts";
import { Keys } from "./keys.tsx";
import { useLastVisited } from "./last-visited.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request);
  const site = await ctx.runtime.settings.get(siteSetting);
  const orders = isOpenTo(person, "orders") ? orPage(await adminCounts(ctx, {}), request) : null;
  const chats = isOpenTo(person, "chat") ? orPage(await inboxCounts(ctx, {}), request) : null;
  return {
    shop: site.name,
    me: person.id,
    name: person.name,
    chats: chats && chats.waiting + chats.enquiries,
    quotes: orders?.quotes ?? null,
    requests: orders?.requests ?? null,
    menu: menuFor({ may: (needs) => isOpenTo(person, needs), demo: ctx.runtime.mode === "demo" }),
  };
}

const icons: Readonly<Record<MenuPath, Drawing>> = {
  "/admin": LayoutDashboard,
  "/admin/notices": Bell,
  "/admin/orders": List,
  "/admin/custom-orders": SquarePen,
  "/admin/honest-use": ShieldCheck,
  "/admin/chats": Inbox,
  "/admin/writers": PenLine,
  "/admin/people": Users,
  "/admin/payments": Wallet,
  "/admin/pricing": Tag,
  "/admin/codes": Ticket,
  "/admin/settings": SlidersHorizontal,
  "/admin/site": Store,
  "/admin/api": KeyRound,
  "/admin/system": Activity,
  "/admin/mails": Mail,
  "/mailbox": Mail,
  "/admin/audit": ScrollText,
};

type Counts = Readonly<Record<MenuCount, number | null>>;

const groupsOf = (menu: Menu, counts: Counts) => {
  const itemOf = ({ to, label, count }: MenuItem) => {
    const waiting = count && counts[count];
    return { to, label, icon: icons[to], end: to === "/admin", ...(waiting && { count: waiting, urgent: true }) };
  };
  return [
    { key: "work", items: menu.work.map(itemOf) },
    { key: "set-up", label: "Set up", items: menu["set-up"].map(itemOf) },
  ];
};

/** The way to the chats on phones, with how many wait. */
const ChatsLink = ({ waiting }: { waiting: number }) => (
  <Link className="btn-icon bell" to="/admin/chats" aria-label={waiting > 0 ? `Chats, ${waiting} waiting` : "Chats"}>
    <Icon of={Inbox} />
    {waiting > 0 && <Count>{countUpTo(waiting)}</Count>}
  </Link>
);

/** The frame of every page of the admin area. Each page checks its viewer itself. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { shop, me, name, menu, chats, quotes, requests } = loaderData;
  useLastVisited(me);
  const counts = { chats, quotes, requests, notices: useUnread() };
  return (
    <AdminShell
      name={shop}
      home="/"
      groups={groupsOf(menu, counts)}
      person={{ name, role: "Admin", account: "/accountSettings" }}
      signOut="/signout"
      bell={
        <>
          <Link className="btn-icon" to="/admin/search" aria-label="Search">
            <Icon of={Search} />
          </Link>
          {chats !== null && <ChatsLink waiting={chats} />}
          <BellLink to="/admin/notices" />
        </>
      }
      find={<Keys me={me} />}
      strip={<ModeNotice />}
    >
      <Outlet />
    </AdminShell>
  );
}
