import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A message as it came, with whether one of the known secrets signed it. */
export type Received = {
  id: string;
  signed: boolean;
  body: { type: string; data: Record<string, unknown> };
  path: string;
  /** As what the sender names itself. */
  agent: string;
};

type Answer = { status: number; body?: string; headers?: Record<string, string> };
type Options = {
  /** What is answered to each message; 200 without it. Null: nothing, ever. */
  answer?: (message: Received) => Answer | null;
  /** The receiver's clock, in milliseconds; that of the machine without it. */
  now?: () => number;
};

export type WebhookReceiver = {
  url: string;
  received: Received[];
  /** Secrets whose signatures count. */
  secrets: string[];
  options: Options;
  close: () => Promise<void>;
};

/** Verifies as Standard Webhooks says (standardwebhooks.com), from the specification and not from the product's code. */
function isSigned(headers: IncomingHttpHeaders, body: string, secrets: readonly string[], now: number): boolean {
  const [id, time] = [headers["webhook-id"], headers["webhook-timestamp"]];
  const sent = String(headers["webhook-signature"]).split(" ");
  if (Math.abs(now / 1000 - Number(time)) > 300) return false;
  return secrets.some((secret) => {
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    return sent.includes(`v1,${createHmac("sha256", key).update(`${id}.${time}.${body}`).digest("base64")}`);
  });
}

/** A program of an operator that takes webhooks, on this computer. */
export async function startWebhookReceiver(options: Options = {}): Promise<WebhookReceiver> {
  const receiver = { received: [] as Received[], secrets: [] as string[], options };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString("utf8");
    const message: Received = {
      id: String(request.headers["webhook-id"]),
      signed: isSigned(request.headers, body, receiver.secrets, (receiver.options.now ?? Date.now)()),
      body: JSON.parse(body),
      path: request.url ?? "",
      agent: request.headers["user-agent"] ?? "",
    };
    receiver.received.push(message);
    const answer = receiver.options.answer ? receiver.options.answer(message) : { status: 200, body: "ok" };
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}
