import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Config } from "#src/config.ts";
import type { Log } from "#src/platform/log.ts";
import { hasBody, linger } from "../body/read-bytes.ts";
import { setHeaders } from "../headers.ts";

const message = "Too many requests at this moment. Try again in a few seconds.\n";
/** Refusals are counted and logged together. */
const warnEveryMs = 10_000;

/** A connection that retries sooner than this after a refusal gets the next refusal with this delay. */
const calmMs = 1_000;

/**
 * 503 at a fraction of an answer's price: no web-standard objects, one line in the log for all of ten seconds. `refuseCalmly`
 * keeps those who ask again and again from spending the process on refusals.
 */
export function openBusy(
  config: Config,
  log: Log,
  counted: (request: IncomingMessage) => void,
): { refuse: Handler; refuseCalmly: Handler } {
  const headers = new Headers({
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(message.length),
    "retry-after": "2",
  });
  setHeaders(headers, config);
  const lines = [...headers].flat();
  let refused = 0;
  const tell = (): void => {
    log.warn({ refused }, "requests were refused: too many at once");
    refused = 0;
  };
  const refuse = (request: IncomingMessage, response: ServerResponse): void => {
    refused += 1;
    counted(request);
    if (refused === 1) setTimeout(tell, warnEveryMs).unref();
    if (hasBody(request) && !request.complete) {
      linger(request.socket);
      request.resume();
      response.writeHead(503, [...lines, "connection", "close"]);
    } else response.writeHead(503, lines);
    response.end(request.method === "HEAD" ? undefined : message);
  };
  const lately = new WeakMap<Socket, number>();
  return {
    refuse,
    refuseCalmly: (request, response) => {
      const { socket } = request;
      const now = performance.now();
      const isAgain = now - (lately.get(socket) ?? Number.NEGATIVE_INFINITY) < calmMs;
      lately.set(socket, isAgain ? now + calmMs : now);
      if (isAgain) setTimeout(refuse, calmMs, request, response);
      else refuse(request, response);
    },
  };
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Pipelined requests that wait for the one before them; more are refused. */
const mostWaiting = 16;

/**
 * One request of a connection at a time: Node hands over everything that came in one packet at once, a thousand small
 * requests too.
 */
export function queuePerConnection(run: Handler, refuse: Handler): Handler {
  const lines = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    const next = (): void => {
      const following = socket.destroyed ? undefined : lines.get(socket)?.shift();
      if (following) following();
      else lines.delete(socket);
    };
    const begin = (): void => {
      response.once("close", next);
      run(request, response);
    };
    if (!line) {
      lines.set(socket, []);
      begin();
    } else if (line.length >= mostWaiting) refuse(request, response);
    else line.push(begin);
  };
}
