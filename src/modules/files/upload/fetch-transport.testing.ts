import type { Transport } from "./transport.ts";

/** Real requests without a browser. `fetch` does not tell how much was sent. */
export const fetchTransport =
  (cookie?: string): Transport =>
  async ({ method, url, headers, body, signal }) => {
    const answer = await fetch(url, {
      method,
      headers: { ...headers, ...(cookie && { cookie }) },
      signal,
      ...(body && { body }),
    });
    const said = await answer.text();
    return { status: answer.status, header: (name) => answer.headers.get(name), body: said };
  };
