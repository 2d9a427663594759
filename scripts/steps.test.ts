import { expect, test, vi } from "vitest";
import { goalReached, measuredAgain, wholeOf } from "../bench/support/report.ts";
import { type Kept, printedRun, readRun } from "./full-run.ts";
import { childSecondsIn } from "./step-cost.ts";
import { type Result, runAll, slowestFiles, testsIn, tooCostly, whatFailed } from "./steps.ts";

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
  const printed = whatFailed([...passed, "src/a.ts(1,1): error TS2322: no."].join("\n"), "log.txt");
  expect(printed.split("\n")).toHaveLength(40);
  expect(printed).toMatch(/error TS2322: no\.$/);
});

test("more than can be read is named by its log", () => {
  const printed = whatFailed(["what failed:", ...passed].join("\n"), ".cache/logs/x.txt");
  expect(printed.split("\n")).toHaveLength(121);
  expect(printed).toMatch(/\(81 more lines in \.cache\/logs\/x\.txt\)$/);
});

test("a step that crashes ends, though a process that it left behind holds its output", {
  timeout: 60_000,
}, async () => {
  const holds = "setTimeout(() => undefined, 120_000)";
  const crashes = `require("node:child_process")
    .spawn(process.execPath, ["-e", ${JSON.stringify(holds)}], { stdio: "inherit", detached: true }).unref();
    process.exit(1)`;
  const step = { name: "crash of a test", command: [process.execPath, "-e", crashes] };
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  expect(await runAll([[step]])).toBe(false);
});

test("a run that is taken up repeats what failed and what others read, and nothing else", async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  const figures = { seconds: 1, processorSeconds: 1, multiple: 1, tests: 0 };
  const command = [process.execPath, "-e", ""];
  const steps = [
    { name: "a test step that passed", command },
    { name: "a test step that failed", command },
    { name: "a test step that makes", command, makes: true as const },
  ];
  const finished = steps.map(({ name }, at) => ({ name, ok: at !== 1, ...figures }));
  const ran: string[] = [];
  expect(await runAll([steps], finished, ({ name }) => void ran.push(name))).toBe(true);
  expect(ran.sort()).toEqual(["a test step that failed", "a test step that makes"]);
});

test("the tests of a step are counted by the closing line of its tool, passed and failed", () => {
  expect(testsIn(" Test Files  1 failed | 3 passed (4)\n      Tests  2 failed | 30 passed | 1 skipped (33)\n")).toBe(
    32,
  );
  expect(testsIn("  ✓  1 a.journey.ts\n\n  1 failed\n    a.journey.ts:1:1 › a\n  29 passed (5.2m)\n")).toBe(30);
  expect(testsIn("Checked 12 files in 3s")).toBe(0);
});

test("the slowest files are listed with the sum of their tests, slowest first", () => {
  const printed = [
    " ✓  unit  src/a.test.ts (3 tests) 40ms",
    " ✓  db  src/b.db.test.ts (3 tests | 1 skipped) 4000ms",
    "  ✓  1 tests/journeys/c.journey.ts:3:1 › walks (1.5s)",
    "  ✓  2 tests/journeys/c.journey.ts:9:1 › runs (2.0m)",
  ].join("\n");
  expect(slowestFiles(printed)).toEqual([
    ["tests/journeys/c.journey.ts", 121.5],
    ["src/b.db.test.ts", 4],
    ["src/a.test.ts", 0.04],
  ]);
});

test.each([
  ["0m0.01s 0m0.02s\n1m2.50s 0m3.25s\n", 65.75],
  ["0m0,01s 0m0,02s\n0m2,50s 0m0,25s", 2.75],
  ["no such line", 0],
])("processor seconds are read from the shell's last line: %j", (printed, seconds) => {
  expect(childSecondsIn(printed)).toBeCloseTo(seconds);
});

test("a step that costs more than half above its figure fails, though it ended well", async () => {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const busy = [
    process.execPath,
    "-e",
    "const end = process.cpuUsage().user + 4e5; while (process.cpuUsage().user < end);",
  ];
  expect(await runAll([[{ name: "a busy test step", command: busy, cost: 0.01 }]])).toBe(false);
  expect(lines.join("\n")).toContain("too costly: a busy test step");
  expect(await runAll([[{ name: "a busy test step", command: busy, cost: 10_000 }]])).toBe(true);
});

test("a long run is taken up again from its printed table", () => {
  const kept: Kept = {
    name: "hostile requests 1 of 4",
    ok: true,
    tests: 57,
    seconds: 630,
    processorSeconds: 1200,
    multiple: 0,
    commit: "d0da9e47",
    at: "2026-11-27 12:05",
  };
  const run = { seed: "42", results: [kept, { ...kept, name: "mutations", ok: false, tests: 0 }] };
  expect(readRun(printedRun(run, "2 cores (a name | of a maker), 24 GB"))).toEqual(run);
  expect(readRun("")).toBeNull();
});

test.each([
  ["a quiet machine, one suite grew", [90, 160, 85], ["b"]],
  ["a slow machine, all as always", [150, 160, 145], []],
  ["a slow machine, one suite grew", [150, 240, 145], ["b"]],
  ["all within a half", [120, 124, 110], []],
])("%s", (_, [a = 0, b = 0, c = 0], costly) => {
  const of = (name: string, multiple: number): Result => ({
    ...{ name, multiple, cost: 100, ok: true, seconds: 1, processorSeconds: 1, tests: 1 },
  });
  expect(tooCostly([of("a", a), of("b", b), of("c", c)]).map(({ name }) => name)).toEqual(costly);
});

test("a run of benchmarks in parts is a whole run when each was measured, and ended with the last of them", () => {
  const part = {
    finished: "2026-12-01T10:00:00Z",
    commit: "4c3118c0",
    machine: {},
    versions: {},
    rows: [],
    broken: [],
  };
  const first = measuredAgain({ ...part, partial: true }, { ...part, names: ["upload"] });
  expect(wholeOf(first, ["start", "upload"])).toEqual(first);
  const both = measuredAgain(first, { ...part, finished: "2026-12-01T11:00:00Z", names: ["start"] });
  expect(wholeOf(both, ["start", "upload"])).toEqual({ ...part, finished: "2026-12-01T11:00:00Z" });
});

test.each([
  ["0.45", 0.28, false],
  ["0.25", 0.28, true],
  ["10 ms", 1, false],
  ["20 ms", 1, true],
  ["p99 below 0.05 ms", 1, null],
  [undefined, 1, null],
])("a goal of %s is reached where it is a figure", (goal, ratio, reached) => {
  const row = { name: "a row", ours: 13, reference: 10, unit: "ms", referenceIs: "a limit" };
  const middle = { median: ratio, min: ratio, max: ratio };
  expect(goalReached({ ...row, ratio: middle, ...(goal !== undefined && { goal }) })).toBe(reached);
});
