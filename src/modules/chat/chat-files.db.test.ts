import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { identifyingPng } from "#src/modules/files/clean/samples/images.ts";
import { sendAsItIs } from "#src/modules/files/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import type { Person } from "#src/shared/viewer.ts";
import { type FilesRuntime, openFilesRuntime, send } from "#tests/support/files.ts";
import { must } from "#tests/support/must.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { chatEventHandlers, chatFilePolicy, readChat, sendMessage } from "./index.server.ts";
import { cursorOf } from "./panel/conversation.ts";

let runtime: FilesRuntime;
let published: string[] = [];
let infected = false;
let opened = Promise.resolve();
let open = (): void => undefined;
/** From now on checks stop at the scanner until `open` is called. */
const closeGate = (): void => {
  opened = new Promise((resolve) => {
    open = resolve;
  });
};

beforeAll(async () => {
  runtime = await openFilesRuntime({
    env: { LIMITS_FACTOR: "100000" },
    eventHandlers: chatEventHandlers,
    filePolicies: [chatFilePolicy],
    scanner: {
      scan: async (source) => {
        source.resume();
        await opened;
        return infected ? { infected: true, name: "Test" } : { infected: false };
      },
    },
  });
  runtime.live = { publish: (topic) => void published.push(topic), ephemeral: () => undefined };
});
afterAll(async () => {
  open();
  await runtime.end();
});

const read = async (who: Person, chatId: string, more: object = {}) =>
  must(await readChat(ctxFor(runtime, who), { chatId, ...more }));

/** A message with a file whose check waits at the gate. */
async function sentWithFile(bytes: Uint8Array, name: string) {
  closeGate();
  const [client, admin] = [await createPerson(runtime), await createPerson(runtime, { role: 3 })];
  const fileId = await send(runtime, client, { bytes, name, purpose: "chat", about: client.id });
  const id = newId();
  must(await sendMessage(ctxFor(runtime, client), { id, fileId }));
  published = [];
  const asSupport = () => read(admin, client.id);
  return { client, admin, fileId, id, asSupport };
}

const heard = (chatId: string) =>
  vi.waitFor(() => expect(published).toContain(`chat:${chatId}`), { timeout: 60_000, interval: 20 });

test("the other side learns by itself when a picture was checked, and has a small one of it", async () => {
  const { client, admin, fileId, id, asSupport } = await sentWithFile(await identifyingPng(), "notes.png");
  const before = await asSupport();
  expect(before.messages[0]?.file).toMatchObject({ id: fileId, state: "checking", thumb: null, own: false });
  expect((await read(client, client.id)).messages[0]?.file).toMatchObject({ state: "checking", own: true });
  open();
  await heard(client.id);
  const [known] = before.messages;
  const cursor = known && cursorOf(known);
  const after = await read(admin, client.id, { after: cursor, again: id });
  expect(after.version).toBeGreaterThan(before.version);
  expect(after.messages).toEqual([]);
  expect(after.again).toHaveLength(1);
  expect(after.again[0]?.file).toMatchObject({
    state: "ready",
    type: "image/png",
    thumb: `/files/${fileId}/picture?small=1`,
  });
  const thumb = await fetch(`${runtime.url}/files/${fileId}/picture?small=1`, {
    headers: { cookie: runtime.as(admin) },
  });
  expect([thumb.status, thumb.headers.get("content-type")]).toEqual([200, "image/webp"]);
  const stranger = await createPerson(runtime);
  expect(
    (await fetch(`${runtime.url}/files/${fileId}/picture?small=1`, { headers: { cookie: runtime.as(stranger) } }))
      .status,
  ).toBe(404);
});

test("a file that the check refuses stays a line that says so", async () => {
  const { client, asSupport } = await sentWithFile(randomBytes(2_000), "bad.bin");
  infected = true;
  open();
  await heard(client.id);
  infected = false;
  expect((await asSupport()).messages[0]?.file).toMatchObject({ state: "refused", refusal: null });
  const own = (await read(client, client.id)).messages[0]?.file;
  expect(own).toMatchObject({ state: "refused", refusal: "The scanner found malware in this file." });
});

test("what cannot be cleaned comes to the other side by its sender's word", async () => {
  const locked = Buffer.concat([Buffer.from("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "latin1"), randomBytes(5_000)]);
  const { client, admin, fileId, asSupport } = await sentWithFile(locked, "old.doc");
  open();
  await heard(client.id);
  expect((await asSupport()).messages[0]?.file).toMatchObject({ state: "withheld", own: false, refusal: null });
  expect((await read(client, client.id)).messages[0]?.file?.refusal).toContain("author");
  published = [];
  expect((await sendAsItIs(ctxFor(runtime, admin), { id: fileId })).ok).toBe(false);
  must(await sendAsItIs(ctxFor(runtime, client), { id: fileId }));
  expect(published).toContain(`chat:${client.id}`);
  expect((await asSupport()).messages[0]?.file).toMatchObject({ state: "ready", asItIs: true, refusal: null });
  expect((await read(client, client.id)).messages[0]?.file).toMatchObject({ state: "ready", asItIs: true });
});

test("messages of another chat are not shown, whoever asks for them again", async () => {
  const { client, id } = await sentWithFile(randomBytes(100), "a.bin");
  const [other, admin] = [await createPerson(runtime), await createPerson(runtime, { role: 3 })];
  must(await sendMessage(ctxFor(runtime, other), { id: newId(), message: "Hello" }));
  expect((await read(other, other.id, { again: id })).again).toEqual([]);
  expect((await read(admin, other.id, { again: id })).again).toEqual([]);
  expect((await read(client, client.id, { again: `${id},x,'--` })).again.map((one) => one.id)).toEqual([id]);
  open();
  await heard(client.id);
});
