import { expect, test, vi } from "vitest";
import { runAll, whatFailed } from "./steps.ts";

const passed = Array.from({ length: 200 }, (_, n) => ` ✓ |unit| src/file-${n}.test.ts (3 tests) 4ms`);

test.each([
  ["Vitest", "⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯", " FAIL  |unit| src/a.test.ts > adds"],
  ["Vitest, an unhandled error", "⎯⎯⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯⎯⎯", "Error: nobody caught it"],
  ["Playwright", "  1) client.journey.ts:75:1 › places an order ──", "    Error: expect(locator).toBeVisible() failed"],
  ["the benchmarks", "what failed:", "  MISS home-cached"],
])("of %s: from where it begins to say what failed", (_, beginning, message) => {
  expect(whatFailed([...passed, beginning, message].join("\n"), "log.txt")).toBe(`${beginning}\n${message}`);
});

test("of another tool: its last lines", () => {
  const said = whatFailed([...passed, "src/a.ts(1,1): error TS2322: no."].join("\n"), "log.txt");
  expect(said.split("\n")).toHaveLength(40);
  expect(said).toMatch(/error TS2322: no\.$/);
});

test("more than can be read is named by its log", () => {
  const said = whatFailed(["what failed:", ...passed].join("\n"), ".cache/logs/x.txt");
  expect(said.split("\n")).toHaveLength(121);
  expect(said).toMatch(/\(81 more lines in \.cache\/logs\/x\.txt\)$/);
});

test("a step that crashes ends, though a process that it left behind holds its output", {
  timeout: 60_000,
}, async () => {
  const holds = "setTimeout(() => undefined, 120_000)";
  const crashes = `require("node:child_process")
    .spawn(process.execPath, ["-e", ${JSON.stringify(holds)}], { stdio: "inherit", detached: true }).unref();
    process.exit(1)`;
  const step = { name: "crash of a test", command: [process.execPath, "-e", crashes], budgetSeconds: 60 };
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  expect(await runAll([[step]])).toBe(false);
});
