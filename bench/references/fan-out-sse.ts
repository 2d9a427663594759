// The least work for an event stream: the same bytes written to each receiver's response.
import type { ServerResponse } from "node:http";
import { messageOf } from "../support/fan.ts";
import { serve } from "./serve.ts";

const receivers = new Set<ServerResponse>();

await serve(() => (request, response) => {
  if (request.method === "POST") {
    const frame = Buffer.from(`data: ${messageOf(Number(request.url?.slice(1)))}\n\n`);
    for (const receiver of receivers) receiver.write(frame);
    response.writeHead(204).end();
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write("retry: 2000\n\n");
  receivers.add(response);
  response.on("close", () => receivers.delete(response));
});
