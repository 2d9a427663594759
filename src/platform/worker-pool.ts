import type { Worker } from "node:worker_threads";

/** Bounds of a pool (performance notes 4.7). `seconds` of the processor for one task, whatever else the machine does. */
export type PoolLimits = { workers: number; queue: number; seconds: number; megabytes: number };

/** A task that uses no processor time (a blocked file system) is ended after this many times its limit on the clock. */
const waitFactor = 4;

/** What a worker says of a task: how far it is, as often as it likes, then its answer. */
export type WorkerReply<Value, Step = never> =
  | { ok: true; value: Value }
  | { ok: false; error: string }
  | { step: Step };

/** How a task ended: with its value, or why it was given up. */
type Ending<Value> = { how: "done"; value: Value } | { how: "too-slow" | "too-large" | "closed" | "cancelled" };
/** `signal` cancels the task; `onStep` receives its progress; tasks of one `owner` take turns with those of others. */
type Asked<Step> = {
  signal?: AbortSignal | undefined;
  onStep?: ((step: Step) => void) | undefined;
  owner?: string | undefined;
};
type Job<Task, Value, Step> = Asked<Step> & {
  task: Task;
  /** Its place among all: one owner's second task has the turn after the first one's, whoever came in between. */
  turn: number;
  resolve(ending: Ending<Value> | null): void;
  reject(error: Error): void;
};

const watchEvery = 250;

type Bounds = { seconds: number; megabytes: number };

/** Runs one job on a worker; kills it when the time or the memory is used up. Answers whether the worker still lives. */
function runOn<Task, Value, Step>(
  worker: Worker,
  job: Job<Task, Value, Step>,
  { seconds, megabytes }: Bounds,
): Promise<boolean> {
  return new Promise((settled) => {
    let over = false;
    const answered = (reply: WorkerReply<Value, Step>): void => {
      if ("step" in reply) {
        job.onStep?.(reply.step);
        return;
      }
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
    const cancelled = (): void => stop(() => job.resolve({ how: "cancelled" }));
    const slow = (): void => stop(() => job.resolve({ how: "too-slow" }));
    const clock = setTimeout(slow, waitFactor * seconds * 1000);
    // One that has just been started has used nothing, and cannot be asked yet.
    let before: NodeJS.CpuUsage | undefined;
    const used = () => worker.cpuUsage(before).catch(() => null);
    void used().then((usage) => {
      before = usage ?? undefined;
    });
    const watch = setInterval(() => {
      void used().then((usage) => {
        if (!over && usage && usage.user + usage.system > seconds * 1_000_000) slow();
      });
      void worker.getHeapStatistics().then(
        ({ external_memory: bytes }) => {
          if (!over && bytes > megabytes * 1024 * 1024) stop(() => job.resolve({ how: "too-large" }));
        },
        () => undefined,
      );
    }, watchEvery);
    function finish(): void {
      over = true;
      clearTimeout(clock);
      clearInterval(watch);
      job.signal?.removeEventListener("abort", cancelled);
      worker.off("message", answered).off("error", failed).off("exit", ended);
      worker.unref();
    }
    worker.ref();
    worker.on("message", answered).on("error", failed).on("exit", ended);
    job.signal?.addEventListener("abort", cancelled);
    worker.postMessage(job.task);
  });
}

export type WorkerPool<Task, Value, Step = never> = {
  limits: Readonly<PoolLimits>;
  /**
   * How the task ended; null when the queue is full or the pool closed: of a full queue the last one goes, which may be
   * one that waited already. Aborted, it leaves the queue, and a worker that has it is ended.
   */
  run(task: Task, asked?: Asked<Step>): Promise<Ending<Value> | null>;
  /** Tasks before the waiting one of this signal, those under way too; null when none of it waits. */
  before(signal: AbortSignal): number | null;
  /** Tasks that wait for a worker. */
  waiting(): number;
  close(): Promise<void>;
};

type Plan<Task> = PoolLimits & {
  start: () => Worker;
  /** The time of one task, where it is not the pool's. */
  secondsFor?: (task: Task, seconds: number) => number;
};

/**
 * Workers that start when they are first needed and stay; a job waits in a queue, and a full queue answers null. Owners
 * take turns (start-time fair queueing): many tasks of one do not delay the first one of another.
 */
export function workerPool<Task, Value, Step = never>({
  start,
  secondsFor,
  ...limits
}: Plan<Task>): WorkerPool<Task, Value, Step> {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: Job<Task, Value, Step>[] = [];
  let closed = false;
  /** The turn of the job begun last, and the next turn of each owner. */
  let present = 0;
  const nextTurns = new Map<string, number>();
  const turnOf = (owner: string | undefined): number => {
    if (owner === undefined) return present;
    const turn = Math.max(present, nextTurns.get(owner) ?? 0);
    nextTurns.set(owner, turn + 1);
    return turn;
  };
  /** Puts a job behind all of its turn; the last of a full queue is answered null. */
  const enqueue = (job: Job<Task, Value, Step>): void => {
    const at = waiting.findIndex(({ turn }) => turn > job.turn);
    waiting.splice(at < 0 ? waiting.length : at, 0, job);
    if (waiting.length > limits.queue) waiting.pop()?.resolve(null);
  };
  const free = (): Worker | undefined => {
    const worker = idle.pop();
    if (worker || all.size >= limits.workers) return worker;
    const fresh = start();
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
    present = job.turn;
    const seconds = secondsFor?.(job.task, limits.seconds) ?? limits.seconds;
    void runOn(worker, job, { seconds, megabytes: limits.megabytes }).then((lives) => {
      if (lives) idle.push(worker);
      else all.delete(worker);
      if (waiting.length === 0 && idle.length === all.size) nextTurns.clear();
      next();
    });
  };
  return {
    limits,
    run(task, { signal, onStep, owner } = {}) {
      if (closed) return Promise.resolve(null);
      if (signal?.aborted) return Promise.resolve({ how: "cancelled" });
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          if (!waiting.includes(job)) return;
          waiting.splice(waiting.indexOf(job), 1);
          job.resolve({ how: "cancelled" });
        };
        const over = (): void => signal?.removeEventListener("abort", leave);
        const job: Job<Task, Value, Step> = {
          task,
          turn: turnOf(owner),
          signal,
          onStep,
          resolve: (ending) => {
            over();
            resolve(ending);
          },
          reject: (error) => {
            over();
            reject(error);
          },
        };
        signal?.addEventListener("abort", leave);
        enqueue(job);
        next();
      });
    },
    before(signal) {
      const at = waiting.findIndex((job) => job.signal === signal);
      return at < 0 ? null : at + all.size - idle.length;
    },
    waiting: () => waiting.length,
    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.resolve({ how: "closed" });
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}
