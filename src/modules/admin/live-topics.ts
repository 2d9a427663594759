import { desc } from "drizzle-orm";
import { inboxTopic } from "#src/modules/chat/index.server.ts";
import { allOrdersTopic } from "#src/modules/orders/index.server.ts";
import { changedTopic, type TopicKind } from "#src/platform/live/topics.ts";
import { audit } from "#src/platform/tables.ts";
import type { Capability, Viewer } from "#src/shared/viewer.ts";
import { auditParts } from "./domain/audit-ask.ts";
import { isOpenTo, readableParts } from "./domain/policy.ts";

/** Entries among which a change that a stream missed is looked for. */
const recent = 200;

const wordsOf = (part: string): readonly string[] => auditParts[part]?.prefixes ?? [];
const wordsFor = (viewer: Viewer): readonly string[] => readableParts(viewer).flatMap(wordsOf);

/** What this viewer follows to see the audit grow. */
export const auditTopics = (viewer: Viewer): readonly string[] => wordsFor(viewer).map(changedTopic);

/** Parts that have topics of their own, which say more than the audit. */
const ownTopics: Readonly<Record<string, string>> = { orders: allOrdersTopic, chat: inboxTopic };

/** What changes a list that is made of these parts, as far as this viewer may follow it. */
export const topicsOf = (viewer: Viewer, parts: readonly Capability[]): readonly string[] =>
  parts.filter((part) => isOpenTo(viewer, part)).flatMap((part) => ownTopics[part] ?? wordsOf(part).map(changedTopic));

/** "changed:codes": admins who may read that part of the audit are notified of each new entry in it. */
export const changedTopics: readonly TopicKind[] = [
  {
    kind: "changed",
    maySee: async ({ viewer }, word) => wordsFor(viewer).includes(word),
    versions: async (db) => {
      const { action, at } = audit;
      const rows = await db.select({ action, at }).from(audit).orderBy(desc(at)).limit(recent);
      return new Map(rows.reverse().map((row) => [row.action.split(".", 1).join(), row.at.getTime()]));
    },
  },
];
