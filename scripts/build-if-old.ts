// Before `npm start`: builds when the build is missing or older than the sources.
import { spawnSync } from "node:child_process";
import { buildIsFresh } from "./stamp.ts";

process.chdir(`${import.meta.dirname}/..`);
if (!buildIsFresh()) {
  console.log("Building the screens (once, about a quarter of a minute) …");
  const { status } = spawnSync(process.execPath, ["scripts/build.ts"], {
    stdio: "inherit",
    env: { ...process.env, BUILD_QUIET: "1" },
  });
  process.exitCode = status ?? 1;
}
