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
