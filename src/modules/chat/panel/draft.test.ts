import { describe, expect, test } from "vitest";
import { drafts } from "./draft.ts";

const store = (): Storage => {
  const all = new Map<string, string>();
  return {
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
    key: (at) => [...all.keys()][at] ?? null,
    clear: () => all.clear(),
    get length() {
      return all.size;
    },
  };
};

const make = () => {
  const [device, tab] = [store(), store()];
  let now = 0;
  return {
    device,
    tab,
    wait: (ms: number) => {
      now += ms;
    },
    kept: drafts(
      () => device,
      () => tab,
      () => now,
    ),
  };
};

describe("words that are not sent", () => {
  test("outlive the page, with their files", () => {
    const { kept } = make();
    const draft = { text: "Half a sen", files: [{ id: "f", name: "a.pdf", size: 3 }] };
    kept.write("a", "a", draft);
    expect(kept.of("a", "a")).toEqual(draft);
    kept.write("a", "a", { text: "", files: [] });
    expect(kept.of("a", "a")).toEqual({ text: "", files: [] });
  });

  test("of a guest go to the account that signs in, once, behind what it had", () => {
    const { kept } = make();
    kept.write("a", "a", { text: "Older", files: [] });
    kept.writeGuest("Written before");
    expect(kept.of("a", "other-chat").text).toBe("");
    expect(kept.of("a", "a").text).toBe("Older\nWritten before");
    expect(kept.ofGuest().text).toBe("");
    expect(kept.of("a", "a").text).toBe("Older\nWritten before");
  });

  test("of another account are forgotten", () => {
    const { kept, device } = make();
    kept.write("a", "a", { text: "Mine", files: [] });
    kept.of("b", "b");
    expect(device.length).toBe(0);
  });

  test("a browser that keeps nothing, or something strange, is no error", () => {
    const broken = drafts(
      () => {
        throw new Error("no storage");
      },
      () => {
        throw new Error("no storage");
      },
      () => 0,
    );
    broken.write("a", "a", { text: "x", files: [] });
    broken.keepOpen();
    expect([broken.of("a", "a").text, broken.ofGuest().text, broken.wasKeptOpen()]).toEqual(["", "", false]);
    const { kept, device } = make();
    for (const odd of ["{", "3", '{"text":1}', '{"text":"x","files":[{"id":1}]}']) {
      device.setItem("chat.draft.a.a", odd);
      expect(kept.of("a", "a").files).toEqual([]);
    }
  });
});

test("the panel opens again after the sign-in, once, within half an hour", () => {
  const { kept, wait } = make();
  expect(kept.wasKeptOpen()).toBe(false);
  kept.keepOpen();
  expect([kept.wasKeptOpen(), kept.wasKeptOpen()]).toEqual([true, false]);
  kept.keepOpen();
  wait(31 * 60_000);
  expect(kept.wasKeptOpen()).toBe(false);
});
