import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";

const heap = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 };

/**
 * Starts a worker from its source file, found through the package's own imports: the same from sources and from a
 * bundle. It sees nothing of the server's environment.
 */
export function startWorker(): Worker {
  const file = createRequire(import.meta.url).resolve("#src/modules/files/clean/worker.ts");
  return new Worker(file, { resourceLimits: heap, env: {}, execArgv: [] });
}
