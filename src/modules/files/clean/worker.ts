// Runs beside the server's loop, one task at a time; each part is loaded when it is first needed.
import { parentPort } from "node:worker_threads";
import type { Answers, Reply, Task } from "./pool/pool.ts";

const reply = (answer: Reply): void => parentPort?.postMessage(answer);

async function carryOut(task: Task): Promise<Answers[Task["do"]]> {
  if (task.do === "hash") return (await import("./source.ts")).hashFile(task.path);
  if (task.do === "detect") return (await import("./detect/detect-file.ts")).detectFile(task.path, task.name);
  if (task.do === "clean") return (await import("./clean.ts")).clean(task.path, task.output, task.mime);
  if (task.do === "preview") return (await import("./pictures.ts")).drawPreview(task.path, task.output, task.at);
  if (task.do === "text")
    return (await import("./text/read-text.ts")).readText(task.path, task.mime, (step) => reply({ step }));
  return (await import("./pictures.ts")).makeThumbnail(task.path, task.output);
}

parentPort?.on("message", (task: Task) => {
  carryOut(task).then(
    (value) => reply({ ok: true, value }),
    (error: unknown) =>
      reply({ ok: false, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
