import { expect, onTestFinished, test, vi } from "vitest";
import { openAdmission, type Release } from "./admission.ts";

const limits = { working: 2, waiting: 4, waitMs: 1_000 };

/** Enters and notes under `name` when a place was given ("name") or refused ("!name"). */
function openFixture() {
  const admission = openAdmission(limits);
  const logged: string[] = [];
  const releases = new Map<string, Release>();
  const enter = async (address: string, name = address): Promise<void> => {
    const release = await admission.enter(address);
    logged.push(release ? name : `!${name}`);
    if (release) releases.set(name, release);
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { admission, logged, releases, enter, settle };
}

test("places that come free go round the addresses, not to the one that asks most", async () => {
  const { logged, releases, enter, settle } = openFixture();
  await enter("hog", "h1");
  await enter("hog", "h2");
  for (const name of ["h3", "h4", "h5"]) void enter("hog", name);
  void enter("visitor");
  await settle();
  expect(logged).toEqual(["h1", "h2"]);
  for (const name of ["h1", "h2", "h3"]) {
    releases.get(name)?.();
    await settle();
  }
  expect(logged).toEqual(["h1", "h2", "h3", "visitor", "h4"]);
});

test("when too many wait, the longest line is cut at its end", async () => {
  const { admission, logged, enter, settle } = openFixture();
  await enter("hog", "h1");
  await enter("hog", "h2");
  for (const name of ["h3", "h4", "h5", "h6"]) void enter("hog", name);
  expect(admission.isFull(() => "hog")).toBe(true);
  expect(admission.isFull(() => "visitor")).toBe(false);
  void enter("hog", "h7");
  void enter("visitor");
  await settle();
  expect(logged).toEqual(["h1", "h2", "!h7", "!h6"]);
  expect(admission.counts()).toEqual({ working: 2, waiting: 4 });
});

test("nobody waits longer than a second, and a place given back twice counts once", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { admission, logged, releases, enter } = openFixture();
  await enter("a", "a1");
  await enter("a", "a2");
  void enter("b");
  await vi.advanceTimersByTimeAsync(limits.waitMs);
  expect(logged).toEqual(["a1", "a2", "!b"]);
  releases.get("a1")?.();
  releases.get("a1")?.();
  expect(admission.counts()).toEqual({ working: 1, waiting: 0 });
});
