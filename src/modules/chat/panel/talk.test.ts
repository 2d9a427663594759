import { describe, expect, test } from "vitest";
import { answerOf } from "./talk.ts";

const problem = (status: number, title?: string, headers: HeadersInit = {}) =>
  new Response(title === undefined ? "<h1>Bad gateway</h1>" : JSON.stringify({ title }), { status, headers });

describe("what one try says", () => {
  test.each([
    ["no answer", null, { kind: "later" }],
    [
      "taken",
      Response.json({ timestamp: "2026-03-08T17:01:00.000Z" }),
      { kind: "sent", timestamp: "2026-03-08T17:01:00.000Z" },
    ],
    ["half an answer", new Response('{"timest'), { kind: "later" }],
    ["too many", problem(429, "Wait.", { "retry-after": "7" }), { kind: "later", wait: 7_000 }],
    ["a server that restarts", problem(503), { kind: "later", wait: 0 }],
    ["signed out", problem(401, "Sign in."), { kind: "signed-out" }],
    ["no session", problem(404, "Nothing"), { kind: "refused", text: "Chat session not initialized" }],
    ["refused in words", problem(422, "At most 10,000."), { kind: "refused", text: "At most 10,000." }],
    [
      "refused by a rule",
      Response.json({ title: "We found:", mayAsk: true }, { status: 422 }),
      { kind: "refused", text: "We found:", mayAsk: true },
    ],
    ["refused without words", problem(413), { kind: "refused", text: "The server does not accept this message." }],
  ])("%s", async (_what, response, answer) => expect(await answerOf(response)).toEqual(answer));
});
