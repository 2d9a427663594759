import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { brotliDecompressSync } from "node:zlib";
import { type PoolLimits, workerPool } from "#src/platform/worker-pool.ts";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import type { Card } from "./domain/card.ts";
import { type Model, readModel } from "./domain/model.ts";
import type { Report } from "./domain/report.ts";

/** Where the model lies, from the product's home: one file that an operator may replace or remove. */
export const modelFile = (home: string): string => join(home, "models", "ai-checker.bin.br");

/** A model and the SHA-256 of its file; null when there is none, or none that this engine can use. */
export function loadModel(file: string): { model: Model; sha256: string } | null {
  if (!existsSync(file)) return null;
  const packed = readFileSync(file);
  try {
    const model = readModel(brotliDecompressSync(packed));
    return model && { model, sha256: createHash("sha256").update(packed).digest("hex") };
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

export type CheckAsked = { signal?: AbortSignal; whole?: boolean };
/** `owner`: who or which network asks; owners take turns. */
type WorkAsked = CheckAsked & { owner?: string };
/** What its worker is sent. */
export type CheckTask = { text: string; whole: boolean };

/** The engine beside the server's loop. */
export type CheckerWork = {
  /** Whether there is a model that this engine can use. */
  isInstalled(): boolean;
  /** What the model says of itself; null without one. */
  card(): Card | null;
  /** Looks at a text; `whole`: also at what is no running text. "unavailable" when too many wait, or when `signal` ended it; "too-large" when it takes too long. */
  check(text: string, asked?: WorkAsked): Promise<Outcome<Report>>;
  /** Texts before the waiting one of this signal; null when none of it waits. */
  before(signal: AbortSignal): number | null;
  /** Texts that wait. */
  waiting(): number;
  /** Its bounds: texts at once, texts that wait, seconds of the processor and megabytes for one text. */
  limits: Readonly<PoolLimits>;
  close(): Promise<void>;
};

const heap = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

const startWorker = (file: string): Worker =>
  new Worker(createRequire(import.meta.url).resolve("#src/modules/checker/worker.ts"), {
    workerData: file,
    resourceLimits: heap,
    env: {},
    execArgv: [],
  });

const notInstalled = () => refuse("unavailable", "The checker is not installed in this installation.");

/**
 * One text a worker; a worker a core, at most two, 32 waiting texts, 20 s and 256 MB a text. Nothing starts before it is
 * used.
 */
export function checkerWork(home: string, limits: Partial<PoolLimits> = {}): CheckerWork {
  const file = modelFile(home);
  const bounds = { workers: Math.min(2, availableParallelism()), queue: 32, seconds: 20, megabytes: 256, ...limits };
  const pool = workerPool<CheckTask, Report>({ ...bounds, start: () => startWorker(file) });
  let known: Card | null | undefined;
  const card = (): Card | null => {
    if (!existsSync(file)) return null;
    if (known === undefined) {
      const loaded = loadModel(file);
      const { rates, version, corpus } = loaded?.model.header ?? {};
      known = loaded && rates && version && corpus ? { rates, version, corpus, sha256: loaded.sha256 } : null;
    }
    return known;
  };
  return {
    card,
    isInstalled: () => card() !== null,
    async check(text, { signal, owner, whole = false } = {}) {
      if (card() === null) return notInstalled();
      const ending = await pool.run({ text, whole }, { signal, owner });
      if (ending?.how === "done") return done(ending.value);
      if (ending?.how === "too-slow" || ending?.how === "too-large")
        return refuse("too-large", "This text takes too long to check. Check a shorter part of it.");
      if (ending?.how === "cancelled") return refuse("unavailable", "This check was cancelled.");
      return refuse("unavailable", "Many texts are being checked at the moment. Try again in a minute.", {
        retryAfter: 60,
      });
    },
    before: pool.before,
    waiting: pool.waiting,
    limits: pool.limits,
    close: pool.close,
  };
}
