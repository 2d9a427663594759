// The least work for an event stream: the same bytes written to each receiver's response.
import type { ServerResponse } from "node:http";
import { messageOf } from "../support/fan.ts";
import { serve } from "./serve.ts";
import { takeNumbers } from "./take-numbers.ts";

const receivers = new Set<ServerResponse>();

const publish = (n: number): void => {
  const frame = Buffer.from(`data: ${messageOf(n)}\n\n`);
  for (const receiver of receivers) receiver.write(frame);
};

await serve(({ numbers }) => {
  takeNumbers(numbers, publish);
  return (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("retry: 2000\n\n");
    receivers.add(response);
    response.on("close", () => receivers.delete(response));
  };
});
