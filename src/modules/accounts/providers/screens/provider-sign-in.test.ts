import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { goInPopup, type PopupEnd, popupChannel } from "./provider-sign-in.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  vi.stubGlobal("document", { hasFocus: () => true });
  vi.stubGlobal("FormData", class extends Map {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** An attempt whose window looks closed, as one on its way back does; the answer about the session waits for the test. */
async function openAttempt() {
  const asked = Promise.withResolvers<void>();
  const session = Promise.withResolvers<Response>();
  let mark = "";
  vi.stubGlobal("fetch", (_path: string, init?: { body: URLSearchParams }) => {
    if (!init) {
      asked.resolve();
      return session.promise;
    }
    mark = init.body.get("popup") ?? "";
    return Promise.resolve(Response.json({ to: "https://provider.example/" }));
  });
  const form = [["purpose", "sign-in"]] as unknown as HTMLFormElement;
  const ends: PopupEnd[] = [];
  onTestFinished(goInPopup(form, { closed: true } as Window, (end) => ends.push(end)));
  await vi.waitFor(() => {
    vi.advanceTimersByTime(700);
    return Promise.race([asked.promise, Promise.reject(new Error("not asked yet"))]);
  }, 60_000);
  return { ends, mark, session };
}

test("a window that is closed and left nothing says so", async () => {
  const { ends, session } = await openAttempt();
  session.resolve(Response.json(null));
  await vi.waitFor(() => expect(ends).toMatchObject([{ message: expect.stringContaining("was closed") }]), 60_000);
});

test("a word that comes while the session is asked for stands, one without the mark of this attempt counts for nothing", async () => {
  const { ends, mark, session } = await openAttempt();
  const popup = new BroadcastChannel(popupChannel);
  onTestFinished(() => popup.close());
  for (const strange of [{ n: "another", to: "/x" }, { to: "/x" }, { n: [mark], to: "/x" }, "words", null])
    popup.postMessage(strange);
  popup.postMessage({ n: mark, message: "Google has not confirmed that your e-mail is yours." });
  await vi.waitFor(() => expect(ends).toHaveLength(1), 60_000);
  session.resolve(Response.json(null));
  await session.promise;
  await new Promise((done) => setImmediate(done));
  expect(ends).toEqual([{ message: "Google has not confirmed that your e-mail is yours." }]);
});
