import { describe, expect, test } from "vitest";
import type { ChatPage, ShownMessage } from "../queries/message-page.ts";
import { cursorOf, newestSeen, noConversation, unsettledMessages, withPage, withSeen } from "./conversation.ts";

const message = (n: number, mine = false): ShownMessage => ({
  id: `0190f000-0000-4000-8000-${String(n).padStart(12, "0")}`,
  message: `m${n}`,
  timestamp: new Date(1_800_000_000_000 + n).toISOString(),
  mine,
  senderType: "user",
  fromSupport: !mine,
  attachment: null,
  attachmentName: null,
  file: null,
});
const page = (version: number, numbers: readonly number[], more: Partial<ChatPage> = {}): ChatPage => ({
  chatId: "c",
  side: "person",
  version,
  state: "open",
  unread: 0,
  readByOther: null,
  messages: numbers.map((n) => message(n)),
  again: [],
  older: false,
  newer: false,
  ...more,
});
const texts = ({ messages }: { messages: readonly ShownMessage[] }) => messages.map((one) => one.message);

const start = withPage(noConversation("person"), page(9, [4, 5], { older: true }), {});
const fifth = cursorOf(message(5));

describe("a conversation", () => {
  test("begins with the newest page and continues after its last message", () => {
    const next = withPage(start, page(10, [6, 7]), { after: fifth });
    expect([texts(next), next.cursor, next.version, next.older]).toEqual([
      ["m4", "m5", "m6", "m7"],
      cursorOf(message(7)),
      10,
      true,
    ]);
  });

  test("an answer that comes twice or late changes nothing", () => {
    const next = withPage(start, page(10, [6]), { after: fifth });
    expect(withPage(next, page(10, [6]), { after: fifth })).toEqual(next);
    expect(withPage(next, page(9, [4, 5]), {})).toEqual(next);
    expect(withPage(next, page(8, [], { unread: 3 }), { after: fifth }).unread).toBe(0);
  });

  test("files that are being checked are asked for again, and take the place of what was known", () => {
    const withFile = (state: "checking" | "ready"): ShownMessage => ({
      ...message(5),
      file: { id: "f", state, size: 1, type: null, thumb: null, own: false, asItIs: false, refusal: null },
    });
    const waits = withPage(noConversation("person"), page(9, [], { messages: [message(4), withFile("checking")] }), {});
    expect(unsettledMessages(waits)).toEqual([message(5).id]);
    const checked = withPage(waits, page(10, [], { again: [withFile("ready"), message(2)] }), { after: fifth });
    expect(texts(checked)).toEqual(["m4", "m5"]);
    expect(checked.messages.at(-1)?.file?.state).toBe("ready");
    expect(unsettledMessages(checked)).toEqual([]);
    const old = withPage(checked, page(9, [], { again: [withFile("checking")] }), { after: fifth });
    expect(old).toEqual(checked);
  });

  test("a page that would leave a hole is not taken", () => {
    expect(withPage(start, page(12, [9]), { after: cursorOf(message(8)) })).toEqual(start);
  });

  test("an older page joins above and says nothing about news: the version stays", () => {
    const more = withPage(start, page(20, [2, 3]), { before: cursorOf(message(4)) });
    expect([texts(more), more.version, more.older, more.cursor]).toEqual([["m2", "m3", "m4", "m5"], 9, false, fifth]);
    expect(withPage(more, page(20, [2, 3]), { before: cursorOf(message(4)) })).toEqual(more);
  });

  test("the version is reached only when nothing is newer", () => {
    const half = withPage(start, page(60, [6], { newer: true }), { after: fifth });
    expect([half.version, texts(half).length]).toEqual([9, 3]);
  });

  test("the mark of the other side stands at the newest message of mine that it covers, and never goes back", () => {
    const talk = withPage(
      noConversation("person"),
      page(1, [], { messages: [message(1, true), message(2, true), message(3), message(4, true)] }),
      {},
    );
    expect(newestSeen(talk)).toBeUndefined();
    const seen = withSeen(talk, message(3).timestamp);
    expect(newestSeen(seen)).toBe(message(2).id);
    expect(newestSeen(withSeen(seen, message(1).timestamp))).toBe(message(2).id);
  });
});
