import type { Follower } from "./hub.ts";

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
