import { formatUsd } from "#src/shared/money.ts";
import type { ActorKind } from "../states.ts";

/** What was written down beside an entry of the history. */
export type EntryDetail = Readonly<Record<string, unknown>>;
type Sentence = string | ((detail: EntryDetail) => string);

/** For admins. `by`: after the name of who did it. `alone`: what happened without a person. No full stop at the end. */
export type Sentences = { by?: Sentence; alone?: Sentence };

/** A sentence for each of the kinds that may cause an entry: for a person, and for nobody. */
export type SentencesOf<K extends ActorKind> = ("S" extends K ? { alone: Sentence } : { alone?: never }) &
  ([Exclude<K, "S">] extends [never] ? { by?: never } : { by: Sentence });

export const writerIn = ({ writerName }: EntryDetail): string =>
  typeof writerName === "string" ? writerName : "a writer";

export const sumOf = (cents: unknown): string => (typeof cents === "number" ? formatUsd(cents) : "money");

/** A sentence more, where money went back. */
export const backIn = ({ refundCents }: EntryDetail): string =>
  typeof refundCents === "number" && refundCents > 0 ? `. ${formatUsd(refundCents)} went back` : "";

/** A sentence more, where late work gave the client money or took some off the rest. */
export const creditedIn = ({ refundCents, waivedCents }: EntryDetail): string => {
  const cents = [refundCents, waivedCents].reduce<number>((all, one) => all + (typeof one === "number" ? one : 0), 0);
  return cents > 0 ? `. It was late, so ${formatUsd(cents)} was credited to the client` : "";
};

export const versionIn = ({ delivery }: EntryDetail): string =>
  typeof delivery === "number" ? ` version ${delivery}` : " the work";
