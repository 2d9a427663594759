import { expect, onTestFinished, test } from "vitest";
import { isFullRun } from "#tests/support/full-run.ts";
import { demoFolder, newDataDir } from "../database/fixture.ts";
import { launch, startReady, untilReady, type Wishes } from "./fixture.ts";

/** A start that is refused: exit code 1 and one sentence for each reason, never a stack. */
const refusal = async (wishes: Wishes): Promise<string> => {
  const app = await launch(wishes);
  expect(await app.ended).toEqual({ code: 1, signal: null });
  expect(app.output()).not.toMatch(/\n\s+at |node_modules|\{"level"/);
  return app.output().trim();
};

test.runIf(isFullRun)(
  "beside a running demo: a used port, another mode, a foreign address are refused in one sentence, and the demo continues",
  async () => {
    const dataDir = demoFolder(onTestFinished);
    const demo = await startReady({ dataDir });
    const [port, mode, address] = await Promise.all([
      refusal({ dataDir, port: demo.port }),
      refusal({ dataDir, env: { DEMO: "off" } }),
      refusal({ dataDir, env: { BASE_URL: "https://shop.example" } }),
    ]);
    expect(port).toBe(
      `Paperwright cannot start: Port ${demo.port} is in use: stop the other program or choose another with PORT=4000.`,
    );
    expect(mode).toBe(
      "Paperwright cannot start: This database was started in demo mode and keeps it: use another DATA_DIR or DATABASE_URL for the other mode.",
    );
    expect(address).toBe(
      "Paperwright cannot start: Demo mode answers on this machine only: BASE_URL must be on localhost, or start with --empty for a real installation.",
    );
    await untilReady(demo);
    expect(await demo.leave()).toEqual({ code: 0, signal: null });
  },
);

test("wrong environment variables are named, each with its reason, before anything is opened", async () => {
  const output = await refusal({ dataDir: "/nowhere/at-all", env: { PORT: "x", SECRET: "short" } });
  expect(output.split("\n")).toEqual([
    "Paperwright cannot start:",
    expect.stringMatching(/^ {2}PORT: /),
    "  SECRET: must have at least 32 characters",
  ]);
});

test("a database that does not answer is one sentence, without its password", async () => {
  const env = { DATABASE_URL: "postgres://app:marker@localhost:1/shop", SECRET: "s".repeat(32) };
  const output = await refusal({ dataDir: newDataDir(onTestFinished), env });
  expect(output).toMatch(/^Paperwright cannot start: [A-Z][^\n]+\.$/);
  expect(output).not.toContain("marker");
});
