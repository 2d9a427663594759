import type { House } from "#src/platform/house.ts";
import { checkFiles } from "./check-files.ts";

/** Checks due files now, beside the request that finished one; calls while it runs lead to one more round. */
export function openChecker(house: House): () => void {
  let running = false;
  let again = false;
  const run = async () => {
    running = true;
    do {
      again = false;
      await checkFiles(house).catch((err) => house.log.error({ err }, "files could not be checked"));
    } while (again);
    running = false;
  };
  return () => {
    again = true;
    if (!running) void run();
  };
}
