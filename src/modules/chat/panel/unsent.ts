import { minuteMs } from "#src/shared/units.ts";
import { cursorOf, isBefore } from "./conversation.ts";

/** A message on this device on its way to the server. */
export type Unsent = {
  /** Also the id of the message on the server, so that sending twice is sending once. */
  readonly id: string;
  readonly account: string;
  readonly chatId: string;
  readonly text: string;
  /** The colleague in whose chat Support answers all the same. */
  readonly over?: string | null;
  readonly file: { readonly id: string; readonly name: string; readonly size: number } | null;
  /** When it was written (ms); grows within an account, so it is the order of sending too. */
  readonly at: number;
  readonly tries: number;
  /** Not tried before this instant (ms). */
  readonly notBefore: number;
  /** waiting: not sent yet. refused: by the server, the reason in `why`. sent: stored, until a page shows it. */
  readonly state: "waiting" | "refused" | "sent";
  readonly why: string | null;
  /** A rule refused its words, and Support may be asked to read them. */
  readonly mayAsk?: true | undefined;
  /** Its writer asks a person to read it. */
  readonly askPerson?: true;
  /** The server's, once it is sent. */
  readonly timestamp: string | null;
};

/** What came of one try. `later`: nobody knows whether it arrived, or the server asks to wait so many ms. */
export type Answer =
  | { readonly kind: "sent"; readonly timestamp: string }
  | { readonly kind: "refused"; readonly text: string; readonly mayAsk?: true }
  | { readonly kind: "signed-out" }
  | { readonly kind: "later"; readonly wait?: number };

const firstWaitMs = 1_000;
const longestWaitMs = minuteMs;

/** Doubles with each try up to a minute, between half and all of it, so that many devices do not retry at once. */
const waitAfter = (tries: number, luck: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(tries - 1, 10)) * (0.5 + luck / 2);

const inOrder = (all: readonly Unsent[]): readonly Unsent[] =>
  [...all].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));

/** A moment after everything written before, also when the clock was set back. */
export const nextMoment = (all: readonly Unsent[], now: number): number =>
  all.reduce((moment, { at }) => Math.max(moment, at + 1), now);

/** The one to send now: always the oldest that waits, so that the order holds. What was refused stands aside. */
export const head = (all: readonly Unsent[]): Unsent | undefined =>
  inOrder(all).find(({ state }) => state === "waiting");

export function afterFailure(one: Unsent, answer: Answer, now: number, luck: number): Unsent {
  const tries = one.tries + 1;
  if (answer.kind === "sent") return { ...one, tries, state: "sent", why: null, timestamp: answer.timestamp };
  if (answer.kind === "refused") {
    const { text: why, mayAsk } = answer;
    return { ...one, tries, state: "refused", why, mayAsk };
  }
  if (answer.kind === "signed-out") return one;
  return { ...one, tries, notBefore: now + Math.max(answer.wait ?? 0, waitAfter(tries, luck)) };
}

/** Tried at once, because the person asks for it or the connection is back. */
export const hurried = (one: Unsent): Unsent => (one.state === "waiting" ? { ...one, notBefore: 0 } : one);

/** Sent once more, for a person to read. */
export const asking = (one: Unsent): Unsent => ({ ...one, state: "waiting", askPerson: true });

/** What stands below the conversation: everything that the page does not show yet. */
export const shownUnsent = (all: readonly Unsent[], shown: ReadonlySet<string>): readonly Unsent[] =>
  inOrder(all).filter(({ id }) => !shown.has(id));

/** Taken messages that are behind the conversation's cursor need not be kept any more. */
export const settled = (all: readonly Unsent[], cursor: string | null): readonly string[] =>
  all.flatMap(({ id, state, timestamp }) =>
    state === "sent" && timestamp && cursor !== null && !isBefore(cursor, cursorOf({ timestamp, id })) ? [id] : [],
  );
