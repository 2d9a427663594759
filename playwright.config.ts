import { rmSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { envOf } from "./fakes/oidc/provider.ts";
import { presentChromium } from "./scripts/chromium.ts";
import { isFullRun } from "./tests/support/full-run.ts";

const port = Number(process.env.JOURNEY_PORT ?? 3217);
const providersPort = port + 1;
const providers = {
  ...envOf("google", `http://127.0.0.1:${providersPort}`),
  ...envOf("apple", `http://127.0.0.1:${providersPort + 1}`),
};
const dataDir = `.cache/journeys/${port}`;
// The config is loaded in every worker too: only the runner itself starts on an empty folder.
if (process.env.TEST_WORKER_INDEX === undefined && !process.env.JOURNEY_KEEP)
  rmSync(dataDir, { recursive: true, force: true });

export default defineConfig({
  testDir: "tests/journeys",
  testMatch: "*.journey.ts",
  testIgnore: isFullRun ? [] : ["full/**"],
  workers: 2,
  retries: 0,
  // Time limits end what hangs, they judge nothing: a machine may be slow or busy.
  timeout: 300_000,
  expect: { timeout: 30_000, toHaveScreenshot: { maxDiffPixels: 60 } },
  // Reviewed pictures: never made or renewed by a run that compares (tests/journeys/full/references.journey.ts).
  updateSnapshots: "none",
  snapshotPathTemplate: "{testDir}/{testFileDir}/references/{arg}{ext}",
  reporter: "list",
  outputDir: ".cache/journeys-out",
  use: {
    baseURL: `http://localhost:${port}`,
    actionTimeout: 60_000,
    // Behind a worker a journey could not hold answers back; the one about it lets it in.
    serviceWorkers: "block",
    // A trace takes a quarter of a journey's cost: in a short run a journey that failed is repeated with `--trace on`.
    trace: isFullRun ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: presentChromium(),
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--disable-background-networking",
        "--no-first-run",
      ],
    },
  },
  webServer: [
    {
      command: `node fakes/oidc/main.ts --port ${providersPort} --app http://localhost:${port}`,
      url: `http://127.0.0.1:${providersPort + 1}/_control`,
      reuseExistingServer: false,
      gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    },
    {
      command: "npm start",
      env: {
        PORT: String(port),
        DATA_DIR: dataDir,
        LOG_LEVEL: "warn",
        LIMITS_FACTOR: "50",
        DEMO: "on",
        ...providers,
      },
      url: `http://localhost:${port}/readyz`,
      timeout: 120_000,
      reuseExistingServer: false,
      gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    },
  ],
});
