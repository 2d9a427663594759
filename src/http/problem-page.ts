import type { Theme } from "#src/platform/request-context.ts";
import { escapeHtml } from "#src/shared/escape-html.ts";

export type Problem = {
  status: number;
  message: string;
  requestId: string;
  theme?: Theme | undefined;
  /** Whether the same address may do on another try. */
  again?: boolean;
  /** What the head says; without it, what the status says. */
  title?: string | undefined;
  /** HTML below the message; it may hold a form. */
  more?: string | undefined;
};

const titles: Record<number, string> = {
  404: "We cannot find this page",
  500: "Something is wrong on our side",
  503: "Back in a moment",
};
const mark =
  '<svg viewBox="0 0 30 22" aria-hidden="true"><path d="M1 16.5h8L15 5l6 11.5h8" stroke-linejoin="round" stroke-linecap="round"/></svg>';
const policyWith = (formAction: "'none'" | "'self'"): string =>
  `default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;

/**
 * For handlers before any page can be rendered: words a person can read, without a script and without asking anybody.
 * `styles` are the addresses of the product's style sheets.
 */
export function problemPage(
  { status, message, requestId, theme, again, title = titles[status] ?? "We cannot take this", more = "" }: Problem,
  styles: readonly string[],
): Response {
  const attribute = theme === "light" || theme === "dark" ? ` data-theme="${theme}"` : "";
  const html = `<!doctype html>
<html lang="en"${attribute}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${status}</title>
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join("\n")}
</head>
<body>
<header class="mast"><div class="wrap"><a class="wordmark" href="/">${mark}<span>Start page</span></a></div></header>
<main class="wrap section">
<h1 class="d3">${title}</h1>
<p class="lede mt-2">${escapeHtml(message)}</p>
${more}
<p class="small muted mt-2">Error ${status} · Request ${requestId}</p>
${again ? '<p class="mt-5"><a class="btn btn-primary" href="">Try again</a></p>' : ""}
</main>
</body>
</html>
`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policyWith(more ? "'self'" : "'none'"),
  };
  return new Response(html, { status, headers });
}
