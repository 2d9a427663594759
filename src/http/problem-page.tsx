import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Theme } from "#src/platform/request-context.ts";
import { Lost } from "#src/ui/empty.tsx";
import { SupportNumber } from "#src/ui/failure.tsx";

export type Problem = {
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
