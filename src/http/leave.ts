import type { Server, ServerResponse } from "node:http";

const sweepEveryMs = 100;

/**
 * Ends web servers calmly: nothing new is accepted, what runs is answered, kept-alive connections end with their next
 * answer. What is still open after `idleTimeoutMs` is cut. Resolves when the last connection is gone.
 */
export async function leaveCalmly(servers: readonly Server[], idleTimeoutMs: number): Promise<void> {
  const sweep = setInterval(() => {
    for (const server of servers) server.closeIdleConnections();
  }, sweepEveryMs);
  const cut = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, idleTimeoutMs);
  await Promise.all(servers.map(closed));
  clearInterval(sweep);
  clearTimeout(cut);
}

const closed = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.prependListener("request", (_request, response: ServerResponse) => {
      response.setHeader("connection", "close");
    });
    server.close(() => done());
  });
