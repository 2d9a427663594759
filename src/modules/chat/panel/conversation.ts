import { cursorText } from "#src/shared/id.ts";
import type { TalkSide } from "../domain/policy.ts";
import type { ChatPage, ShownMessage } from "../queries/message-page.ts";

/** What a page knows of a chat: a run of messages without holes, and where the chat stood when they were read. */
export type Conversation = {
  /** In the order of `(timestamp, id)`, each once. */
  readonly messages: readonly ShownMessage[];
  /** Cursor of the newest message of the run: everything up to here is known. */
  readonly cursor: string | null;
  /** There are older ones before the first. */
  readonly older: boolean;
  readonly version: number;
  readonly side: TalkSide;
  readonly state: ChatPage["state"];
  readonly unread: number;
  /** The question how it was, while it waits for an answer. */
  readonly question?: string | undefined;
  /** Up to where the other side has read. */
  readonly readByOther: string | null;
};

export const noConversation = (side: TalkSide): Conversation => ({
  messages: [],
  cursor: null,
  older: false,
  version: -1,
  side,
  state: "open",
  unread: 0,
  readByOther: null,
});

type Placed = { readonly timestamp: string; readonly id: string };

/** Where a message stands, as the server's query takes it. */
export const cursorOf = ({ timestamp, id }: Placed): string => cursorText({ at: new Date(timestamp), id });

/** Instants are texts of one length and ids hexadecimal, so letters sort like the server's rows. */
export const isBefore = (one: string, other: string): boolean => one < other;

/** All messages of both, each once, in order. What came later wins. */
function merged(known: readonly ShownMessage[], found: readonly ShownMessage[]): readonly ShownMessage[] {
  if (found.length === 0) return known;
  const byId = new Map([...known, ...found].map((one) => [one.id, one]));
  return [...byId.values()].sort((a, b) => (isBefore(cursorOf(a), cursorOf(b)) ? -1 : 1));
}

const later = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && isBefore(one, other)) ? other : one;

type Asked = { readonly before?: string | undefined; readonly after?: string | undefined };

/**
 * An answer joins what is known only where it touches it; one that comes late or twice changes nothing. The version
 * counts as reached when there is nothing newer: until then news are still asked for.
 */
export function withPage(known: Conversation, page: ChatPage, asked: Asked): Conversation {
  if (asked.before !== undefined) return withOlder(known, page, asked.before);
  if (!touches(known, asked.after)) return known;
  const last = page.messages.at(-1);
  const joined = {
    ...known,
    messages: merged(known.messages, [...seenAgain(known, page), ...page.messages]),
    cursor: later(known.cursor, last ? cursorOf(last) : null),
    older: asked.after === undefined ? page.older : known.older,
    readByOther: later(known.readByOther, page.readByOther),
  };
  if (page.version < known.version || page.newer) return joined;
  const { version, side, state, unread, question } = page;
  return { ...joined, version, side, state, unread, question };
}

/** Known messages as they are now; an answer of old says nothing about them. */
function seenAgain(known: Conversation, { again, version }: ChatPage): readonly ShownMessage[] {
  if (again.length === 0 || version < known.version) return [];
  const there = new Set(known.messages.map(({ id }) => id));
  return again.filter(({ id }) => there.has(id));
}

const touches = ({ cursor }: Conversation, after: string | undefined): boolean =>
  after === undefined ? cursor === null : cursor !== null && !isBefore(cursor, after);

function withOlder(known: Conversation, page: ChatPage, before: string): Conversation {
  const [first] = known.messages;
  if (!first || cursorOf(first) !== before) return known;
  return { ...known, messages: merged(known.messages, page.messages), older: page.older };
}

export const withSeen = (before: Conversation, to: string): Conversation => ({
  ...before,
  readByOther: later(before.readByOther, to),
});

export const allRead = (before: Conversation): Conversation =>
  before.unread === 0 ? before : { ...before, unread: 0 };

const mostAgain = 20;

/** Newest messages whose files are not what they will be, or of which something is hidden: they are asked for again. */
export const unsettledMessages = ({ messages }: Conversation): readonly string[] =>
  messages
    .flatMap(({ id, file, masked }) => (masked || file?.state === "checking" || file?.state === "withheld" ? id : []))
    .slice(-mostAgain);

/** The newest message of the other side or of Support: up to here the viewer has read when it is on the screen. */
export const newestOfOthers = ({ messages }: Conversation): ShownMessage | undefined =>
  messages.findLast(({ mine }) => !mine);

/** The viewer's newest message that the other side has read. */
export const newestSeen = ({ messages, readByOther }: Conversation): string | undefined =>
  readByOther === null
    ? undefined
    : messages.findLast(({ mine, timestamp }) => mine && !isBefore(readByOther, timestamp))?.id;
