import { data, isRouteErrorResponse } from "react-router";
import type { RefusedForm } from "#src/shared/outcome.ts";

/** Said beside a form whose answer did not come. */
const notSent = "We could not send this. What you typed is still on this page. Send it again in a minute.";

/**
 * For a route's `clientAction`: sends the form. When the shop's records are away or the connection is lost, the page
 * stays as it is with everything typed, and says so; `more` is what a refused form of this page has besides. The
 * status is 503, so that nothing loads.
 */
export async function sendOrKeep<T, More extends object>(send: () => Promise<T>, more: More) {
  try {
    return await send();
  } catch (error) {
    if (error instanceof TypeError || (isRouteErrorResponse(error) && error.status === 503)) {
      const kept: RefusedForm & More = { errors: {}, values: {}, message: notSent, ...more };
      return data(kept, { status: 503 });
    }
    throw error;
  }
}

/** For `shouldRevalidate`: after an answer that did not come, loading would fail too and take the page away. */
export const unlessNotSent = ({ actionStatus }: { actionStatus?: number | undefined }): boolean => actionStatus !== 503;
