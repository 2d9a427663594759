import type { Follower } from "./hub.ts";

const beatFrame = Buffer.from(":\n\n");
/** A reader that takes nothing for this long is closed (security F15: 30 s at most); it comes back and catches up. */
const patienceMs = 15_000;

/** Node's socket, or its response. */
type Sink = {
  write: (frame: Buffer) => boolean;
  end: (last: string, sent: () => void) => unknown;
  destroy: () => unknown;
  once: (event: "drain", run: () => void) => unknown;
  on: (event: "close" | "error", run: () => void) => unknown;
};

export type Stream = Follower & {
  sessionId: string;
  beat: () => void;
  /** Closes the stream when its reader takes nothing. */
  weed: (now: number) => void;
  /** Sends the reader away; it comes back after `retryMs`. */
  end: (retryMs: number) => void;
};

/**
 * An event stream on its connection, whose head was written before. When the reader is slow, only "topic is at N" is
 * kept, the newest of each topic: memory does not grow. `closed` runs once, however it ends.
 */
export function openStream(
  sink: Sink,
  about: { topics: readonly string[]; sessionId: string; clock: () => number; closed: () => void },
): Stream {
  let waiting: Map<string, Buffer> | null = null;
  let since = 0;

  const write = (frame: Buffer): void => {
    if (sink.write(frame)) return;
    waiting = new Map();
    since = about.clock();
    sink.once("drain", drained);
  };
  const drained = (): void => {
    const kept = waiting;
    waiting = null;
    for (const [topic, frame] of kept ?? []) at(topic, frame);
  };
  const at = (topic: string, frame: Buffer): void => {
    if (waiting) waiting.set(topic, frame);
    else write(frame);
  };

  sink.on("close", about.closed);
  sink.on("error", () => undefined);
  return {
    topics: about.topics,
    sessionId: about.sessionId,
    at,
    whisper: (frame) => {
      if (!waiting) write(frame);
    },
    beat: () => {
      if (!waiting) write(beatFrame);
    },
    weed: (now) => {
      if (waiting && now - since > patienceMs) sink.destroy();
    },
    end: (retryMs) => {
      if (waiting) return void sink.destroy();
      waiting = new Map(); // nothing follows the last words
      since = about.clock();
      sink.end(`retry: ${Math.round(retryMs)}\n\n`, () => sink.destroy());
    },
  };
}
