import { createServer } from "node:net";

/** What the publisher reads once a number was taken. */
export const taken = "taken";

/**
 * Runs `publish` for each number that comes in at this socket of the machine, where one is named: what a request costs
 * that carries a message is no part of a fan-out.
 */
export function takeNumbers(path: string | undefined, publish: (n: number) => void): void {
  if (!path) return;
  createServer((socket) =>
    socket.on("data", (chunk) => {
      publish(Number(chunk.toString()));
      socket.write(taken);
    }),
  ).listen(path);
}
