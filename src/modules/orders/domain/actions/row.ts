import type { Capability } from "#src/shared/viewer.ts";
import type { Need } from "../action-params.ts";
import type { GuardName } from "../guard-names.ts";
import type { Asked } from "../guards.ts";
import type { OrderChanges } from "../order-facts.ts";
import type { ActorKind, OrderStatus, Stage } from "../states.ts";
import type { AdminForm, PersonForm } from "./form.ts";
import type { Sentences, SentencesOf } from "./sentences.ts";

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
