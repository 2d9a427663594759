import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";

// A warning or an error on the console that no test expects is a defect (a test that expects one spies itself).
// Spies, stubs and fake timers end with their test: the files of a project share their process.
beforeEach(({ onTestFinished }) => {
  for (const method of ["error", "warn"] as const) vi.spyOn(console, method);
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
});

afterEach(() => {
  for (const method of [console.error, console.warn])
    if (vi.isMockFunction(method)) expect(method.mock.calls).toEqual([]);
});

/** Names of the process, and those of a browser that code looks for; libraries keep helpers under `__`. */
const globalNames = [...Object.getOwnPropertyNames(globalThis), "document", "window", "location"].filter(
  (name) => !name.startsWith("__"),
);
const globalValue = (name: string): unknown => {
  const { get, value } = Object.getOwnPropertyDescriptor(globalThis, name) ?? {};
  return get ?? value;
};

/** What a process has once and a test can change by hand; libvips sets VIPSHOME when it is loaded. */
const environment = () => ({
  ...{ ...process.env, VIPSHOME: undefined },
  ...{ "working folder": process.cwd(), "exit code": process.exitCode },
});
const globalsBefore = new Map(globalNames.map((name) => [name, globalValue(name)]));
const environmentBefore = environment();

afterAll(() => {
  expect(globalNames.filter((name) => !Object.is(globalValue(name), globalsBefore.get(name)))).toEqual([]);
  expect(environment()).toEqual(environmentBefore);
});
