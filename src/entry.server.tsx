import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import { RequestNumberContext, withRequestNumber } from "#src/ui/failure.tsx";
import { NonceContext } from "#src/ui/nonce.ts";
import { databaseRefusal } from "./platform/database/errors.ts";
import { databaseFailures, type RequestScope, requestContext } from "./platform/request-context.ts";
import { wholeResponse } from "./platform/respond.ts";
import { stylesUsedBy } from "./public-pages/critical-css.ts";
import { deferRouterScripts } from "./public-pages/deferred-scripts.ts";
import { publicFonts as fonts, publicStyles as styles } from "./public-pages/public-styles.ts";
import { VisitorContext, visitorPage } from "./public-pages/visitor-page.ts";

export const streamTimeout = 10_000;

/** Stands in a visitor's page until it is known which styles the page uses. */
const stylesMark = "/* the styles of this page */";

/** Pages are short: each is rendered whole, so that it has a length and a status that is final. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  load: RouterContextProvider,
): Promise<Response> {
  // Loaders may have taken long: nobody waits for this page any more.
  if (request.signal.aborted) return Promise.resolve(new Response(null, { status: 499 }));
  const scope = load.get(requestContext);
  const nonce = scope.nonce || undefined;
  const visitor =
    scope.viewer.kind === "guest"
      ? visitorPage(import.meta.env.PUBLIC_SCRIPTS, { styles: stylesMark, fonts }, context.staticHandlerContext)
      : null;
  return new Promise((resolve, reject) => {
    let code = status;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <VisitorContext value={visitor}>
          <RequestNumberContext value={status >= 500 ? scope.request.id : undefined}>
            <ServerRouter context={context} url={request.url} nonce={nonce} />
          </RequestNumberContext>
        </VisitorContext>
      </NonceContext>,
      {
        // No part is left out to be put in by a script: pages are read without any.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        ...(nonce && { nonce: { script: nonce, style: nonce } }),
        onAllReady() {
          headers.set("content-type", "text/html; charset=utf-8");
          pipe(gathered((page) => resolve(wholeResponse(finished(page, visitor !== null), { status: code, headers }))));
        },
        onShellError: reject,
        onError(error) {
          code = 500;
          if (!request.signal.aborted)
            scope.runtime.log.error({ err: error, requestId: scope.request.id }, "a page could not be rendered");
        },
      },
    );
    request.signal.addEventListener("abort", () => abort());
  });
}

/** A visitor's page gets the styles that it uses. In development the scripts come at once. */
function finished(page: Buffer, forVisitor: boolean): Buffer {
  const drawn = page.toString("utf8");
  const html = forVisitor ? drawn.replace(stylesMark, () => stylesUsedBy(drawn, styles)) : drawn;
  return Buffer.from(import.meta.env.PROD ? deferRouterScripts(html) : html);
}

/** Web streams cost more than the page: it leaves as one piece. React never writes again to a piece it gave away. */
function gathered(finish: (page: Buffer) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, next) {
      chunks.push(chunk);
      next();
    },
    final(next) {
      finish(Buffer.concat(chunks));
      next();
    },
  });
}

type Args = { request: Request; context: Readonly<RouterContextProvider> };

/** Requests in which a loader or an action failed. */
const failed = new WeakSet<RequestScope>();

/** A page that fails in the browser names its request as one does that comes from here. */
export async function handleDataRequest(response: Response, { context }: Pick<Args, "context">): Promise<Response> {
  const scope = context.get(requestContext);
  if (!failed.has(scope)) return response;
  const { status, headers } = response;
  return new Response(withRequestNumber(await response.text(), scope.request.id), { status, headers });
}

export function handleError(error: unknown, { request, context }: Args): void {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500; // such as a form sent to a page that has none
  if (request.signal.aborted || isRefusal) return;
  const scope = context.get(requestContext);
  if (databaseRefusal(error)) databaseFailures.set(scope, error);
  else {
    failed.add(scope);
    scope.runtime.log.error({ err: error, requestId: scope.request.id }, "a loader or action failed");
  }
}
