import type { Transport } from "./transport.ts";

/** Real requests without a browser. `fetch` does not report how much was sent. `more`: cookie and origin, for example. */
export const fetchTransport =
  (more: Readonly<Record<string, string>> = {}): Transport =>
  async ({ method, url, headers, body, signal }) => {
    const answer = await fetch(url, { method, headers: { ...headers, ...more }, signal, ...(body && { body }) });
    const message = await answer.text();
    return { status: answer.status, header: (name) => answer.headers.get(name), body: message };
  };
