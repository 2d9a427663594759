import type pg from "pg";
import type { Log } from "../log.ts";
import type { Publisher, Runtime } from "../runtime.ts";
import { openCrossProcess } from "./cross-process.ts";
import type { Stream } from "./hub.ts";
import { type Follower, openHub } from "./hub.ts";
import { type News, parseTopic, type TopicKind } from "./topics.ts";

/** Topics looked up in one statement. */
const topicsAtOnce = 500;

/** Other processes are notified at once; later changes are sent together, this often. */
const gatherMs = 10;

export type Live = ReturnType<typeof openLive>;

/**
 * Live updates of this process: its streams, and the line to other processes. Versions come from the database, so news
 * that got lost (a killed process, a cut line) are made up by `catchUp`, which runs when the line is back and with
 * every heartbeat.
 */
export function openLive(parts: { connection: pg.PoolConfig; log: Log; id: string; kinds: readonly TopicKind[] }) {
  const { connection, log, id } = parts;
  const kinds = new Map(parts.kinds.map((one) => [one.kind, one]));
  const hub = openHub();
  let runtime: Runtime | null = null;
  const between = openCrossProcess({
    connection,
    log,
    id,
    received: (news) => hub.publish(news),
    back: () => void catchUp(),
  });

  let at = new Map<string, number>();
  let ephemerals: News["ephemerals"][number][] = [];
  let timer: NodeJS.Timeout | undefined;
  let due: NodeJS.Immediate | undefined;
  const flush = (): void => {
    timer = due = undefined;
    if (at.size === 0 && ephemerals.length === 0) return;
    const news = { at, ephemerals };
    at = new Map();
    ephemerals = [];
    timer = setTimeout(flush, gatherMs);
    void between.publish(news);
  };
  const schedule = (): void => {
    if (!timer) due ??= setImmediate(flush); // the updates of one command are sent together
  };

  /** Where these topics stand, by one statement a kind. */
  const versionsOf = async (topics: Iterable<string>): Promise<Map<string, number>> => {
    const ids = new Map<TopicKind, string[]>();
    for (const topic of topics) {
      const parsed = parseTopic(topic);
      const kind = parsed && kinds.get(parsed.kind);
      if (!kind) continue;
      const known = ids.get(kind);
      if (known) known.push(parsed.id);
      else ids.set(kind, [parsed.id]);
    }
    const found = new Map<string, number>();
    if (!runtime) return found;
    for (const [kind, some] of ids)
      for (const [id, version] of await kind.versions(runtime.db, some)) found.set(`${kind.kind}:${id}`, version);
    return found;
  };

  const catchUp = async (): Promise<void> => {
    const topics = [...hub.followed()];
    try {
      for (let from = 0; from < topics.length; from += topicsAtOnce)
        hub.publish({ at: await versionsOf(topics.slice(from, from + topicsAtOnce)), ephemerals: [] });
    } catch (err) {
      log.warn({ err }, "live updates could not be caught up");
    }
  };

  const publisher: Publisher = {
    publish: (topic, version) => {
      hub.publish({ at: new Map([[topic, version]]), ephemerals: [] });
      at.set(topic, Math.max(version, at.get(topic) ?? version));
      schedule();
    },
    ephemeral: (topic, state) => {
      hub.publish({ at: new Map(), ephemerals: [[topic, state]] });
      ephemerals.push([topic, state]);
      schedule();
    },
  };

  return {
    ...publisher,
    kinds,
    versionsOf,
    catchUp,
    recount: between.recount,
    follow: (one: Follower): void => hub.follow(one),
    leave: (one: Follower): void => hub.leave(one),
    /** Ends one topic of a stream that continues. */
    drop: (stream: Stream, topic: string): void => {
      hub.leave(stream);
      stream.drop(topic);
      hub.follow(stream);
    },
    open: async (opened: Runtime): Promise<void> => {
      runtime = opened;
      await between.open();
    },
    close: async (): Promise<void> => {
      clearTimeout(timer);
      clearImmediate(due);
      await between.close();
    },
  };
}
