import { createServer, type RequestListener, type Server } from "node:http";

/** Reads the input that the bench sends, then listens and prints the port. @returns the server, already listening. */
export async function serve(
  make: (input: Record<string, string>) => RequestListener | Promise<RequestListener>,
): Promise<Server> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const listener = await make(JSON.parse(Buffer.concat(chunks).toString() || "{}"));
  const server = createServer(listener).listen(0, "127.0.0.1", () => {
    const address = server.address();
    console.log(typeof address === "object" ? address?.port : 0);
  });
  return server;
}
