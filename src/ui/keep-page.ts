import { isRouteErrorResponse } from "react-router";

/** Said beside a form whose answer did not come. */
export const notSent = "We could not send this. What you typed is still on this page. Send it again in a minute.";

/**
 * For a route's `clientAction`: sends the form. When the shop's records are away or the connection is lost, the page
 * stays as it is with everything typed, and the answer is `kept`, to be given with status 503, so that nothing loads.
 */
export async function sendOrKeep<T, K>(send: () => Promise<T>, kept: () => K): Promise<T | K> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof TypeError || (isRouteErrorResponse(error) && error.status === 503)) return kept();
    throw error;
  }
}

/** For `shouldRevalidate`: after an answer that did not come, loading would fail too and take the page away. */
export const unlessNotSent = ({ actionStatus }: { actionStatus?: number | undefined }): boolean => actionStatus !== 503;
