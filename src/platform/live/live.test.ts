import { EventEmitter } from "node:events";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { messagesOf } from "./cross-process.ts";
import { atFrame, openHub, Stream } from "./hub.ts";
import { parseTopic } from "./topics.ts";

/** A response whose reader can stop reading. */
function openReader() {
  const events = new EventEmitter();
  const got: string[] = [];
  let full = false;
  let ended = "";
  const response = {
    write: (frame: Buffer | string) => {
      got.push(String(frame));
      return !full;
    },
    end: (last: string, sent: () => void) => {
      ended = last;
      if (!full) sent();
    },
    destroy: () => {
      ended += "destroyed";
      events.emit("close");
    },
    once: (name: string, run: () => void) => events.once(name, run),
    on: (name: string, run: () => void) => events.on(name, run),
  };
  return {
    response: response as never,
    got,
    stall: () => {
      full = true;
    },
    drain: () => {
      full = false;
      events.emit("drain");
    },
    ended: () => ended,
  };
}
const text = (topic: string, version: number) => String(atFrame(topic, version));

describe("a stream", () => {
  test("a slow reader keeps one frame a topic, the newest, and gets it when it reads again", () => {
    const reader = openReader();
    const stream = new Stream(reader.response, { topics: [], sessionId: "s", clock: () => 0, closed: () => undefined });
    reader.stall();
    stream.at("chat:a", atFrame("chat:a", 1));
    for (let version = 2; version < 100; version++) stream.at("chat:a", atFrame("chat:a", version));
    stream.at("chat:b", atFrame("chat:b", 7));
    stream.ephemeral(Buffer.from("typing"));
    expect(reader.got).toEqual([text("chat:a", 1)]);
    reader.drain();
    expect(reader.got).toEqual([text("chat:a", 1), text("chat:a", 99), text("chat:b", 7)]);
  });

  test("a reader that takes nothing for fifteen seconds is closed; others get a heartbeat", () => {
    let now = 0;
    const [slow, quick] = [openReader(), openReader()];
    const open = (reader: ReturnType<typeof openReader>) =>
      new Stream(reader.response, { topics: [], sessionId: "s", clock: () => now, closed: () => undefined });
    const [one, other] = [open(slow), open(quick)];
    slow.stall();
    one.at("chat:a", atFrame("chat:a", 1));
    now = 15_000;
    for (const stream of [one, other]) stream.weed(now);
    expect([slow.ended(), quick.ended()]).toEqual(["", ""]);
    now = 15_001;
    for (const stream of [one, other]) stream.weed(now);
    other.beat();
    expect([slow.ended(), quick.ended(), quick.got]).toEqual(["destroyed", "", [":\n\n"]]);
  });

  test("that is ended sends when to reconnect, nothing after it, and closes even when nobody reads", () => {
    const readers = [openReader(), openReader()] as const;
    const open = (reader: ReturnType<typeof openReader>) =>
      new Stream(reader.response, { topics: [], sessionId: "s", clock: () => 0, closed: () => undefined });
    const [one, stalled] = [open(readers[0]), open(readers[1])];
    readers[1].stall();
    stalled.at("chat:a", atFrame("chat:a", 1));
    for (const stream of [one, stalled]) stream.end(2_000);
    for (const stream of [one, stalled]) stream.at("chat:a", atFrame("chat:a", 2));
    expect(readers.map((reader) => reader.ended())).toEqual(["retry: 2000\n\ndestroyed", "destroyed"]);
    expect(readers.map((reader) => reader.got)).toEqual([[], [text("chat:a", 1)]]);
  });
});

describe("the hub", () => {
  test("publishes to the subscribers of a topic, and to nobody who unsubscribed", () => {
    const hub = openHub();
    const heard: string[] = [];
    const follower = (name: string) => ({
      topics: ["chat:a"],
      at: (topic: string) => heard.push(`${name} ${topic}`),
      ephemeral: (frame: Buffer) => heard.push(`${name} ${frame}`),
    });
    const [one, other] = [follower("one"), follower("other")];
    hub.follow(one);
    const news = {
      at: new Map([
        ["chat:a", 1],
        ["chat:b", 2],
      ]),
      ephemerals: [["chat:a", { who: "Support" }]],
    } as const;
    const typing = 'event: ephemeral\ndata: {"topic":"chat:a","state":{"who":"Support"}}\n\n';
    const received = (): string[] => {
      hub.publish(news);
      return heard.splice(0);
    };
    expect(received()).toEqual(["one chat:a", `one ${typing}`]);
    hub.follow(other);
    expect(received()).toEqual(["one chat:a", "other chat:a", `one ${typing}`, `other ${typing}`]);
    hub.leave(one);
    expect(received()).toEqual(["other chat:a", `other ${typing}`]);
    hub.leave(one);
    expect([...hub.followed()]).toEqual(["chat:a"]);
    hub.leave(other);
    expect(received()).toEqual([]);
    expect([...hub.followed()]).toEqual([]);
  });
});

test("topics are a kind and an id, and nothing that could mean more", () => {
  expect(parseTopic("chat:0190-aB_1")).toEqual({ kind: "chat", id: "0190-aB_1" });
  for (const wrong of ["*", "chat:", "chat:*", "chat:a b", "CHAT:a", ":a", "chat:a:b", "chat:a\nb", "__proto__:x"])
    expect(parseTopic(wrong)).toBeNull();
});

test("letters between processes hold everything, and each fits into one NOTIFY", () => {
  // Every code point; fast-check's own unit "binary" takes seconds to make.
  const unit = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
  const state = fc.record({ who: fc.string({ unit, maxLength: 200, size: "max" }) });
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ maxLength: 40 }), fc.nat(), { maxKeys: 60, size: "max" }),
      fc.array(fc.tuple(fc.string({ maxLength: 40 }), state), { maxLength: 20, size: "max" }),
      (versions, ephemerals) => {
        const at = new Map(Object.entries(versions));
        const letters = messagesOf("me", { at, ephemerals });
        for (const letter of letters) expect(Buffer.byteLength(letter)).toBeLessThan(8_000);
        const read = letters.map((letter) => JSON.parse(letter));
        expect(new Map(read.flatMap((letter) => letter.at ?? []))).toEqual(at);
        expect(read.flatMap((letter) => letter.ephemerals ?? [])).toEqual(JSON.parse(JSON.stringify(ephemerals)));
      },
    ),
    { numRuns: 30 },
  );
});
