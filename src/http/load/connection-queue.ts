import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

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
