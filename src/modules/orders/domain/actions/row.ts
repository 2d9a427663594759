import { formatUsd } from "#src/shared/money.ts";
import type { Capability } from "#src/shared/viewer.ts";
import type { Need, TextParam } from "../action-params.ts";
import type { KeptDiscount } from "../discount.ts";
import type { GuardName } from "../guard-names.ts";
import type { Asked } from "../guards.ts";
import type { OrderChanges } from "../order-facts.ts";
import type { ActorKind, OrderStatus, Stage } from "../states.ts";

/** What a move does to money, as docs/lifecycle.md shows it. */
type MoneyLabel =
  | "none"
  | "owed"
  | "void"
  | "held"
  | "all back"
  | "by ladder"
  | "released"
  | "frozen"
  | "by decision"
  | "by change"
  | "kept"
  | "given back";

/** One way an action moves an order: from these states, by these actors, under these conditions. */
export type Move<A extends readonly ActorKind[] = readonly ActorKind[], E extends string = string> = {
  from: readonly Stage[];
  to: OrderStatus | "same";
  actors: A;
  guards: readonly GuardName[];
  /** Its required texts, from the person or the provider's event. */
  needs: readonly Need[];
  money: MoneyLabel;
  event: E;
};

type More = { guards?: readonly GuardName[]; needs?: readonly Need[] };

export const move = <const A extends readonly ActorKind[], const E extends `order.${string}`>(
  from: readonly Stage[],
  to: Move["to"],
  actors: A,
  money: MoneyLabel,
  event: E,
  { guards = [], needs = [] }: More = {},
): Move<A, E> => ({ from, to, actors, money, event, guards, needs });

/** Whether a reader of the history sees an entry, and what was written with it. */
type Visibility = "hidden" | "shown" | "with text";

export type HistoryEntry = Sentences & {
  /** For admins, who see every entry: what happened, in the past tense. */
  title: string;
  client: Visibility;
  writer: Visibility;
  /** After the speaker's name where the text is part of the conversation: "asked". */
  verb?: string;
};

type Forms = { C: PersonForm; W: PersonForm; A: AdminForm };
type ActorOf<M extends readonly Move[]> = M[number]["actors"][number];
type PersonOf<M extends readonly Move[]> = Extract<ActorOf<M>, keyof Forms>;

type Common = {
  /** The columns it writes beside the state; refunded cents are added by `decide`. */
  changes: (asked: Asked) => OrderChanges;
  /** Why it is refused, after "The order is …, so …". */
  cannot: string;
  history: HistoryEntry;
  /** The right with which admins take it; left out: the right to orders. */
  right?: Capability;
  /** It has more parameters than `act` accepts, so a command of its own carries it out. */
  ownCommand?: true;
};

/** Everything about one action of an order's life. */
export type ActionRow = Common & { moves: readonly Move[]; forms?: Partial<Forms> };

type Row<M extends readonly Move[]> = Common & { moves: M; history: SentencesOf<ActorOf<M>> };
type FormsOf<M extends readonly Move[]> = [PersonOf<M>] extends [never]
  ? { forms?: never }
  : { forms: Pick<Forms, PersonOf<M>> };

/** One row: whoever may take the action has a sentence in the history and, if a person, a form; nobody else has one. */
export const action = <M extends readonly Move[]>(
  row: Row<M> & FormsOf<M>,
): Common & { moves: M; forms?: Partial<Forms> } => row;

/** What was written down beside an entry of the history. */
export type EntryDetail = Readonly<Record<string, unknown>>;
type Sentence = string | ((detail: EntryDetail) => string);

/** For admins. `by`: after the name of who did it. `alone`: what happened without a person. No full stop at the end. */
type Sentences = { by?: Sentence; alone?: Sentence };

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

/** What the texts of a form may name of the order that they stand on. */
export type FormFacts = {
  number: string;
  writerName: string | null;
  priceCents: number | null;
  discount: KeptDiscount | null;
  shortfallCents: number;
  refundedCents: number;
  confirmedAt: Date | null;
  /** Until when changes may be asked for, in words. */
  changesUntil: string | null;
  /** When a revision that is asked for now would be due, in words. */
  revisionDue?: string | null;
  /** How long an approval can be undone, and changes be asked for after it, in a sentence. */
  afterApproval: string | null;
  /** When a pause that begins now ends at the latest, and when its client is reminded, in a sentence. */
  pauseEnds?: string | null;
};
export type Text = string | ((order: FormFacts) => string);

type Labelled<Name extends string = string> = { name: Name; label: string; hint?: Text; optional?: true };
type TextField = Labelled<TextParam> & { kind: "text"; rows?: number };

/**
 * On the pages of clients and writers. "refund" is the amount that the page shows before a cancellation,
 * "change" the fields of another deadline, pages and sources,
 * "counter" those of a counter-offer.
 */
type PersonField = TextField | { kind: "refund" } | { kind: "change" } | { kind: "counter" };

/** On the admin page. "writer", "work" and "cause" are groups of fields that need more than a label. */
export type AdminField =
  | TextField
  | (Labelled & { kind: "line" })
  | (Labelled & { kind: "cents"; start?: "price"; ask?: string })
  /** An amount of what was paid, with what it leaves everybody. */
  | (Labelled & { kind: "sum"; ask: string })
  /** A day, YYYY-MM-DD; today where it is left empty. */
  | (Labelled & { kind: "date" })
  /** Sent as `<name>Date` and `<name>Time` in the admin's zone. */
  | (Labelled & { kind: "moment" })
  /** Who pays for money that goes back; `onlyWith` names the field without which it means nothing. */
  | { kind: "bearer"; onlyWith?: string }
  | { kind: "writer" }
  | { kind: "work" }
  | { kind: "cause" };

export type Form<Field> =
  | {
      /** On the button, the link, or the line that unfolds. */
      label: string;
      /** at-once: a button; open: a form on the page; folded: behind a link or a line; asked: in a dialog. */
      opens: "at-once" | "open" | "folded" | "asked";
      tone?: "main" | "danger";
      title?: Text;
      intro?: Text;
      /** On the button that sends the form, where it is not the label; and while it is sent. */
      send?: Text;
      busy?: string;
      /** Leads back to the page without the form. */
      back?: string;
      fields: readonly Field[];
      /** The message after it; null where the order is not shown any more. */
      done: string | null;
    }
  /** A page or a form of its own asks for it. */
  | { opens: "elsewhere"; done?: string };

export type Field = PersonField | AdminField;
export type PersonForm = Form<PersonField>;
type AdminForm = Form<AdminField>;
