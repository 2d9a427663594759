import { Links, Meta, Outlet, useLocation } from "react-router";
import { ImpersonationBanner } from "#src/modules/accounts/index.screens.ts";
import { untilLabel } from "#src/modules/accounts/index.ts";
import { changedLinks } from "#src/modules/catalogue/index.server.ts";
import { NoticeListener } from "#src/modules/notifications/index.screens.ts";
import { brandLinks, shownMenu, siteNow } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { type Impersonator, isImpersonated, isWriter } from "#src/shared/viewer.ts";
import { Island } from "#src/ui/island.tsx";
import { keepFrame, keepOwnPage, useShown } from "#src/ui/keep-frame.ts";
import { expectScripts } from "#src/ui/no-script.tsx";
import { useNonce } from "#src/ui/nonce.ts";
import { Travelling } from "#src/ui/spinner.tsx";
import { themeScript } from "#src/ui/theme.tsx";
import { Toasts } from "#src/ui/toasts.tsx";
import type { Route } from "./+types/root.ts";
import { type Frame, useFrame } from "./modules/operator/index.screens.ts";
import { ErrorPage } from "./modules/site/index.screens.ts";
import { countAtPaint, footerServices } from "./modules/site/index.ts";
import { backButton, keepsScroll } from "./public-pages/back-button.ts";
import { PageScripts } from "./public-pages/page-scripts.tsx";
import { PageStyles } from "./public-pages/page-styles.tsx";
import { translationGuard } from "./public-pages/translation-guard.ts";
import { useVisitorPage } from "./public-pages/visitor-page.ts";

/** Of the product as it is shipped. */
const shippedLinks: NonNullable<Frame["brand"]> = [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/icon-180.png" },
  { rel: "mask-icon", href: "/pinned.svg", color: "#263faf" },
];

export const links: Route.LinksFunction = () => [{ rel: "manifest", href: "/manifest.webmanifest" }];

/** What every page shows: whose shop it is, who looks, and in which light. */
export async function loader({ context }: Route.LoaderArgs): Promise<Frame> {
  const { runtime, viewer, theme } = context.get(requestContext);
  const site = await siteNow(runtime.settings.get);
  const person =
    viewer.kind === "person"
      ? {
          id: viewer.id,
          name: viewer.name,
          email: viewer.email,
          role: isWriter(viewer) ? 2 : viewer.role,
          waits: viewer.waitingRole !== null,
          timeZone: viewer.timeZone,
        }
      : null;
  const brand = await brandLinks(runtime);
  const analytics = runtime.config.analyticsUrl?.href ?? null;
  const menu = await shownMenu(runtime.settings.get, runtime.clock());
  const services = await changedLinks(runtime, footerServices);
  const demo = runtime.mode === "demo";
  const view = isImpersonated(viewer) && { impersonated: viewOf(viewer.impersonator, site.timeZone) };
  return {
    site,
    person,
    theme,
    demo,
    analytics,
    ...(brand && { brand }),
    ...menu,
    ...(services && { services }),
    ...view,
  };
}

const viewOf = ({ until, timeZone }: Impersonator, shopZone: string) => ({
  until: untilLabel(until, timeZone ?? shopZone),
});

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepFrame, keepOwnPage];

/** A page that an admin sees as somebody else has no scripts: nothing on it listens, saves or marks as read. */
const firstScripts = (account: string, expected: boolean): string =>
  expected ? expectScripts + themeScript + translationGuard() + backButton(account) : themeScript;

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useNonce();
  const { person, brand, impersonated, analytics } = useFrame() ?? {};
  const counter = useVisitorPage()?.counted ? analytics : null;
  const account = person?.id ?? null;
  const scrollKept = keepsScroll(useLocation().pathname, person?.role);
  useShown();
  return (
    <html lang="en" data-keeps-scroll={scrollKept ? "" : undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* Must run before the first paint, so that no page flashes in the wrong light or at another place, or shows what only people without scripts use, and before a translator. */}
        <script nonce={nonce} suppressHydrationWarning>
          {import.meta.env.SSR ? firstScripts(account ?? "", impersonated === undefined) : ""}
        </script>
        <meta name="theme-color" content="#f5f2eb" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0e111b" media="(prefers-color-scheme: dark)" />
        <Meta />
        <PageStyles forAdmin={person?.role === 3} />
        {(brand ?? shippedLinks).map((link) => (
          <link key={link.href} {...link} />
        ))}
        <Links nonce={nonce} />
      </head>
      <body>
        {/* The server's alone: such a page has no scripts. */}
        {import.meta.env.SSR && impersonated && person && <ImpersonationBanner name={person.name} {...impersonated} />}
        {children}
        {!(import.meta.env.SSR && impersonated) && (
          <>
            <Island name="The notices" wide>
              <Travelling />
              <Toasts />
              <NoticeListener account={account} />
            </Island>
            <PageScripts inline={import.meta.env.SSR && counter ? countAtPaint(counter) : ""} />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
