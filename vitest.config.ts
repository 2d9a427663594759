import { defineConfig } from "vitest/config";

const complaints = ["./tests/support/no-complaints.ts"];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["src/**/*.test.{ts,tsx}", "tests/rules/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["**/*.db.test.ts"],
          setupFiles: complaints,
        },
      },
      {
        test: {
          name: "db",
          include: ["src/**/*.db.test.ts", "tests/**/*.db.test.ts"],
          globalSetup: ["./tests/support/global-setup.ts"],
          setupFiles: complaints,
          pool: "forks",
          maxWorkers: 2,
          testTimeout: 15_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "faults",
          include: ["tests/faults/**/*.fault.test.ts"],
          pool: "forks",
          fileParallelism: false,
          testTimeout: process.env.FULL_RUN ? 3_600_000 : 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
