import { describe, expect, onTestFinished, test } from "vitest";
import { demoFolder, newDataDir } from "../database/fixture.ts";
import { launch, startReady, untilReady, type Wishes } from "./fixture.ts";

/** A start that is refused: exit code 1 and one sentence for each reason, never a stack. */
const refusal = async (wishes: Wishes): Promise<string> => {
  const app = await launch(wishes);
  expect(await app.ended).toEqual({ code: 1, signal: null });
  expect(app.said()).not.toMatch(/\n\s+at |node_modules|\{"level"/);
  return app.said().trim();
};

test("beside a running demo: a used port, another mode, a foreign address are refused in one sentence, and the demo continues", async () => {
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
});

describe("wrong environment variables are named, each with its reason, before anything is opened", () => {
  const nowhere = "/nowhere/at-all";
  test.each([
    [{ PORT: "abc" }, /^ {2}PORT: /m],
    [{ PORT: "70000" }, /^ {2}PORT: /m],
    [{ DEMO: "maybe" }, /^ {2}DEMO: /m],
    [{ LOG_LEVEL: "loud" }, /^ {2}LOG_LEVEL: /m],
    [{ LIMITS_FACTOR: "none" }, /^ {2}LIMITS_FACTOR: /m],
    [{ BASE_URL: "ftp://shop.example" }, /^ {2}BASE_URL: /m],
    [{ BASE_URL: "http://shop.example" }, /^ {2}BASE_URL: must be https outside loopback/m],
    [{ BASE_URL: "https://shop.example/sub" }, /^ {2}BASE_URL: must be an origin without a path\.$/m],
    [{ SMTP_URL: "mail.example" }, /^ {2}SMTP_URL: must start with smtp:\/\/ or smtps:\/\/$/m],
    [{ SECRET: "short" }, /^ {2}SECRET: must have at least 32 characters$/m],
    [{ DATABASE_URL: "mysql://db.example/shop" }, /^ {2}DATABASE_URL: must start with postgresql:\/\/$/m],
    [{ DATABASE_URL: "postgres://db.example/shop" }, /^ {2}SECRET: is required together with DATABASE_URL/m],
  ])("%j", async (env, message) => {
    const said = await refusal({ dataDir: nowhere, env });
    expect(said).toMatch(message);
    expect(said.split("\n")).toEqual(["Paperwright cannot start:", expect.stringMatching(/^ {2}[A-Z_]+: \S/)]);
  });

  test("two wrong ones are both named", async () => {
    const said = await refusal({ dataDir: nowhere, env: { PORT: "x", DEMO: "y" } });
    expect(said.split("\n").slice(1)).toEqual([
      expect.stringMatching(/^ {2}PORT: /),
      expect.stringMatching(/^ {2}DEMO: /),
    ]);
  });
});

test("a database that does not answer is one sentence, without its password", async () => {
  const env = { DATABASE_URL: "postgres://app:marker@localhost:1/shop", SECRET: "s".repeat(32) };
  const said = await refusal({ dataDir: newDataDir(onTestFinished), env });
  expect(said).toMatch(/^Paperwright cannot start: [A-Z][^\n]+\.$/);
  expect(said).not.toContain("marker");
});
