// Runs beside the server's loop: reads the model once, then one text at a time.
import { parentPort, workerData } from "node:worker_threads";
import type { WorkerReply } from "#src/platform/worker-pool.ts";
import type { CheckTask } from "./checker-work.ts";
import { loadModel } from "./checker-work.ts";
import type { Model } from "./domain/model.ts";
import { type Report, reportOf } from "./domain/report.ts";

let model: Model | undefined;

function answer({ text, whole }: CheckTask): Report {
  model ??= loadModel(String(workerData))?.model;
  if (!model) throw new Error("The checker's model cannot be read.");
  return reportOf(model, text, whole);
}

parentPort?.on("message", (task: CheckTask) => {
  const reply = (message: WorkerReply<Report>): void => parentPort?.postMessage(message);
  try {
    reply({ ok: true, value: answer(task) });
  } catch (error) {
    reply({ ok: false, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
