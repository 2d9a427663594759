import {
  type Clock,
  FIRST_CHUNK,
  failedAgain,
  inOneRequest,
  isOver,
  nextChunk,
  type RetryTimes,
  type Streak,
  waitMs,
} from "./retry-times.ts";
import { connectionLost, lostOften, type Problem, refused, type Transport, unreadable } from "./transport.ts";
import { create, type Line, lookUp, type Reply, remove, send } from "./tus.ts";

/** When a request that failed is tried again. */
type RetryOptions = {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly luck: () => number;
  readonly times: RetryTimes;
};

export type WorkOptions = RetryOptions & {
  readonly endpoint: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly transport: Transport;
  /** Where an earlier try of the same file was kept. */
  readonly known: string | null;
  /** The address to remember, or null when there is none any more. */
  readonly onAddress: (url: string | null) => void;
  readonly onSent: (bytes: number) => void;
  readonly onWaiting: (waiting: boolean) => void;
};

export type StepEnd = { readonly kind: "more" } | { readonly kind: "finished"; readonly url: string } | Failed;
type Failed = { readonly kind: "failed"; readonly problem: Problem };

type Well = Extract<Reply, { kind: "ok" }>;
type Unwell = Exclude<Reply, Well>;

const more: StepEnd = { kind: "more" };
const failed = (problem: Problem): Failed => ({ kind: "failed", problem });
const mostRestarts = 5;

/** A file that was moved or changed after it was chosen cannot be read any more. */
const isReadable = (file: Blob, at: number): Promise<boolean> =>
  file
    .slice(at, at + 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** Throws away what the server has. Gives up in the end: the server clears away unfinished files by itself. */
export async function throwAway(line: Line, url: string, { clock, luck, times }: RetryOptions): Promise<void> {
  const { signal } = new AbortController();
  for (let row: Streak | null = null; ; ) {
    const reply = await remove(line, url, { signal });
    row = failedAgain(row, clock.now(), "maxOperationRetryTime");
    const wait = waitMs(row.failures, luck());
    if (reply.kind !== "again" || isOver(row, times, clock.now(), wait)) return;
    await clock.wait(wait, [signal]);
  }
}

/** How far a file is, and the next request that brings it further. It knows nothing of pausing: a signal stops it. */
export const uploadWork = (file: Blob, options: WorkOptions) => {
  const { endpoint, metadata, transport, clock, luck, times, onAddress, onSent, onWaiting } = options;
  const line: Line = { endpoint, transport, now: clock.now };
  const total = file.size;
  let url = options.known;
  /** What the server has; null when that must be asked first. */
  let offset: number | null = null;
  let chunk = FIRST_CHUNK;
  let best = 0;
  let streak: Streak | null = null;
  let restarts = 0;
  let nap: AbortController | null = null;

  const forget = () => {
    url = null;
    offset = null;
    chunk = FIRST_CHUNK;
    best = 0;
    onAddress(null);
  };

  const reach = (progress: Well): StepEnd => {
    if (url !== progress.url) onAddress(progress.url);
    if (progress.offset > best) streak = null;
    url = progress.url;
    offset = progress.offset;
    best = Math.max(best, progress.offset);
    onSent(progress.offset);
    return more;
  };

  /** Waits before the next try, or fails when the time for that is used up. */
  const rest = async (problem: Problem, limit: keyof RetryTimes, signal: AbortSignal, least: number | null = null) => {
    streak = failedAgain(streak, clock.now(), limit);
    const wait = Math.max(waitMs(streak.failures, luck()), least ?? 0);
    if (isOver(streak, times, clock.now(), wait)) return failed(problem);
    nap = new AbortController();
    onWaiting(true);
    await clock.wait(wait, [signal, nap.signal]);
    nap = null;
    onWaiting(false);
    return more;
  };

  const startAnew = () => {
    restarts += 1;
    forget();
    return restarts > mostRestarts ? failed(lostOften) : more;
  };

  const recover = async (reply: Unwell, limit: keyof RetryTimes, signal: AbortSignal): Promise<StepEnd> => {
    const at = offset ?? 0;
    offset = null;
    if (signal.aborted) return more;
    if (reply.kind === "failed") return failed(reply.problem);
    if (reply.kind === "gone") return url ? startAnew() : failed(refused("Files cannot be sent here now."));
    if (reply.kind === "conflict") {
      // The server's offset is read once without delay; a server that never agrees is asked with growing delays.
      if (url && !streak) {
        streak = failedAgain(null, clock.now(), "maxUploadRetryTime");
        return more;
      }
      return rest(connectionLost, limit, signal);
    }
    if (reply.problem === connectionLost && !(await isReadable(file, at))) return failed(unreadable);
    return rest(reply.problem, limit, signal, reply.afterMs);
  };

  /** The next request: the file is announced, looked up, or its next chunk is sent. */
  const request = async (signal: AbortSignal): Promise<Reply> => {
    if (url === null) {
      const body = total > 0 && inOneRequest(total) ? file : undefined;
      return create(line, { total, metadata, body }, { signal, onProgress: onSent });
    }
    if (offset === null) {
      const reply = await lookUp(line, url, { signal });
      return reply.kind === "ok" && reply.offset > total ? { kind: "gone" } : reply;
    }
    const start = offset;
    const end = Math.min(total, start + chunk);
    const onProgress = (sent: number) => onSent(Math.min(end, start + sent));
    const reply = await send(line, url, start, file.slice(start, end), { signal, onProgress });
    if (reply.kind !== "ok") return reply;
    if (reply.offset <= start || reply.offset > end) return { kind: "conflict" };
    if (reply.offset === end) chunk = nextChunk(chunk);
    return reply;
  };

  return {
    /** One request, with the wait after it when it failed. */
    step: async (signal: AbortSignal): Promise<StepEnd> => {
      if (url !== null && offset === total) return { kind: "finished", url };
      const limit = url !== null && offset === null ? "maxOperationRetryTime" : "maxUploadRetryTime";
      const reply = await request(signal);
      if (reply.kind !== "ok") return recover(reply, limit, signal);
      // The look-up came through: what follows has its own time.
      if (limit === "maxOperationRetryTime" && streak?.limit === limit) streak = null;
      return reach(reply);
    },
    /** The connection is back: the next try is now. */
    hurry: () => nap?.abort(),
    drop: async (): Promise<void> => {
      if (url === null) return;
      await throwAway(line, url, options);
      forget();
    },
  };
};
