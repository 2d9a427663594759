import { inArray, type SQL } from "drizzle-orm";
import { z } from "zod";
import { type FileLine, fileAddress, filesById } from "#src/modules/files/index.server.ts";
import { askedCursor, cutPage, walk } from "#src/platform/database/cursor.ts";
import { isId } from "#src/shared/id.ts";
import type { TalkSide } from "../domain/policy.ts";
import type { messages, threadMessages } from "../tables.ts";

/**
 * The file of a message as this viewer has it. checking: it comes when its check is through. withheld: personal details
 * could not be taken out, so only its sender has it. refused: by the check. gone: it was removed.
 */
export type ShownFile = {
  id: string;
  state: "checking" | "ready" | "withheld" | "refused" | "gone";
  /** Bytes of what this viewer gets. */
  size: number;
  type: string | null;
  /** Address of the small picture; null: there is none. */
  thumb: string | null;
  /** The viewer sent it. */
  own: boolean;
  /** Its sender let others have it as it is, with what could not be taken out of it. */
  asItIs: boolean;
  /** Why others do not have it, in words for its sender. */
  refusal: string | null;
};

/** A message as both sides read it: names of admins stay among admins. */
export type ShownMessage = {
  id: string;
  message: string;
  timestamp: string;
  /** Whether it is the viewer's side that wrote it. */
  mine: boolean;
  senderType: "user" | "system";
  fromSupport: boolean;
  /** Who of Support wrote it: among admins alone. */
  by?: string;
  /** What stands in the inbox between messages and is none, with this title: a note, what the person says of the talk. */
  aside?: string;
  attachment: string | null;
  attachmentName: string | null;
  file: ShownFile | null;
  /** Contact details in it are hidden. */
  masked?: true;
};

export type ChatPage = {
  chatId: string;
  side: TalkSide;
  version: number;
  state: "open" | "closed";
  unread: number;
  /** The question how it was, for its person while the chat is closed and it is not answered. */
  question?: string;
  /** Up to where the other side has read. */
  readByOther: string | null;
  messages: readonly ShownMessage[];
  /** Known messages that were asked for again, because their files may have changed. */
  again: readonly ShownMessage[];
  /** There are older ones before the first. */
  older: boolean;
  /** There are newer ones after the last. */
  newer: boolean;
};

/** Which messages of a conversation a page asks for. */
export const pageFields = {
  /** Cursor of a known message: those before it, or those after it. */
  before: askedCursor.optional(),
  after: askedCursor.optional(),
  /** Ids of known messages whose files were being checked, with commas between. */
  again: z.string().max(1_000).optional(),
};
type Asked = { before?: string | undefined; after?: string | undefined; again?: string | undefined };

const perPage = 50;
const mostAgain = 20;

type Row = Pick<
  typeof messages.$inferSelect,
  "id" | "message" | "timestamp" | "attachment" | "attachmentName" | "attachmentId"
>;
/** How a conversation's messages are read, and what is its own in how they are shown. */
type Source<R> = {
  columns: Pick<typeof messages | typeof threadMessages, "timestamp" | "id">;
  read: (which: SQL | undefined, order: SQL[], most: number) => Promise<R[]>;
  showing: (rows: readonly R[]) => Promise<(row: R) => Omit<ShownMessage, keyof Row | "file">>;
  /** Who reads may not reach who wrote: a file has the name, and the address, that everybody else has of it. */
  hidesNames?: true;
};

/**
 * Messages in the order of `(timestamp, id)`, 50 at a time: the newest, those before, or those after a known one; beside
 * them known ones that are asked for again. The same answer serves the page and what catches up after news.
 */
export async function messagePage<R extends Row>(
  ask: Parameters<typeof filesById>[0],
  asked: Asked,
  { columns, read, showing, hidesNames }: Source<R>,
): Promise<Pick<ChatPage, "messages" | "again" | "older" | "newer">> {
  const { timestamp: at, id } = columns;
  const { direction, after, order } = walk({ older: asked.before, newer: asked.after }, { at, id });
  const found = await read(after, order, perPage + 1);
  const page = cutPage(found, perPage, direction, ({ timestamp, id: last }) => ({ at: timestamp, id: last }));
  const rows = page.rows.toReversed();
  const ids = (asked.again ?? "").split(",").filter(isId).slice(0, mostAgain);
  const known = ids.length === 0 ? [] : await read(inArray(id, ids), order, mostAgain);
  const all = [...rows, ...known];
  const attached = all.flatMap(({ attachmentId }) => attachmentId ?? []);
  const [files, own] = await Promise.all([filesById(ask, attached), showing(all)]);
  const show = (row: R): ShownMessage => {
    const line = row.attachmentId ? files.get(row.attachmentId) : undefined;
    const shown = own(row);
    return {
      id: row.id,
      message: row.message,
      timestamp: row.timestamp.toISOString(),
      ...(hidesNames && !shown.mine ? nameForOthers(row, line) : nameAsSent(row)),
      file: row.attachmentId ? shownFile(row.attachmentId, line) : null,
      ...shown,
    };
  };
  return {
    messages: rows.map(show),
    again: known.map(show),
    older: direction === "newer" || page.older !== null,
    newer: direction === "older" || page.newer !== null,
  };
}

type Named = Pick<ShownMessage, "attachment" | "attachmentName">;
const nameAsSent = ({ attachment, attachmentName }: Row): Named => ({ attachment, attachmentName });

/** A file as the other side has it: without contact details in its name, and without a name when it is gone. */
export const nameForOthers = ({ attachmentId }: Pick<Row, "attachmentId">, line: FileLine | undefined): Named => ({
  attachment: line?.address ?? (attachmentId && fileAddress(attachmentId, "file")),
  attachmentName: line?.name ?? null,
});

const gone = { state: "gone", size: 0, type: null, thumb: null, own: false, asItIs: false, refusal: null } as const;

function shownFile(id: string, line: FileLine | undefined): ShownFile {
  if (!line) return { id, ...gone };
  const { size, type, thumb, own, withheld, asItIs, refusal } = line;
  const state = line.state === "ready" && withheld ? "withheld" : line.state;
  // Only complete files are sent; one that is received is never shown.
  return { id, state: state === "receiving" ? "checking" : state, size, type, thumb, own, asItIs, refusal };
}
