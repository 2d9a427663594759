import type { Context } from "hono";
import { ImpersonationBanner } from "#src/modules/accounts/index.screens.ts";
import { untilLabel } from "#src/modules/accounts/index.ts";
import type { RequestScope } from "#src/platform/request-context.ts";
import { problemDetails } from "#src/platform/respond.ts";
import { isImpersonated } from "#src/shared/viewer.ts";
import type { Env } from "./env.ts";
import { type Problem, problemPage } from "./problem-page.tsx";

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
