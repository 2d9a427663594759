import { expect, test } from "vitest";
import { askEnquiry, sendMessage } from "#src/modules/chat/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { chatNotices } from "./notices.ts";

const runtime = await forThisFile(createAccountsRuntime());

const pass = (minutes: number) => runtime.setNow(new Date(runtime.clock().getTime() + minutes * 60_000));

test("the overview notifies admins with `chat` of somebody who waits longer than an hour", async () => {
  const [client, admin] = [await createPerson(runtime), await createPerson(runtime, { role: 3 })];
  const notices = () => chatNotices(ctxFor(runtime, admin));
  expect(await notices()).toEqual([]);
  await askEnquiry(ctxFor(runtime), { name: "Omar", email: "omar@example.com", text: "Hello" });
  pass(60);
  expect(await notices()).toEqual([]);
  pass(1);
  expect(await notices()).toMatchObject([
    { title: "Somebody has waited 1\u00a0h for an answer.", link: { to: "/admin/chats?from=enquiries" } },
  ]);
  await sendMessage(ctxFor(runtime, client), { id: newId(), message: "And me?" });
  expect(await notices()).toMatchObject([{ link: { to: "/admin/chats" } }]);
  const weak = { ...admin, capabilities: ["orders"] as const };
  expect(await chatNotices(ctxFor(runtime, weak))).toEqual([]);
});
