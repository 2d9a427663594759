import type { Runtime } from "#src/platform/runtime.ts";
import { areFilesDue, checkFiles } from "./check-files.ts";

/** Rows that somebody holds at that moment (a form attaches its files) are passed over: they are looked for again. */
const againMs = 100;
const mostRounds = 50;

/** Checks due files now, beside the request that finished one; calls while it runs lead to one more round. */
export function openCheckQueue(runtime: Runtime): () => void {
  let running = false;
  let again = false;
  const check = async (): Promise<boolean> => {
    try {
      await checkFiles(runtime);
      return await areFilesDue(runtime);
    } catch (err) {
      runtime.log.error({ err }, "files could not be checked");
      return false;
    }
  };
  const run = async () => {
    running = true;
    let rounds = 0;
    do {
      again = false;
      const passedOver = await check();
      rounds += 1;
      if (passedOver && rounds < mostRounds) {
        await new Promise((done) => setTimeout(done, againMs));
        again = true;
      }
    } while (again);
    running = false;
  };
  return () => {
    again = true;
    if (!running) void run();
  };
}
