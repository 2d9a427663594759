import { describe, expect, test } from "vitest";
import { agree, agreementOf, canCount, countVisit } from "./count-visit.ts";

const browser = (more: object = {}, stored: Record<string, string> = {}) => {
  const sent: [string, RequestInit][] = [];
  const send = (async (address: string, init: RequestInit) => {
    sent.push([address, init]);
    throw new Error("no line");
  }) as unknown as typeof fetch;
  const storage = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => void Object.assign(stored, { [key]: value }),
  };
  return { sent, storage, send, navigator: {}, ...more };
};
const now = new Date("2026-11-23T10:00:00Z");
const to = "https://count.example/visits";

describe("visits are counted of those who agreed alone", () => {
  test("nothing before the answer, nothing after a no, the page and the day after a yes", () => {
    const one = browser();
    expect([agreementOf(one), countVisit(one, to, "/faq", now)]).toEqual([null, false]);
    agree(one, "no");
    expect([agreementOf(one), countVisit(one, to, "/faq", now)]).toEqual(["no", false]);
    expect(one.sent).toEqual([]);
    agree(one, "yes");
    expect(countVisit(one, to, "/faq", now)).toBe(true);
    expect(one.sent).toEqual([
      [to, expect.objectContaining({ credentials: "omit", referrerPolicy: "no-referrer", method: "POST" })],
    ]);
    expect(one.sent[0]?.[1].body).toBe('{"page":"/faq","day":"2026-11-23"}');
  });

  test.each([
    ["asks not to be tracked", { navigator: { doNotTrack: "1" } }],
    ["has the privacy control on", { navigator: { globalPrivacyControl: true } }],
    ["keeps nothing", { storage: null }],
    ["cannot send after a page is left", { send: undefined }],
  ])("not in a browser that %s, whatever was answered", (_, more) => {
    const one = browser(more, { "count-visits": "yes" });
    expect([canCount(one), countVisit(one, to, "/", now)]).toEqual([false, false]);
  });

  test("what somebody else stored is no answer", () => {
    expect(agreementOf(browser({}, { "count-visits": "maybe" }))).toBeNull();
  });
});
