import { type Outcome, refuse } from "#src/shared/outcome.ts";

const mostWaiting = 80;

/** One person has one worker at most: pages are drawn, and texts read, one after the other. */
const lines = new Map<string, { last: Promise<unknown>; waiting: number }>();

/** Runs when this person's earlier work is through. Refuses unavailable when too much of it waits. */
export async function queuePerPerson<T>(who: string, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const line = lines.get(who) ?? { last: Promise.resolve(), waiting: 0 };
  if (line.waiting >= mostWaiting)
    return refuse("unavailable", "Too many files are being read. Try again in a minute.", { retryAfter: 60 });
  const mine = line.last.then(work, work);
  line.last = mine;
  line.waiting += 1;
  lines.set(who, line);
  try {
    return await mine;
  } finally {
    line.waiting -= 1;
    if (line.waiting === 0) lines.delete(who);
  }
}
