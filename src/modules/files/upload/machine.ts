/** The states of an upload, exactly as specified. */
export const states = ["running", "pausing", "paused", "canceling", "canceled", "error", "success"] as const;
export type State = (typeof states)[number];

/** What a person may ask of an upload. */
export const calls = ["pause", "resume", "cancel"] as const;
export type Call = (typeof calls)[number];

/** What the work itself reports: it stopped, it failed for good, every byte is there. */
export const events = ["stopped", "failed", "finished"] as const;
export type Event = (typeof events)[number];

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
