// Before `npm start`: builds when the build is missing or older than the sources.
import { buildIsFresh } from "./stamp.ts";

process.chdir(`${import.meta.dirname}/..`);
if (!buildIsFresh()) {
  console.log("Building the screens (once, about a quarter of a minute) …");
  process.env.BUILD_QUIET = "1";
  await import("./build.ts");
}
