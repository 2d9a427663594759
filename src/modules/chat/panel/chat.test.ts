import { describe, expect, test } from "vitest";
import { deviceOf, serverOf, tabOf } from "./fixture.testing.ts";

const open = async () => {
  const [server, device] = [serverOf(), deviceOf()];
  const tab = tabOf(server, device);
  await server.heal(device.rest);
  return { server, device, tab, state: () => tab.chat().state() };
};
const texts = ({ conversation }: ReturnType<Awaited<ReturnType<typeof open>>["state"]>) =>
  conversation.messages.map(({ message }) => message);

describe("an open chat", () => {
  test("reads what is new when the topic grows, and asks nothing when it stands still", async () => {
    const { server, device, tab, state } = await open();
    server.say("Hello", true);
    tab.notify(server.version());
    await server.heal(device.rest);
    expect(texts(state())).toEqual(["Hello"]);
    tab.notify(server.version());
    await device.rest();
    expect(server.waits()).toBe(0);
  });

  test("asks every 15 seconds while the stream is down, and not while it is there", async () => {
    const { server, device, tab, state } = await open();
    device.pass(16_000);
    await device.rest();
    expect(server.waits()).toBe(0);
    tab.connect(false);
    server.say("Meanwhile", true);
    device.pass(15_000);
    await server.heal(device.rest);
    expect(texts(state())).toEqual(["Meanwhile"]);
  });

  test("asks again, later each time, when the news are there and the answer is not", async () => {
    const { server, device, tab, state } = await open();
    await tab.chat().show(false);
    server.say("Not lost", true);
    tab.notify(server.version());
    await device.rest();
    for (const waitMs of [1_000, 2_000, 4_000]) {
      server.settle(0, "busy");
      await device.rest();
      device.pass(waitMs - 1);
      await device.rest();
      expect(server.waits()).toBe(0);
      device.pass(1);
      await device.rest();
      expect(server.waits()).toBe(1);
    }
    await server.heal(device.rest);
    expect([texts(state()), state().conversation.unread]).toEqual([["Not lost"], 1]);
    device.pass(4_000);
    await device.rest();
    expect(server.waits()).toBe(0);
  });

  test("reports as read only while it is open", async () => {
    const { server, device, tab, state } = await open();
    await tab.chat().show(false);
    server.say("Read me", true);
    tab.notify(server.version());
    await server.heal(device.rest);
    expect([server.seen, state().conversation.unread]).toEqual([[], 1]);
    void tab.chat().show(true);
    await server.heal(device.rest);
    expect([server.seen, state().conversation.unread]).toEqual([[server.rows[0]?.timestamp], 0]);
  });

  test("reports nothing as read that is below the visible messages", async () => {
    const { server, device, tab, state } = await open();
    tab.chat().look(false);
    server.say("Further down", true);
    tab.notify(server.version());
    await server.heal(device.rest);
    expect([server.seen, state().conversation.unread]).toEqual([[], 1]);
    tab.chat().look(true);
    await server.heal(device.rest);
    expect([server.seen, state().conversation.unread]).toEqual([[server.rows[0]?.timestamp], 0]);
  });

  test("shows that the other side writes for six seconds, or until the message is there", async () => {
    const { server, device, tab, state } = await open();
    tab.hear({ typing: "person" });
    expect(state().typing).toBe(false);
    tab.hear({ typing: "support" });
    device.pass(4_000);
    tab.hear({ typing: "support" });
    device.pass(4_000);
    expect(state().typing).toBe(true);
    device.pass(2_000);
    expect(state().typing).toBe(false);
    tab.hear({ typing: "support" });
    server.say("Here it is", true);
    tab.notify(server.version());
    await server.heal(device.rest);
    expect(state().typing).toBe(false);
  });

  test("keeps a message that fails, waits longer each time, and sends it when asked", async () => {
    const { server, device, tab, state } = await open();
    await tab.chat().sendAll("Keep me", []);
    for (let tries = 1; tries <= 3; tries += 1) {
      await device.rest();
      server.settle(0, "lost-before");
      await device.rest();
      expect(state().unsent[0]).toMatchObject({ text: "Keep me", state: "waiting", tries });
      device.pass(500 * 2 ** (tries - 1));
      await device.rest();
      expect(server.waits()).toBe(0);
      device.pass(500 * 2 ** (tries - 1));
    }
    await server.heal(device.rest);
    expect([texts(state()), state().unsent]).toEqual([["Keep me"], []]);
  });

  test("sends what waits as soon as the line is back", async () => {
    const { server, device, tab, state } = await open();
    await tab.chat().sendAll("Through", []);
    await device.rest();
    server.settle(0, "lost-before");
    await device.rest();
    tab.connect(false);
    await device.rest();
    expect(server.waits()).toBe(0);
    tab.connect(true);
    await server.heal(device.rest);
    expect([texts(state()), state().unsent]).toEqual([["Through"], []]);
  });

  test("sends messages written in one millisecond in the order in which they were written", async () => {
    const { server, device, tab, state } = await open();
    await Promise.all(["First", "Second", "Third"].map((text) => tab.chat().sendAll(text, [])));
    await server.heal(device.rest);
    expect([texts(state()), state().unsent]).toEqual([["First", "Second", "Third"], []]);
  });

  test("is silent about words while nobody is signed in, and loses none", async () => {
    const { server, device, tab, state } = await open();
    await tab.chat().sendAll("Mine", []);
    await device.rest();
    server.settle(0, "signed-out");
    await device.rest();
    expect([state().session, state().unsent.length]).toEqual(["signed-out", 1]);
    tab.chat().wake();
    await server.heal(device.rest);
    expect([state().session, texts(state())]).toEqual(["ready", ["Mine"]]);
  });

  test("sends what a rule refused once more when a person is asked to read it", async () => {
    const { server, device, tab, state } = await open();
    await tab.chat().sendAll("Misread", []);
    await device.rest();
    server.settle(0, "refused");
    await device.rest();
    const [refused] = state().unsent;
    expect([refused?.state, refused?.why, refused?.mayAsk]).toEqual(["refused", "We found:", true]);
    await tab.chat().askPerson(refused?.id ?? "");
    await server.heal(device.rest);
    expect([server.rows.map(({ id }) => id), server.asked]).toEqual([[refused?.id], [refused?.id]]);
    expect(state().unsent).toEqual([]);
  });

  test("a deleted message is never sent", async () => {
    const { server, device, tab, state } = await open();
    await tab.chat().sendAll("Wrong", []);
    await device.rest();
    server.settle(0, "lost-before");
    await device.rest();
    await tab.chat().drop(state().unsent[0]?.id ?? "");
    device.pass(120_000);
    await server.heal(device.rest);
    expect([server.rows, state().unsent]).toEqual([[], []]);
  });
});
