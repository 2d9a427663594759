import type { News } from "./topics.ts";

/** One open stream as the hub sees it. */
export type Follower = {
  topics: readonly string[];
  /** "Topic is at version N", framed once for everybody. Newer frames of a topic may replace older ones. */
  at: (topic: string, frame: Buffer) => void;
  /** Passing words: dropped when the reader is slow. */
  whisper: (frame: Buffer) => void;
};

export const atFrame = (topic: string, version: number): Buffer =>
  Buffer.from(`id: ${topic}@${version}\nevent: at\ndata: ${topic} ${version}\n\n`);

const whisperFrame = (topic: string, words: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(`event: whisper\ndata: ${JSON.stringify({ topic, words })}\n\n`);

/** Who follows what in this process. A frame is made once and the same bytes go to every follower. */
export function openHub() {
  const byTopic = new Map<string, Set<Follower>>();

  const follow = (one: Follower): (() => void) => {
    for (const topic of one.topics) {
      const all = byTopic.get(topic) ?? new Set();
      all.add(one);
      byTopic.set(topic, all);
    }
    return () => {
      for (const topic of one.topics) {
        const all = byTopic.get(topic);
        all?.delete(one);
        if (all?.size === 0) byTopic.delete(topic);
      }
    };
  };

  const publish = ({ at, whispers }: News): void => {
    for (const [topic, version] of at) {
      const all = byTopic.get(topic);
      if (!all) continue;
      const frame = atFrame(topic, version);
      for (const one of all) one.at(topic, frame);
    }
    for (const [topic, words] of whispers) {
      const all = byTopic.get(topic);
      if (!all) continue;
      const frame = whisperFrame(topic, words);
      for (const one of all) one.whisper(frame);
    }
  };

  return { follow, publish, followed: (): IterableIterator<string> => byTopic.keys() };
}
