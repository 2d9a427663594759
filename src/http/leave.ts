import type { Server, ServerResponse } from "node:http";

const sweepEveryMs = 100;

/**
 * From now on each answer ends its connection: a proxy that keeps some open has none left when the port closes, and
 * loses no request that it sends at that moment.
 */
export function endConnections(servers: readonly Server[]): void {
  for (const server of servers)
    server.prependListener("request", (_request, response: ServerResponse) => {
      response.setHeader("connection", "close");
    });
}

/**
 * Ends web servers calmly: nothing new is accepted, and what runs is answered. What is still open after `idleTimeoutMs`
 * is cut. Resolves when the last connection is gone.
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

const closed = (server: Server): Promise<void> => new Promise((done) => server.close(() => done()));
