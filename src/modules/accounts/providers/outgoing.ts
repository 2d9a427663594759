import { type ClientRequest, type IncomingMessage, request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import { isLoopback } from "#src/config.ts";

const timeouts = { connectMs: 3_000, totalMs: 10_000 };
const mostBytes = 1_048_576;

type Asked = { method?: string; headers?: Headers | Record<string, string>; body?: unknown };

/**
 * A `fetch` for providers: https, or plain http to this machine; 3 seconds to connect, 10 in all, at most
 * 1 MB, redirects are not followed. Rejects when the provider cannot be reached in this time.
 */
export function reach(
  address: string,
  { method = "GET", headers = {}, body }: Asked = {},
  { connectMs, totalMs } = timeouts,
): Promise<Response> {
  const url = new URL(address);
  const secure = url.protocol === "https:";
  if (!secure && !isLoopback(url)) return Promise.reject(new Error(`${url.host} must be asked by https.`));
  return new Promise((resolve, reject) => {
    const request = (secure ? tlsRequest : plainRequest)(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      signal: AbortSignal.timeout(totalMs),
    });
    giveUpConnecting(request, secure, connectMs);
    request.on("error", reject);
    request.on("response", (answer) => void collect(answer).then(resolve, reject));
    request.end(body === undefined || body === null ? undefined : String(body));
  });
}

function giveUpConnecting(request: ClientRequest, secure: boolean, connectMs: number): void {
  request.on("socket", (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => request.destroy(new Error("no connection in time")), connectMs);
    socket.once(secure ? "secureConnect" : "connect", () => clearTimeout(timer));
    socket.once("close", () => clearTimeout(timer));
  });
}

async function collect(answer: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) throw new Error("The provider's answer is too long.");
    chunks.push(chunk);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) if (typeof value === "string") headers.set(name, value);
  const status = answer.statusCode ?? 502;
  const empty = status === 204 || status === 304;
  return new Response(empty ? null : Buffer.concat(chunks), { status, headers });
}
