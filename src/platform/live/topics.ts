import type { Viewer } from "#src/shared/viewer.ts";
import type { Database } from "../database/database.ts";
import type { Ctx } from "../runtime.ts";

/** Something that people follow while it changes, as "kind:id". Its version grows with each change. */
export type TopicKind = {
  kind: string;
  /** The same verdict as the query behind the page gives for this id. */
  maySee: (ctx: Ctx, id: string) => Promise<boolean>;
  /**
   * That verdict again for people who follow already, in few statements however many they are. Without it `maySee` is
   * asked, which then knows by the viewer alone.
   */
  stillSee?: (db: Database, followers: readonly { viewer: Viewer; id: string }[]) => Promise<readonly boolean[]>;
  /** Where each of these stands now; ids without a version are left out. */
  versions: (db: Database, ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;
};

const shape = /^([a-z][a-z-]{1,30}):([A-Za-z0-9_-]{1,64})$/;

/** "chat:0190…" in its two parts; null for anything else, so that no pattern ever reaches a query. */
export function parseTopic(topic: string): { kind: string; id: string } | null {
  const found = shape.exec(topic);
  return found?.[1] && found[2] ? { kind: found[1], id: found[2] } : null;
}

/** Lists learn that something was written into the audit about their rows; `word` is the first of the entry's name. */
export const changedTopic = (word: string): string => `changed:${word}`;

/** What one process sends to the others and to its own streams. */
export type News = {
  /** topic → version; the newest is the one that counts. */
  at: ReadonlyMap<string, number>;
  /** Passing words ("is typing"), never kept. */
  ephemerals: readonly (readonly [topic: string, state: Readonly<Record<string, string>>])[];
};
