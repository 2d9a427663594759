import { data, isRouteErrorResponse } from "react-router";
import type { RefusedForm } from "#src/shared/outcome.ts";

/** Shown beside a form whose answer did not arrive. */
const notSent = "We could not send this. What you typed is still on this page. Send it again in a minute.";

/**
 * For a route's `clientAction`: sends the form. When no answer comes (connection lost, server or records in trouble), the
 * page stays as it is with everything typed, and says so; `more` is what a refused form of this page has besides. The
 * status is 503, so that nothing loads.
 */
export async function sendOrKeep<T, More extends object>(send: () => Promise<T>, more: More) {
  try {
    return await send();
  } catch (error) {
    if (isLost(error)) {
      const kept: RefusedForm & More = { errors: {}, values: {}, message: notSent, ...more };
      return data(kept, { status: 503 });
    }
    throw error;
  }
}

/** In the address of a list that is read again because something changed: the page does without an answer. */
export const liveMark = "_live";

/** No answer, one that was cut, or one of a server in trouble. A redirect and a refusal are answers. */
export const isLost = (error: unknown): boolean =>
  isRouteErrorResponse(error) ? error.status >= 500 : !(error instanceof Response);

/** For `shouldRevalidate`: after an answer that did not come, or that asks to wait, loading could take the page away. */
export const unlessNotSent = ({ actionStatus }: { actionStatus?: number | undefined }): boolean =>
  actionStatus !== 503 && actionStatus !== 429;
