import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isFullRun } from "#tests/support/full-run.ts";
import { demoFolder, eventually } from "../database/fixture.ts";
import { withBooks } from "./books.ts";
import { startReady } from "./fixture.ts";

type Frame = { name: string; file: string; line: number; column: number };

/** The places of a logged error that lie in our sources. */
const framesOf = (stack: string): Frame[] =>
  [...stack.matchAll(/at (?:async )?(\S+) \((\/[^)]+\/src\/[^):]+):(\d+):(\d+)\)/g)].map(
    ([, name = "", file = "", line, column]) => ({ name, file, line: Number(line), column: Number(column) }),
  );

const textAt = ({ file, line, column }: Frame): string =>
  readFileSync(file, "utf8")
    .split("\n")
    [line - 1]?.slice(column - 1) ?? "";

test.runIf(isFullRun)(
  "an error in the log of the built product names true places: our files and lines, and no others of ours",
  async () => {
    const dataDir = demoFolder(onTestFinished);
    const app = await startReady({ dataDir });
    await withBooks(dataDir, ({ rows }) => rows("alter table pricing.quotes rename to quotes_elsewhere"));
    const failed = await fetch(`${app.url}/api/quotes/019a0000-0000-7000-8000-000000000000`);
    expect(failed.status).toBe(500);
    // The log has the place, who asked has none of it.
    expect(await failed.text()).not.toMatch(/quotes|select|\bat \S+:\d+|\/src\/|\/build\/|stack/i);

    await eventually(() => app.output().includes("request failed"));
    const line =
      app
        .output()
        .split("\n")
        .find((text) => text.includes("request failed")) ?? "{}";
    const frames = framesOf(JSON.parse(line).err?.stack ?? "");
    expect(frames.map(({ name, file }) => `${name} ${relative(".", file)}`)).toContain(
      "Object.run src/modules/pricing/quotes/kept-quote.ts",
    );
    // The error came up through functions that wait: each place is where one does.
    for (const frame of frames) expect([frame, textAt(frame)]).toEqual([frame, expect.stringMatching(/^await /)]);
  },
);
