/** An event of a browser's trace, times in microseconds: `ts`, `dur` by the clock, `tts`, `tdur` by its thread's processor time. */
export type TraceEvent = {
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  ts: number;
  dur?: number;
  tts?: number;
  tdur?: number;
};
type Timed = TraceEvent & Required<Pick<TraceEvent, "dur" | "tts" | "tdur">>;

const isTimed = (event: TraceEvent): event is Timed =>
  event.ph === "X" && event.dur !== undefined && event.tts !== undefined && event.tdur !== undefined;

const byBegin = (a: TraceEvent, b: TraceEvent): number => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0);

/** The tasks of a thread: what lies in no other event. */
function tasksOf(events: readonly TraceEvent[]): Timed[] {
  const tasks: Timed[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const event of events) {
    if (!isTimed(event) || event.ts < end) continue;
    tasks.push({ ...event });
    end = event.ts + event.dur;
  }
  return tasks;
}

/**
 * Gives every task of a trace the time that its thread had the processor, where it began; its events move
 * with it. Time in which other programs had the processor is not counted. Changes the events.
 */
export function inOwnTime(trace: readonly TraceEvent[]): void {
  for (const events of Map.groupBy(trace, ({ pid, tid }) => `${pid}:${tid}`).values()) {
    const sorted = events.toSorted(byBegin);
    const tasks = tasksOf(sorted);
    let at = 0;
    for (const event of sorted) {
      let task = tasks[at];
      while (task && task.ts + task.dur < event.ts) task = tasks[++at];
      if (!task || event.ts < task.ts || event.tts === undefined) continue;
      event.ts = task.ts + Math.min(task.tdur, Math.max(0, event.tts - task.tts));
      if (isTimed(event)) event.dur = event.tdur;
    }
  }
}
