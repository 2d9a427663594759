import type { ServerResponse } from "node:http";
import type { Follower } from "./hub.ts";

const beatFrame = Buffer.from(":\n\n");
/** A reader that takes nothing for this long is closed; it comes back and catches up. */
const patienceMs = 30_000;

export type Stream = Follower & {
  sessionId: string;
  beat: (now: number) => void;
  /** Sends the reader away; it comes back after `retryMs`. */
  end: (retryMs: number) => void;
};

/**
 * An event stream on node's own response. When the reader is slow, only "topic is at N" is kept, the newest of each
 * topic: memory does not grow. `closed` runs once, however it ends.
 */
export function openStream(
  response: Pick<ServerResponse, "write" | "end" | "destroy" | "once" | "on">,
  about: { topics: readonly string[]; sessionId: string; clock: () => number; closed: () => void },
): Stream {
  let waiting: Map<string, Buffer> | null = null;
  let since = 0;

  const write = (frame: Buffer): void => {
    if (response.write(frame)) return;
    waiting = new Map();
    since = about.clock();
    response.once("drain", drained);
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

  response.on("close", about.closed);
  response.on("error", () => undefined);
  return {
    topics: about.topics,
    sessionId: about.sessionId,
    at,
    whisper: (frame) => {
      if (!waiting) write(frame);
    },
    beat: (now) => {
      if (!waiting) write(beatFrame);
      else if (now - since > patienceMs) response.destroy();
    },
    end: (retryMs) => {
      response.end(`retry: ${Math.round(retryMs)}\n\n`);
    },
  };
}
