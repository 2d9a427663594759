import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Runtime } from "#src/platform/runtime.ts";
import { setHeaders } from "./headers.ts";

/** What the head of every stream says. */
export function headOf(config: Runtime["config"]): Readonly<Record<string, string>> {
  const headers = new Headers({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  });
  setHeaders(headers, config);
  return Object.fromEntries(headers);
}

const firstFrame = "retry: 2000\n\n";
const nothing = (): void => undefined;
type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse };

/**
 * Writes the head and gives what the stream is written to. It ends with its connection, so a frame needs no chunk around
 * it and is written to the socket itself; the response and the request's headers are released, and no more is read.
 */
export function openEventStream(
  { incoming, outgoing }: Exchange,
  head: Readonly<Record<string, string>>,
): Socket | ServerResponse {
  const { socket } = outgoing;
  if (!socket) {
    outgoing.writeHead(200, head);
    outgoing.write(firstFrame);
    return outgoing; // an earlier answer is still under way on this connection
  }
  outgoing.removeAllListeners("close");
  outgoing.detachSocket(socket);
  incoming.headers = {};
  incoming.rawHeaders = [];
  socket.removeAllListeners("data");
  socket.on("data", nothing);
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  const date = `date: ${new Date().toUTCString()}\r\n`;
  socket.write(`HTTP/1.1 200 OK\r\n${lines.join("")}${date}connection: close\r\n\r\n${firstFrame}`);
  return socket;
}
