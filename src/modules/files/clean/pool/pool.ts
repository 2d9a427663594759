import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type PoolLimits, type WorkerReply, workerPool } from "#src/platform/worker-pool.ts";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import type { FileType } from "../detect/detect-file.ts";
import type { PagePicture, Thumbnail } from "../pictures.ts";
import { type Cleaning, uncleanable } from "../results.ts";
import type { PageStep, TextReading } from "../text/file-text.ts";

/** What a worker can be asked to do with a file on disk. */
export type Task =
  | { do: "hash"; path: string }
  | { do: "detect"; path: string; name: string }
  | { do: "clean"; path: string; output: string; mime: string }
  | { do: "thumbnail"; path: string; output: string }
  | { do: "preview"; path: string; output: string; at: number }
  | { do: "text"; path: string; mime: string };

export type Answers = {
  hash: string;
  detect: FileType;
  clean: Cleaning;
  thumbnail: Thumbnail;
  preview: PagePicture;
  text: TextReading;
};

export type Reply = WorkerReply<Answers[Task["do"]], PageStep>;

/** A hash takes its time with the size alone, whatever is in the file; a file without its small picture is still whole. */
const secondsFor = ({ do: what }: Task, seconds: number): number => {
  if (what === "hash") return seconds * 20;
  return what === "thumbnail" || what === "preview" ? seconds / 3 : seconds;
};

const busy = () =>
  refuse("unavailable", "We are reading many files at the moment. Try again in a minute.", { retryAfter: 60 });

type Asked = { signal?: AbortSignal; onStep?: (step: PageStep) => void };

/** Work on files beside the server's loop. Every answer is a value; "unavailable" when the queue is full. */
export type FileWork = {
  /** Its bounds: files at once, files that wait, seconds of the processor and megabytes for one file. */
  limits: Readonly<PoolLimits>;
  /** SHA-256 in hexadecimal. */
  hash(path: string): Promise<Outcome<string>>;
  detect(path: string, name: string): Promise<Outcome<FileType>>;
  /** See `Cleaning`: the output exists after "cleaned" only. */
  clean(path: string, output: string, mime: string): Promise<Outcome<Cleaning>>;
  /** A WebP of at most 320 pixels in width; "none" for what is no image and no PDF. */
  thumbnail(path: string, output: string): Promise<Outcome<Thumbnail>>;
  /** A page of a PDF, counted from 0, as a WebP. */
  preview(path: string, output: string, at: number): Promise<Outcome<PagePicture>>;
  /** The text of a plain text, Markdown, docx or PDF file. Aborted, its worker is ended; `onStep` receives a PDF's pages. */
  text(path: string, mime: string, asked?: Asked): Promise<Outcome<TextReading>>;
  close(): Promise<void>;
};

const unread = {
  "too-slow": uncleanable("too-slow", "Reading the file takes longer than we allow."),
  "too-large": uncleanable("too-large", "Unpacked, the file needs more room than we allow."),
};

/** Beside the server's loop as many workers as there are cores less one, and two where there are two cores. */
export const workersFor = (cores: number): number => (cores > 1 ? Math.max(2, cores - 1) : 1);

/** The pool: `workersFor` the cores, 64 waiting jobs, 30 s of the processor and 512 MB a file. Nothing starts before it is used. */
export function fileWork(limits: Partial<PoolLimits> = {}): FileWork {
  const workers = workersFor(availableParallelism());
  const bounds = { workers, queue: 64, seconds: 30, megabytes: 512, ...limits };
  const pool = workerPool<Task, Answers[Task["do"]], PageStep>({ ...bounds, start: startWorker, secondsFor });
  async function ask<K extends Task["do"]>(
    task: Task & { do: K },
    instead: (how: keyof typeof unread) => Answers[K],
    asked?: Asked,
  ) {
    const ending = await pool.run(task, asked);
    if (ending?.how === "done") return done(ending.value as Answers[K]);
    // A worker that was killed leaves half a file behind.
    if (ending && "output" in task) await rm(task.output, { force: true });
    if (ending?.how === "cancelled") return refuse("unavailable", "Reading this file was cancelled.");
    return !ending || ending.how === "closed" ? busy() : done(instead(ending.how));
  }
  return {
    limits: pool.limits,
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
    preview: (path, output, at) => ask({ do: "preview", path, output, at }, (how) => unread[how]),
    text: (path, mime, asked) => ask({ do: "text", path, mime }, (how) => unread[how], asked),
    close: pool.close,
  };
}

const heap = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 };

/**
 * Starts a worker from its source file, found through the package's own imports: the same from sources and from a
 * bundle. It sees nothing of the server's environment.
 */
function startWorker(): Worker {
  const file = createRequire(import.meta.url).resolve("#src/modules/files/clean/worker.ts");
  return new Worker(file, { resourceLimits: heap, env: {}, execArgv: [] });
}
