import type { Context } from "hono";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { ImpersonationBanner } from "#src/modules/accounts/index.screens.ts";
import { untilLabel } from "#src/modules/accounts/index.ts";
import type { RequestScope, Theme } from "#src/platform/request-context.ts";
import { problemDetails } from "#src/platform/respond.ts";
import { isImpersonated } from "#src/shared/viewer.ts";
import { Lost } from "#src/ui/empty.tsx";
import { SupportNumber } from "#src/ui/failure.tsx";
import type { Env } from "./scope.ts";

/** Of a page that an admin sees as somebody else. */
const bannerOf = ({ viewer }: RequestScope) =>
  isImpersonated(viewer) && (
    <ImpersonationBanner
      name={viewer.name}
      until={untilLabel(viewer.impersonator.until, viewer.impersonator.timeZone ?? "UTC")}
    />
  );

/** A refusal before any handler or page is asked. */
type RefusedRequest = {
  status: number;
  type: string;
  message: string;
  retryAfter?: number;
  /** A person sent it, also where an address is for programs otherwise: the plain form of a file. */
  byPerson?: boolean;
} & Pick<Problem, "title" | "actions" | "more">;
export type Refuse = (c: Context<Env>, refused: RefusedRequest) => Response;

/** Addresses for programs, not for people who read. */
export const areas = ["/api", "/webhooks", "/files", "/assets"];

/** The one page for people in these areas: it describes them. */
export const isPageInArea = (path: string): boolean => /^\/api\/docs(?:\/|\.data)?$/i.test(path);

const forPrograms = (path: string): boolean =>
  path === "/csp-report" ||
  path.endsWith(".data") ||
  (!isPageInArea(path) && areas.some((area) => path === area || path.startsWith(`${area}/`)));

/** Programs get problem details, people a page. `styles` gives the addresses of the style sheets. */
export const openRefuse =
  (styles: () => readonly string[]): Refuse =>
  (c, { status, type, message, retryAfter, byPerson, ...rest }) => {
    const scope = c.get("scope");
    const requestId = scope.request.id;
    if (!byPerson && forPrograms(c.req.path))
      return problemDetails({ status, type, title: message, requestId, retryAfter });
    const again = status >= 500 && c.req.method === "GET";
    const page = problemPage(
      { status, message, requestId, theme: scope.theme, again, banner: bannerOf(scope), ...rest },
      styles(),
    );
    if (retryAfter) page.headers.set("retry-after", String(retryAfter));
    return page;
  };

type Problem = {
  status: number;
  message: string;
  requestId: string;
  theme?: Theme | undefined;
  /** Whether the same address may do on another try. */
  again?: boolean;
  /** What the head says; without it, what the status says. */
  title?: string | undefined;
  /** Buttons below the message; one may send a form. */
  actions?: ReactNode;
  /** What stands below them; it may hold a form. */
  more?: ReactNode;
  /** What stands above everything; it may hold a form. */
  banner?: ReactNode;
};

const titles: Record<number, string> = {
  404: "We cannot find this page",
  500: "Something is wrong on our side",
  503: "Back in a moment",
};
const mark =
  '<svg viewBox="0 0 30 22" aria-hidden="true"><path d="M1 16.5h8L15 5l6 11.5h8" stroke-linejoin="round" stroke-linecap="round"/></svg>';
const policyWith = (formAction: "'none'" | "'self'"): string =>
  `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;

/** Relative, so that it is the address that was asked for. */
const here = "";
const tryAgain = (
  <a className="btn btn-primary" href={here}>
    Try again
  </a>
);

const artOf = (status: number) => (status === 401 ? "signedOut" : status >= 500 ? "torn" : "missing");

/**
 * For handlers before any page can be rendered: words a person can read, without a script and without asking anybody.
 * `styles` are the addresses of the product's style sheets.
 */
export function problemPage(
  { status, message, requestId, theme, again, title = titles[status] ?? "We cannot take this", ...rest }: Problem,
  styles: readonly string[],
): Response {
  const { actions, more, banner } = rest;
  const attribute = theme === "light" || theme === "dark" ? ` data-theme="${theme}"` : "";
  const foot = (
    <>
      {status !== 401 && <SupportNumber>{requestId}</SupportNumber>}
      {more}
    </>
  );
  const body = renderToStaticMarkup(
    <Lost art={artOf(status)} title={title} actions={actions ?? (again && tryAgain)} foot={foot}>
      {message}
    </Lost>,
  );
  const html = `<!doctype html>
<html lang="en"${attribute}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${status}</title>
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join("\n")}
</head>
<body>
${renderToStaticMarkup(banner)}<header class="mast"><div class="wrap"><a class="wordmark" href="/">${mark}<span>Start page</span></a></div></header>
<main class="wrap section">${body}</main>
</body>
</html>
`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policyWith(actions || banner ? "'self'" : "'none'"),
  };
  return new Response(html, { status, headers });
}
