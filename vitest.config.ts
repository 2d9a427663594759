import { defineConfig } from "vitest/config";
import { mutationPlugins } from "./tests/mutations/plugin.ts";
import { quickFolder } from "./tests/support/server-folders.ts";

process.env.TMPDIR = quickFolder();
const cleanProcess = ["./tests/support/clean-process.ts"];
/**
 * Files of a project share their process: importing the product anew for each file was more than half of the cost.
 * What a test changes of the process ends with it, and what a file changes by hand fails it (clean-process.ts).
 * Threads that collect garbage side by side take a fifth more of the processor where all cores are busy.
 */
const shared = { pool: "forks" as const, execArgv: ["--single-threaded-gc"], isolate: false, maxWorkers: 2 };
/** Time limits end what hangs, they judge nothing: a machine may be slow or busy. No test has a limit of its own. */
const mostMs = process.env.FULL_RUN ? 3_600_000 : 600_000;
const timeouts = { testTimeout: mostMs, hookTimeout: mostMs, expect: { poll: { timeout: 60_000 } } };

const plugins = mutationPlugins(process.env.MUTATION);

export default defineConfig({
  test: {
    // One line a file and then what failed, whoever reads it; what a passing test prints is wanted in long runs only.
    reporters: [["default", { summary: false }]],
    slowTestThreshold: Number.POSITIVE_INFINITY,
    silent: process.env.FULL_RUN ? false : "passed-only",
    projects: [
      {
        plugins,
        test: {
          name: "unit",
          include: ["src/**/*.test.{ts,tsx}", "tests/{rules,mutations}/**/*.test.ts", "{deploy,scripts}/**/*.test.ts"],
          exclude: ["**/*.db.test.ts"],
          setupFiles: cleanProcess,
          ...shared,
          ...timeouts,
        },
      },
      {
        plugins,
        test: {
          name: "db",
          include: ["src/**/*.db.test.ts", "tests/**/*.db.test.ts"],
          globalSetup: ["./tests/support/global-setup.ts"],
          setupFiles: cleanProcess,
          ...shared,
          ...timeouts,
        },
      },
      {
        test: {
          name: "abuse",
          include: ["tests/abuse/**/*.abuse.test.ts"],
          globalSetup: ["./tests/support/global-setup.ts"],
          setupFiles: cleanProcess,
          ...shared,
          // The full run judges time here, which needs the machine for itself.
          maxWorkers: process.env.FULL_RUN ? 1 : 2,
          ...timeouts,
        },
      },
      {
        test: {
          name: "faults",
          include: ["tests/faults/**/*.fault.test.ts"],
          globalSetup: ["./tests/faults/global-setup.ts"],
          setupFiles: cleanProcess,
          ...shared,
          // One more than cores: a fault is mostly waited for.
          maxWorkers: 3,
          ...timeouts,
        },
      },
    ],
  },
});
