import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { endUnfinishedRestore, markUnfinishedRestore } from "#src/platform/database/unfinished-restore.ts";
import { cookieOf } from "#tests/support/product.ts";
import { demoFolder } from "../database/fixture.ts";
import { launch, startReady } from "./fixture.ts";
import { runScript } from "./scripts.ts";

test("the secret in a data folder is rotated while nothing runs; an interrupted rotation is finished by the next one", async () => {
  const dataDir = demoFolder(onTestFinished);
  const file = join(dataDir, "secret");
  const first = readFileSync(file, "utf8");
  const env = { DATA_DIR: dataDir };
  const app = await startReady({ dataDir });
  const running = await runScript("secret-rotate", [], env);
  expect(running).toEqual({ code: 1, output: "Paperwright is running: stop every process of it first." });
  expect(readFileSync(file, "utf8")).toBe(first);
  await app.leave();

  const rotated = await runScript("secret-rotate", [], env);
  expect(rotated.output).toMatch(
    /^Sealed anew: \d+ \(.*The new secret is in \S+secret\. Backups of before hold the old one\.$/s,
  );
  const second = readFileSync(file, "utf8");
  expect(second).not.toBe(first);

  // As after an end between the commit and the new file.
  renameSync(file, `${file}.next`);
  writeFileSync(file, first, { mode: 0o600 });
  const refused = await launch({ dataDir });
  expect(await refused.ended).toEqual({ code: 1, signal: null });
  expect(refused.output()).toContain("Run npm run secret:rotate to finish the change of it.");
  // Opened for another reason in vain, it must not lose the secret that everything is sealed with.
  markUnfinishedRestore(dataDir);
  const other = await runScript("secret-rotate", [], env);
  expect([other.code, readFileSync(`${file}.next`, "utf8")]).toEqual([1, second]);
  endUnfinishedRestore(dataDir);
  expect(await runScript("secret-rotate", [], env)).toEqual({
    code: 0,
    output: "The rotation that was interrupted is finished.",
  });
  expect(readFileSync(file, "utf8")).toBe(second);
  const again = await startReady({ dataDir });
  await cookieOf(again.url, "client@demo.test");
  await again.leave();
});
