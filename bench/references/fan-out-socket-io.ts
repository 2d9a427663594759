// socket.io as published, WebSocket only: one event to everybody.
import { Server } from "socket.io";
import { messageOf } from "../support/fan.ts";
import { serve } from "./serve.ts";
import { takeNumbers } from "./take-numbers.ts";

const server = await serve(({ numbers }) => {
  takeNumbers(numbers, (n) => io.emit("message", messageOf(n)));
  return () => undefined;
});
const io = new Server(server, { transports: ["websocket"], serveClient: false });
