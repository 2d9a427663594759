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
import { create, lookUp, type Progress, type Reply, remove, send } from "./tus.ts";

export type WorkOptions = {
  readonly endpoint: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly transport: Transport;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly luck: () => number;
  readonly times: RetryTimes;
  /** Where an earlier try of the same file was kept. */
  readonly known: string | null;
  /** The address to remember, or null when there is none any more. */
  readonly onAddress: (url: string | null) => void;
  readonly onSent: (bytes: number) => void;
  readonly onWaiting: (waiting: boolean) => void;
};

export type StepEnd = { readonly kind: "more" } | { readonly kind: "finished"; readonly url: string } | Failed;
type Failed = { readonly kind: "failed"; readonly problem: Problem };

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

/** How far a file is, and the next request that brings it further. It knows nothing of pausing: a signal stops it. */
export const uploadWork = (file: Blob, options: WorkOptions) => {
  const { endpoint, metadata, transport, clock, luck, times, onAddress, onSent, onWaiting } = options;
  const line = { endpoint, transport, now: clock.now };
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

  const reach = (progress: Progress) => {
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

  type Unwell = Exclude<Reply<Progress>, { kind: "ok" }>;

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

  const announce = async (signal: AbortSignal): Promise<StepEnd> => {
    const whole = total > 0 && inOneRequest(total) ? { body: file } : {};
    const reply = await create(line, { total, metadata, ...whole }, { signal, onProgress: onSent });
    return reply.kind === "ok" ? reach(reply.value) : recover(reply, "maxUploadRetryTime", signal);
  };

  const ask = async (known: string, signal: AbortSignal): Promise<StepEnd> => {
    const reply = await lookUp(line, known, { signal });
    if (reply.kind !== "ok") return recover(reply, "maxOperationRetryTime", signal);
    if (reply.value.offset > total) return startAnew();
    if (streak?.limit === "maxOperationRetryTime") streak = null;
    return reach(reply.value);
  };

  const sendNext = async (progress: Progress, signal: AbortSignal): Promise<StepEnd> => {
    const end = Math.min(total, progress.offset + chunk);
    const onProgress = (sent: number) => onSent(Math.min(end, progress.offset + sent));
    const reply = await send(line, progress, file.slice(progress.offset, end), { signal, onProgress });
    if (reply.kind !== "ok") return recover(reply, "maxUploadRetryTime", signal);
    if (reply.value.offset <= progress.offset || reply.value.offset > end)
      return recover({ kind: "conflict" }, "maxUploadRetryTime", signal);
    if (reply.value.offset === end) chunk = nextChunk(chunk);
    return reach(reply.value);
  };

  return {
    /** One request, with the wait after it when it failed. */
    step: (signal: AbortSignal): Promise<StepEnd> => {
      if (url === null) return announce(signal);
      if (offset === null) return ask(url, signal);
      if (offset === total) return Promise.resolve({ kind: "finished", url });
      return sendNext({ url, offset }, signal);
    },
    /** The connection is back: the next try is now. */
    hurry: () => nap?.abort(),
    /** Throws away what the server has. Gives up in the end: the server clears away unfinished files by itself. */
    drop: async (): Promise<void> => {
      const { signal } = new AbortController();
      for (let row: Streak | null = null; url !== null; ) {
        const reply = await remove(line, url, { signal });
        row = failedAgain(row, clock.now(), "maxOperationRetryTime");
        const wait = waitMs(row.failures, luck());
        if (reply.kind !== "again" || isOver(row, times, clock.now(), wait)) forget();
        else await clock.wait(wait, [signal]);
      }
    },
  };
};
