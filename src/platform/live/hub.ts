import type { News } from "./topics.ts";

/** One open stream as the hub sees it. */
export type Follower = {
  topics: readonly string[];
  /** "Topic is at version N", framed once for everybody. Newer frames of a topic may replace older ones. */
  at: (topic: string, frame: Buffer) => void;
  /** Passing words: dropped when the reader is slow. */
  ephemeral: (frame: Buffer) => void;
};

export const atFrame = (topic: string, version: number): Buffer =>
  Buffer.from(`id: ${topic}@${version}\nevent: at\ndata: ${topic} ${version}\n\n`);

const ephemeralFrame = (topic: string, state: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(`event: ephemeral\ndata: ${JSON.stringify({ topic, state })}\n\n`);

/** Who follows what in this process. A frame is made once and the same bytes go to every follower. */
export function openHub() {
  // Most topics are one person's, who has one page open: a set for each would be most of what the hub keeps.
  const byTopic = new Map<string, Follower | Set<Follower>>();

  const follow = (one: Follower): void => {
    for (const topic of one.topics) {
      const known = byTopic.get(topic);
      if (!known) byTopic.set(topic, one);
      else if (known instanceof Set) known.add(one);
      else byTopic.set(topic, new Set([known, one]));
    }
  };

  const leave = (one: Follower): void => {
    for (const topic of one.topics) {
      const known = byTopic.get(topic);
      if (known instanceof Set) known.delete(one);
      if (known === one || (known instanceof Set && known.size === 0)) byTopic.delete(topic);
    }
  };

  const followersOf = (topic: string): Iterable<Follower> => {
    const known = byTopic.get(topic);
    return known instanceof Set ? known : known ? [known] : [];
  };

  const publish = ({ at, ephemerals }: News): void => {
    for (const [topic, version] of at) {
      if (!byTopic.has(topic)) continue;
      const frame = atFrame(topic, version);
      for (const one of followersOf(topic)) one.at(topic, frame);
    }
    for (const [topic, state] of ephemerals) {
      if (!byTopic.has(topic)) continue;
      const frame = ephemeralFrame(topic, state);
      for (const one of followersOf(topic)) one.ephemeral(frame);
    }
  };

  return { follow, leave, publish, followed: (): IterableIterator<string> => byTopic.keys() };
}

const beatFrame = Buffer.from(":\n\n");
/** A reader that takes nothing for this long is closed (30 s at most); it reconnects and catches up. */
const idleTimeoutMs = 15_000;

/** Node's socket, or its response. */
type Sink = {
  write: (frame: Buffer) => boolean;
  end: (last: string, sent: () => void) => unknown;
  destroy: () => unknown;
  once: (event: "drain", run: () => void) => unknown;
  on: (event: "close" | "error", run: () => void) => unknown;
};

type About = {
  topics: readonly string[];
  sessionId: string;
  clock: () => number;
  /** Runs once, however the stream ends. */
  closed: (stream: Stream) => void;
};

const nothing = (): void => undefined;

/**
 * An event stream on its connection, whose head was written before. When the reader is slow, only "topic is at N" is
 * kept, the newest of each topic: memory does not grow. A class, as thousands of them share its functions.
 */
export class Stream implements Follower {
  topics: readonly string[];
  readonly sessionId: string;
  readonly #sink: Sink;
  readonly #clock: () => number;
  #waiting: Map<string, Buffer> | null = null;
  #since = 0;

  constructor(sink: Sink, { topics, sessionId, clock, closed }: About) {
    this.topics = topics;
    this.sessionId = sessionId;
    this.#sink = sink;
    this.#clock = clock;
    sink.on("close", () => closed(this));
    sink.on("error", nothing);
  }

  at(topic: string, frame: Buffer): void {
    if (this.#waiting) this.#waiting.set(topic, frame);
    else this.#write(frame);
  }

  ephemeral(frame: Buffer): void {
    if (!this.#waiting) this.#write(frame);
  }

  /** Sends nothing more of this topic, queued updates included. The hub must register the stream again after it. */
  drop(topic: string): void {
    this.topics = this.topics.filter((one) => one !== topic);
    this.#waiting?.delete(topic);
  }

  beat(): void {
    if (!this.#waiting) this.#write(beatFrame);
  }

  /** Closes the stream when its reader takes nothing. */
  weed(now: number): void {
    if (this.#waiting && now - this.#since > idleTimeoutMs) this.#sink.destroy();
  }

  /** Ends the stream; the reader reconnects after `retryMs`. */
  end(retryMs: number): void {
    if (this.#waiting) return void this.#sink.destroy();
    this.#wait(); // nothing follows the last words
    this.#sink.end(`retry: ${Math.round(retryMs)}\n\n`, () => this.#sink.destroy());
  }

  #write(frame: Buffer): void {
    if (this.#sink.write(frame)) return;
    this.#wait();
    this.#sink.once("drain", () => this.#drained());
  }

  #wait(): void {
    this.#waiting = new Map();
    this.#since = this.#clock();
  }

  #drained(): void {
    const kept = this.#waiting;
    this.#waiting = null;
    for (const [topic, frame] of kept ?? []) this.at(topic, frame);
  }
}
