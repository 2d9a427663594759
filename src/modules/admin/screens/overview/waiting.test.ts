import { expect, test } from "vitest";
import { otherQueues } from "../overview/waiting.tsx";

const now = new Date("2026-03-10T12:00:00Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const nothing = { chats: null, mails: null, money: null };

test("who may work on nothing of it has no such queue", () => {
  expect(otherQueues(now, nothing)).toEqual([]);
});

test("each queue has its count, its age, and what is over the target", () => {
  const chats = { waiting: 98, unread: 1, enquiries: 2, over: 3, longest: ago(135) };
  const mails = { failed: 2, oldest: ago(50), addresses: 0, oldestAddress: null };
  const event = { id: "1", provider: "stripe", attempts: 2, error: "x", receivedAt: ago(30) };
  const held = { orderId: "1", cents: 9_100, at: ago(50) };
  const queues = otherQueues(now, {
    chats,
    mails,
    money: { waiting: [], reviews: [], refunds: [], held: [held], events: [event], orders: new Map() },
  });
  expect(queues.map(({ name, count, age }) => [name, count, age])).toEqual([
    ["Chats waiting", "more than 99", "oldest 2\u00a0h, 3 over target"],
    ["Failed e-mails", "2", "oldest 50\u00a0min"],
    ["Refused addresses", "none", null],
    ["Failed webhooks", "1", "oldest 30\u00a0min"],
    ["Refunds to look at", "1", "oldest 50\u00a0min"],
  ]);
});
