import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askEnquiry, sendMessage } from "#src/modules/chat/index.server.ts";
import { ctxFor, type TestHouse } from "#tests/support/house.ts";
import { createAccountsHouse, createPerson } from "#tests/support/people.ts";
import { chatNotices } from "./chat-notices.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await createAccountsHouse();
});
afterAll(() => house.drop());

const pass = (minutes: number) => house.setNow(new Date(house.clock().getTime() + minutes * 60_000));

test("the overview tells those who may chat of somebody who waits longer than an hour", async () => {
  const [client, admin] = [await createPerson(house), await createPerson(house, { role: 3 })];
  const notices = () => chatNotices(ctxFor(house, admin));
  expect(await notices()).toEqual([]);
  await askEnquiry(ctxFor(house), { name: "Omar", email: "omar@example.com", text: "Hello" });
  pass(60);
  expect(await notices()).toEqual([]);
  pass(1);
  expect(await notices()).toMatchObject([
    { title: "Somebody waits 1 h for an answer.", link: { to: "/admin/chats?tab=enquiries" } },
  ]);
  await sendMessage(ctxFor(house, client), { id: randomUUID(), message: "And me?" });
  expect(await notices()).toMatchObject([{ link: { to: "/admin/chats" } }]);
  const weak = { ...admin, capabilities: ["orders"] as const };
  expect(await chatNotices(ctxFor(house, weak))).toEqual([]);
});
