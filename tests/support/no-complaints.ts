import { afterEach, beforeEach, expect, vi } from "vitest";

// A warning or an error on the console that no test expects is a defect (a test that expects one spies itself).
beforeEach((context) => {
  const heard = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
  context.onTestFinished(() => {
    for (const spy of heard) spy.mockRestore();
  });
});

afterEach(() => {
  vi.useRealTimers(); // files share their process
  for (const method of [console.error, console.warn])
    if (vi.isMockFunction(method)) expect(method.mock.calls).toEqual([]);
});
