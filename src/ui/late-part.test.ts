import { afterEach, expect, test, vi } from "vitest";
import { patiently } from "./late-part.ts";

const browser = (onLine: boolean) => {
  const window = new EventTarget();
  const navigator = { onLine };
  vi.stubGlobal("window", window);
  vi.stubGlobal("navigator", navigator);
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  return { window, navigator };
};
afterEach(() => vi.unstubAllGlobals());

/** Lets everything continue that can. */
const rest = () => new Promise((resolve) => setImmediate(resolve));

test("offline nothing is asked for until the line is back", async () => {
  const { window } = browser(false);
  const load = vi.fn(async () => "here");
  const found = patiently(load);
  await rest();
  expect(load).not.toHaveBeenCalled();
  window.dispatchEvent(new Event("online"));
  expect(await found).toBe("here");
});

test("what stays away is waited for, and fails nothing", async () => {
  browser(true);
  const ended = vi.fn();
  patiently(() => Promise.reject(new TypeError("Failed to fetch"))).then(ended, ended);
  await rest();
  expect(ended).not.toHaveBeenCalled();
});

test("on the server a failure counts", async () => {
  await expect(patiently(() => Promise.reject(new Error("no such file")))).rejects.toThrow("no such file");
});
