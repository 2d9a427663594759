import { Link, Outlet } from "react-router";
import { canSeePeople } from "#src/modules/accounts/index.ts";
import { canAnswerChats } from "#src/modules/chat/index.ts";
import { canManageMoney } from "#src/modules/payments/index.ts";
import { canEditPrices } from "#src/modules/pricing/index.ts";
import { canChangeSettings } from "../../domain/policy.ts";
import "#src/ui/styles/pages/admin-list.css";
import "#src/ui/styles/pages/admin-order.css";
import "#src/ui/styles/pages/admin-overview.css";
import "#src/ui/styles/pages/admin-palette.css";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { inboxCounts } from "#src/modules/chat/index.server.ts";
import { BellLink, useUnread } from "#src/modules/notifications/index.screens.ts";
import { ModeNotice } from "#src/modules/operator/index.screens.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { adminCounts, canSeeAllOrders } from "#src/modules/orders/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { countUpTo } from "#src/shared/counted.ts";
import { AdminShell } from "#src/ui/admin-shell.tsx";
import {
  Activity,
  Bell,
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
  const orders = canSeeAllOrders(person, "admin") ? orPage(await adminCounts(ctx, {}), request) : null;
  const chats = canAnswerChats(person) ? orPage(await inboxCounts(ctx, {}), request) : null;
  return {
    shop: site.name,
    me: person.id,
    name: person.name,
    demo: ctx.runtime.mode === "demo",
    chats: chats && chats.waiting + chats.enquiries,
    quotes: orders?.quotes ?? null,
    requests: orders?.requests ?? 0,
    people: canSeePeople(person),
    money: canManageMoney(person),
    prices: canEditPrices(person),
    settings: canChangeSettings(person),
    audit: person.capabilities.length > 0,
  };
}

type Shown = {
  unread: number;
  quotes: number | null;
  requests: number;
  chats: number | null;
  people: boolean;
  money: boolean;
  prices: boolean;
  settings: boolean;
  audit: boolean;
  demo: boolean;
};

const groupsFor = ({ unread, quotes, requests, chats, people, money, prices, settings, audit, demo }: Shown) => [
  {
    key: "work",
    items: [
      { to: "/admin", label: "Overview", icon: LayoutDashboard, end: true },
      { to: "/admin/notices", label: "Notices", icon: Bell, ...(unread > 0 && { count: unread, urgent: true }) },
      ...(quotes === null
        ? []
        : [
            { to: "/admin/orders", label: "Orders", icon: List },
            {
              to: "/admin/custom-orders",
              label: "Custom orders",
              icon: SquarePen,
              ...(quotes > 0 && { count: quotes, urgent: true }),
            },
            {
              to: "/admin/honest-use",
              label: "Honest use",
              icon: ShieldCheck,
              ...(requests > 0 && { count: requests, urgent: true }),
            },
          ]),
      ...(chats === null
        ? []
        : [{ to: "/admin/chats", label: "Chats", icon: Inbox, ...(chats > 0 && { count: chats, urgent: true }) }]),
      ...(people
        ? [
            { to: "/admin/writers", label: "Writers", icon: PenLine },
            { to: "/admin/people", label: "People", icon: Users },
          ]
        : []),
      ...(money ? [{ to: "/admin/payments", label: "Payments", icon: Wallet }] : []),
    ],
  },
  {
    key: "set-up",
    label: "Set up",
    items: [
      ...(prices
        ? [
            { to: "/admin/pricing", label: "Pricing", icon: Tag },
            { to: "/admin/codes", label: "Promotion codes", icon: Ticket },
          ]
        : []),
      ...(settings
        ? [
            { to: "/admin/settings", label: "Settings", icon: SlidersHorizontal },
            { to: "/admin/site", label: "Site and name", icon: Store },
            { to: "/admin/api", label: "API", icon: KeyRound },
          ]
        : []),
      ...(settings ? [{ to: "/admin/system", label: "System", icon: Activity }] : []),
      ...(people ? [{ to: "/admin/mails", label: "E-mails", icon: Mail }] : []),
      ...(demo ? [{ to: "/mailbox", label: "Mailbox", icon: Mail }] : []),
      ...(audit ? [{ to: "/admin/audit", label: "Audit", icon: ScrollText }] : []),
    ],
  },
];

/** The way to the chats on phones, with how many wait. */
const ChatsLink = ({ waiting }: { waiting: number }) => (
  <Link className="btn-icon bell" to="/admin/chats" aria-label={waiting > 0 ? `Chats, ${waiting} waiting` : "Chats"}>
    <Icon of={Inbox} />
    {waiting > 0 && <Count>{countUpTo(waiting)}</Count>}
  </Link>
);

/** The frame of every page of the admin area. Each page checks its viewer itself. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { shop, me, name } = loaderData;
  useLastVisited(me);
  const unread = useUnread();
  return (
    <AdminShell
      name={shop}
      home="/"
      groups={groupsFor({ ...loaderData, unread })}
      person={{ name, role: "Admin", account: "/accountSettings" }}
      signOut="/signout"
      bell={
        <>
          <Link className="btn-icon" to="/admin/search" aria-label="Search">
            <Icon of={Search} />
          </Link>
          {loaderData.chats !== null && <ChatsLink waiting={loaderData.chats} />}
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
