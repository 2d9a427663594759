import { type Clock, checkedTimes, deviceClock, type RetryTimes } from "./retry-times.ts";
import type { Problem, Transport } from "./transport.ts";
import { uploadWork } from "./upload-work.ts";

/** Notifies all listeners. One that throws is reported and does not keep the others from being notified. */
export const observers = <T>() => {
  const all = new Set<{ notify: (news: T) => void }>();
  const waiting: T[] = [];

  const notifyAll = (news: T) => {
    for (const one of [...all]) {
      try {
        if (all.has(one)) one.notify(news);
      } catch (error) {
        globalThis.reportError?.(error);
      }
    }
  };

  return {
    /** Answers how to stop listening. The same function may listen twice. */
    subscribe: (notify: (news: T) => void): (() => void) => {
      const one = { notify };
      all.add(one);
      return () => void all.delete(one);
    },
    /** Notifications caused by a listener wait until all have received the earlier ones. */
    notify: (news: T): void => {
      if (waiting.push(news) > 1) return;
      for (const next of waiting) notifyAll(next);
      waiting.length = 0;
    },
  };
};

/** The states of an upload, exactly as specified. */
export const states = ["running", "pausing", "paused", "canceling", "canceled", "error", "success"] as const;
export type State = (typeof states)[number];

/** What a person may ask of an upload. */
export const calls = ["pause", "resume", "cancel"] as const;
export type Call = (typeof calls)[number];

/** What the work itself reports: it stopped, it failed for good, every byte is there. */
export const events = ["stopped", "failed", "finished"] as const;
type Event = (typeof events)[number];

type Moves<W extends string> = Readonly<Record<State, Readonly<Partial<Record<W, State>>>>>;

/** Pause only from running; resume from paused or pausing; cancel from running or pausing; nothing else. */
export const afterCall: Moves<Call> = {
  running: { pause: "pausing", cancel: "canceling" },
  pausing: { resume: "running", cancel: "canceling" },
  paused: { resume: "running" },
  canceling: {},
  canceled: {},
  error: {},
  success: {},
};

export const afterEvent: Moves<Event> = {
  running: { failed: "error", finished: "success" },
  pausing: { stopped: "paused", failed: "error", finished: "success" },
  paused: {},
  canceling: { stopped: "canceled" },
  canceled: {},
  error: {},
  success: {},
};

/** Nothing follows: another try is another upload. */
export const isFinal = (state: State): boolean => state === "canceled" || state === "error" || state === "success";

export type Snapshot = {
  readonly state: State;
  readonly bytesSent: number;
  readonly total: number;
  /** Between two tries. */
  readonly waiting: boolean;
  /** Why, in state error. */
  readonly problem: Problem | null;
};

/** `url` is where the server keeps the file. A canceled upload ends without a problem. */
type Result = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly problem: Problem | null };

export type UploadTask = {
  readonly snapshot: () => Snapshot;
  /** Each answers whether it did anything. */
  readonly pause: () => boolean;
  readonly resume: () => boolean;
  readonly cancel: () => boolean;
  /** Ends a wait between two tries, for when the connection is back. */
  readonly hurry: () => void;
  /** Every change, in order. Answers how to stop listening. */
  readonly subscribe: (observer: (snapshot: Snapshot) => void) => () => void;
  /** Never rejects. */
  readonly result: Promise<Result>;
};

export type UploadOptions = {
  /** Where uploads are announced. */
  readonly endpoint: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly transport: Transport;
  readonly clock?: Clock;
  readonly luck?: () => number;
  readonly times?: Partial<RetryTimes>;
  readonly known?: string | null;
  readonly onAddress?: (url: string | null) => void;
};

/**
 * Sends a file in the specified states. Begins by itself. Throws a RangeError for retry times
 * that are no non-negative finite numbers.
 */
export const uploadTask = (file: Blob, options: UploadOptions): UploadTask => {
  const { subscribe, notify } = observers<Snapshot>();
  let snapshot: Snapshot = { state: "running", bytesSent: 0, total: file.size, waiting: false, problem: null };
  let stop = new AbortController();
  let settle: (result: Result) => void = () => undefined;
  const result = new Promise<Result>((resolve) => {
    settle = resolve;
  });

  const show = (change: Partial<Snapshot>) => {
    snapshot = { ...snapshot, ...change };
    notify(snapshot);
  };

  const work = uploadWork(file, {
    clock: deviceClock,
    luck: Math.random,
    known: null,
    onAddress: () => undefined,
    ...options,
    times: checkedTimes(options.times),
    onSent: (bytesSent) => bytesSent !== snapshot.bytesSent && !isFinal(snapshot.state) && show({ bytesSent }),
    onWaiting: (waiting) => show({ waiting }),
  });

  /** True when the table knows a move for it. */
  const happen = (event: Event, end: Result, change: Partial<Snapshot> = {}): boolean => {
    const state = afterEvent[snapshot.state][event];
    if (!state) return false;
    show({ ...change, state });
    if (isFinal(state)) settle(end);
    return true;
  };

  async function run(): Promise<void> {
    for (;;) {
      if (snapshot.state === "canceling") await work.drop();
      if (happen("stopped", { ok: false, problem: null })) return;
      stop = new AbortController();
      const end = await work.step(stop.signal);
      if (end.kind === "finished" && happen("finished", { ok: true, url: end.url })) return;
      if (end.kind === "failed" && happen("failed", { ok: false, problem: end.problem }, { problem: end.problem }))
        return;
    }
  }

  const call = (which: Call) => (): boolean => {
    const before = snapshot.state;
    const state = afterCall[before][which];
    if (!state) return false;
    show({ state });
    if (state !== "running") stop.abort();
    if (before === "paused") void run();
    return true;
  };

  void Promise.resolve().then(run);
  return {
    snapshot: () => snapshot,
    pause: call("pause"),
    resume: call("resume"),
    cancel: call("cancel"),
    hurry: work.hurry,
    subscribe,
    result,
  };
};
