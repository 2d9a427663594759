// socket.io as published, WebSocket only: one event to everybody.
import { Server } from "socket.io";
import { messageOf } from "../support/fan.ts";
import { serve } from "./serve.ts";

const server = await serve(() => (request, response) => {
  if (request.method !== "POST") return;
  io.emit("message", messageOf(Number(request.url?.slice(1))));
  response.writeHead(204).end();
});
const io = new Server(server, { transports: ["websocket"], serveClient: false });
