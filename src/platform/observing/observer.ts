import type { Answered } from "./current-request.ts";

/** What sees the work of this process for others: error reports, traces, or both. */
export type Observer = {
  /** Around the work of a request; `about` is asked when it was answered. */
  request: (work: () => Promise<void>, about: () => Answered) => Promise<void>;
  /** Around a command, a query or a job, by the name that the code gives it. */
  step: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Sends what still waits; resolves within seconds. */
  flushed: () => Promise<void>;
};

/** What follows the steps of requests: traces. */
export type Tracing = Pick<Observer, "request" | "step" | "flushed">;
