import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type Knobs, turn } from "./knobs.ts";

export type Asked = { method: string; path: string; query: URLSearchParams; headers: Headers; body: string };
export type Answer = { status: number; body: string; headers: Record<string, string> };

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  body: JSON.stringify(body),
  headers: { "content-type": "application/json", ...headers },
});
export const page = (body: string): Answer => ({
  status: 200,
  body,
  headers: { "content-type": "text/html; charset=utf-8" },
});
export const go = (location: string): Answer => ({ status: 303, body: "", headers: { location } });

/** What a fake of a payment provider may be started with. */
export type FakeWishes = {
  port?: number;
  now?: () => Date;
  /** The product's handler; null: nothing is sent. */
  webhooks?: string | null;
};

type Parts = {
  port: number;
  knobs: Knobs;
  /** What the knobs trouble: calls of the product, not pages of people. */
  isCall: (path: string) => boolean;
  answer: (asked: Asked) => Answer | Promise<Answer>;
  /** What GET /_control returns beside the knobs. */
  tell: () => object;
};

async function read(request: IncomingMessage): Promise<Asked> {
  let body = "";
  for await (const chunk of request) body += chunk;
  const url = new URL(request.url ?? "/", "http://fake");
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  return { method: request.method ?? "GET", path: url.pathname, query: url.searchParams, headers, body };
}

function control({ knobs, tell }: Parts, asked: Asked): Answer {
  const wrong = asked.method === "POST" ? turn(knobs, JSON.parse(asked.body || "{}")) : null;
  return wrong ? json(400, { wrong }) : json(200, { ...tell(), ...knobs });
}

async function serve(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = await read(request);
  const { knobs } = parts;
  const send = ({ status, headers, body }: Answer) => void response.writeHead(status, headers).end(body);
  if (asked.path === "/_control") return send(control(parts, asked));
  if (asked.path === "/favicon.ico") return send({ status: 204, headers: {}, body: "" });
  if (!parts.isCall(asked.path)) return send(await parts.answer(asked));
  if (knobs.slowMs > 0) await wait(knobs.slowMs);
  if (knobs.down === "silent") return;
  if (knobs.down === "error") return send(json(500, { error: { type: "api_error", message: "not now" } }));
  const answer = await parts.answer(asked);
  if (knobs.down === "lost") return void request.socket.destroy();
  send(answer);
}

/** A small server on 127.0.0.1 with knobs at /_control. */
export async function startServer(parts: Parts): Promise<{ url: string; close: () => Promise<void> }> {
  const server: Server = createServer((request, response) => {
    serve(parts, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });
  server.listen(parts.port, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

export const safe = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? "");

/** A plain page of a fake. */
export const html = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${safe(title)}</title>
<style>body{font:16px/1.5 sans-serif;max-width:26rem;margin:2rem auto;padding:0 1rem}button,input{display:block;width:100%;box-sizing:border-box;margin:.5rem 0;padding:.75rem;font:inherit;text-align:left}button{cursor:pointer}a{display:inline-block;padding:.75rem 0}</style>
</head><body><main><h1>${safe(title)}</h1>${body}</main></body></html>`;
