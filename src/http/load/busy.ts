import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Config } from "#src/config.ts";
import type { Log } from "#src/platform/log.ts";
import { linger } from "../body/discard.ts";
import { hasBody } from "../body/read-bytes.ts";
import { setHeaders } from "../headers.ts";
import type { Handler } from "./connection-queue.ts";

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
