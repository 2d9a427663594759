// `npm start`: builds when the build is missing or older than the sources, then runs the product.
import { spawnSync } from "node:child_process";
import { buildIsFresh } from "./stamp.ts";

process.chdir(`${import.meta.dirname}/..`);
const unknown = process.argv.slice(2).filter((word) => word !== "--empty");
if (unknown.length > 0) {
  console.error(
    `npm start knows one option, --empty (a real installation without demo data); it does not know ${unknown.join(" ")}.`,
  );
  process.exit(1);
}
if (process.argv.includes("--empty")) process.env.DEMO = "off";
if (!buildIsFresh()) {
  console.log("Building the screens (once, about a quarter of a minute) …");
  const { status } = spawnSync(process.execPath, ["scripts/build.ts"], {
    stdio: "inherit",
    env: { ...process.env, BUILD_QUIET: "1" },
  });
  if (status) process.exit(status);
}
process.env.NODE_ENV = "production";
process.env.UV_THREADPOOL_SIZE ??= "8";
await import("../src/main.ts");
