import { randomUUID } from "node:crypto";
import type { Person } from "#src/shared/viewer.ts";

/** A body that its address takes as it stands; each of its fields is then replaced. */
export type Asked = { path: string; json: Readonly<Record<string, unknown>>; form?: true };

type Known = { client: Person; orders: { thread: string }; files: Readonly<Record<string, string>> };
const deadline = () => new Date(Date.now() + 200 * 3_600_000).toISOString();

/** By handler: what is posted there. A new handler that takes bodies fails until it has a line. */
export const handlerBodies = ({ client, orders, files }: Known): Readonly<Record<string, readonly Asked[]>> => ({
  "POST /api/theme": [{ path: "/api/theme", json: { theme: "dark" }, form: true }],
  "POST /csp-report": [{ path: "/csp-report", json: { "csp-report": { "violated-directive": "script-src" } } }],
  "POST /api/passkeys": [{ path: "/api/passkeys", json: { purpose: "sign-in", next: "/" } }],
  "POST /api/quotes": [
    {
      path: "/api/quotes",
      json: {
        ...{ service: "non-technical", subject: "History", orderType: "writing", pages: 2, citedSources: 0 },
        ...{ spacing: "double", hours: 168, deadline: deadline(), deadlineZone: "UTC", country: "DE" },
      },
    },
    { path: "/api/quotes", json: { service: "quiz", type: "quiz", questions: 10, minutes: 60, hours: 48 } },
  ],
  "POST /api/orders": [
    {
      path: "/api/orders",
      json: {
        ...{ service: "non-technical", subject: "History", orderType: "writing", pages: 2, citedSources: 0 },
        ...{ spacing: "double", deadline: deadline(), country: "DE", title: "Memory", instructions: "Compare two." },
      },
    },
  ],
  "POST /api/checks": [
    { path: "/api/checks", json: { text: "She wrote the letter twice and sent it once. ".repeat(8) } },
  ],
  "POST /files/plain": [{ path: "/files/plain", json: { purpose: "order", about: "", next: "/order" }, form: true }],
  "POST /webhooks/:provider": ["sandbox", "stripe", "paypal", "__proto__"].map((provider) => ({
    path: `/webhooks/${provider}`,
    json: { id: "evt_1", type: "payment.paid", attempt: "none", data: { object: { id: "x" } } },
  })),
  "POST /api/threads/:what": [
    {
      path: "/api/threads/messages",
      json: { threadId: orders.thread, id: randomUUID(), message: "Hello", fileId: files.thread },
    },
    { path: "/api/threads/read", json: { threadId: orders.thread, to: new Date().toISOString() } },
    { path: "/api/threads/typing", json: { threadId: orders.thread } },
  ],
  "POST /api/chat/:what": [
    { path: "/api/chat/open", json: {} },
    { path: "/api/chat/messages", json: { chatId: client.id, id: randomUUID(), message: "Hello", fileId: files.chat } },
    { path: "/api/chat/read", json: { chatId: client.id, to: new Date().toISOString() } },
    { path: "/api/chat/rate", json: { ratingId: randomUUID(), rating: "good", comment: "Quick." } },
    { path: "/api/chat/send-as-it-is", json: { id: files.chat, fileId: files.chat } },
    { path: "/api/chat/typing", json: { chatId: client.id } },
    { path: "/api/chat/constructor", json: { chatId: client.id } },
  ],
  "POST /api/notices/read": [{ path: "/api/notices/read", json: { path: "/dashboard" } }],
  "ALL /api/auth/*": [
    { path: "/api/auth/sign-in/email", json: { email: "a@b.test", password: "seven grey herons", short: true } },
    {
      path: "/api/auth/sign-up/email",
      json: { name: "Ada", email: "ada@b.test", password: "seven grey herons fly", terms: true, timeZone: "UTC" },
    },
    { path: "/api/auth/sign-in/google", json: { purpose: "sign-in", next: "/order" }, form: true },
    { path: "/api/auth/callback/apple", json: { state: "x", code: "y", user: "{}" }, form: true },
    { path: "/api/auth/callback/google", json: { state: "x", code: "y" }, form: true },
    { path: "/api/auth/__proto__", json: {} },
  ],
});
