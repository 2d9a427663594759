import { AsyncLocalStorage } from "node:async_hooks";

/** What may be said of a request: the pattern of its address, never the address. Known when it was answered. */
export type Answered = { id: string; method: string; route: string; status: number };

type Waiting = { answered: Answered | null; listeners: ((answered: Answered) => void)[] };

const current = new AsyncLocalStorage<Waiting>();

/** Runs the work of a request; what is asked of it meanwhile is said when it was answered. */
export async function withinRequest(work: () => Promise<void>, about: () => Answered): Promise<void> {
  const waiting: Waiting = { answered: null, listeners: [] };
  await current.run(waiting, work);
  const answered = about();
  waiting.answered = answered;
  for (const tell of waiting.listeners.splice(0)) tell(answered);
}

/** Calls back with the request that this work belongs to, when it was answered; with null at once outside of one. */
export function whenAnswered(tell: (answered: Answered | null) => void): void {
  const waiting = current.getStore();
  if (!waiting) tell(null);
  else if (waiting.answered) tell(waiting.answered);
  else waiting.listeners.push(tell);
}

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
