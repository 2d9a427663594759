import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import type { FileType } from "../detect/detect-type.ts";
import { type Cleaning, uncleanable } from "../results.ts";
import type { Thumbnail } from "../thumbnail.ts";
import { startWorker } from "./start-worker.ts";
import type { Answers, Reply, Task } from "./task.ts";

/** Bounds of the pool (performance notes 4.7): defaults in `fileWork`. */
export type PoolLimits = { workers: number; queue: number; seconds: number; megabytes: number };

type Ending = { how: "done"; value: Answers[Task["do"]] } | { how: "too-slow" | "too-large" | "closed" };
type Job = { task: Task; resolve(ending: Ending): void; reject(error: Error): void };

const watchEvery = 250;

/** A hash takes its time with the size alone, whatever is in the file. */
const secondsFor = ({ do: what }: Task, { seconds }: PoolLimits): number => (what === "hash" ? seconds * 20 : seconds);

/** Runs one job on a worker; kills it when the time or the memory is used up. Answers whether the worker still lives. */
function runOn(worker: Worker, job: Job, limits: PoolLimits): Promise<boolean> {
  return new Promise((settled) => {
    const answered = (reply: Reply): void => {
      finish();
      if (reply.ok) job.resolve({ how: "done", value: reply.value });
      else job.reject(new Error(reply.error));
      settled(true);
    };
    const stop = (notify: () => void): void => {
      finish();
      void worker.terminate().then(() => {
        notify();
        settled(false);
      });
    };
    const failed = (error: Error & { code?: string }): void =>
      stop(() => (error.code === "ERR_WORKER_OUT_OF_MEMORY" ? job.resolve({ how: "too-large" }) : job.reject(error)));
    const ended = (): void => stop(() => job.resolve({ how: "closed" }));
    const clock = setTimeout(() => stop(() => job.resolve({ how: "too-slow" })), secondsFor(job.task, limits) * 1000);
    const watch = setInterval(() => {
      void worker.getHeapStatistics().then(
        ({ external_memory: bytes }) => {
          if (bytes > limits.megabytes * 1024 * 1024) stop(() => job.resolve({ how: "too-large" }));
        },
        () => undefined,
      );
    }, watchEvery);
    function finish(): void {
      clearTimeout(clock);
      clearInterval(watch);
      worker.off("message", answered).off("error", failed).off("exit", ended);
      worker.unref();
    }
    worker.ref();
    worker.on("message", answered).on("error", failed).on("exit", ended);
    worker.postMessage(job.task);
  });
}

type Pool = { run(task: Task): Promise<Ending | null>; close(): Promise<void> };

/** Workers that start when they are first needed and stay; a job waits in a queue, and a full queue answers null. */
function makePool(limits: PoolLimits): Pool {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: Job[] = [];
  let closed = false;
  const free = (): Worker | undefined => {
    const worker = idle.pop();
    if (worker || all.size >= limits.workers) return worker;
    const fresh = startWorker();
    fresh.on("error", () => undefined);
    fresh.on("exit", () => {
      all.delete(fresh);
      if (idle.includes(fresh)) idle.splice(idle.indexOf(fresh), 1);
    });
    all.add(fresh);
    return fresh;
  };
  const next = (): void => {
    if (closed || waiting.length === 0) return;
    const worker = free();
    const job = worker && waiting.shift();
    if (!worker || !job) return;
    void runOn(worker, job, limits).then((lives) => {
      if (lives) idle.push(worker);
      else all.delete(worker);
      next();
    });
  };
  return {
    run(task) {
      if (closed || waiting.length >= limits.queue) return Promise.resolve(null);
      return new Promise((resolve, reject) => {
        waiting.push({ task, resolve, reject });
        next();
      });
    },
    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.resolve({ how: "closed" });
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

const busy = () =>
  refuse("unavailable", "We are reading many files at the moment. Try again in a minute.", { retryAfter: 60 });

/** Work on files beside the server's loop. Every answer is a value; "unavailable" when the queue is full. */
export type FileWork = {
  /** SHA-256 in hexadecimal. */
  hash(path: string): Promise<Outcome<string>>;
  detect(path: string, name: string): Promise<Outcome<FileType>>;
  /** See `Cleaning`: the output exists after "cleaned" only. */
  clean(path: string, output: string, mime: string): Promise<Outcome<Cleaning>>;
  /** A WebP of at most 320 pixels in width; "none" for what is no image and no PDF. */
  thumbnail(path: string, output: string): Promise<Outcome<Thumbnail>>;
  close(): Promise<void>;
};

const unread = {
  "too-slow": uncleanable("too-slow", "Reading the file takes longer than we allow."),
  "too-large": uncleanable("too-large", "Unpacked, the file needs more room than we allow."),
};

/** The pool: cores - 1 workers (1 at least), 64 waiting jobs, 30 s and 512 MB a file. Nothing starts before it is used. */
export function fileWork(limits: Partial<PoolLimits> = {}): FileWork {
  const workers = Math.max(1, availableParallelism() - 1);
  const pool = makePool({ workers, queue: 64, seconds: 30, megabytes: 512, ...limits });
  async function ask<K extends Task["do"]>(task: Task & { do: K }, instead: (how: keyof typeof unread) => Answers[K]) {
    const ending = await pool.run(task);
    if (ending?.how === "done") return done(ending.value as Answers[K]);
    // A worker that was killed leaves half a file behind.
    if (ending && "output" in task) await rm(task.output, { force: true });
    return !ending || ending.how === "closed" ? busy() : done(instead(ending.how));
  }
  return {
    hash: (path) =>
      ask({ do: "hash", path }, () => {
        throw new Error("A file could not be hashed in time.");
      }),
    detect: (path, name) =>
      ask({ do: "detect", path, name }, () => ({
        mime: "application/octet-stream",
        kind: "other",
        agreesWithName: false,
      })),
    clean: (path, output, mime) => ask({ do: "clean", path, output, mime }, (how) => unread[how]),
    thumbnail: (path, output) => ask({ do: "thumbnail", path, output }, (how) => unread[how]),
    close: pool.close,
  };
}
