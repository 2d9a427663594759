import { type FieldError, invalid, type Refusal, refuse } from "#src/shared/outcome.ts";
import type { KeptChange, OrderFacts } from "./order-facts.ts";
import type { Bearer } from "./states.ts";

/** A writer as the assigning rules see it. */
export type WriterFacts = { id: string; active: boolean; openOrders: number; capacity: number };

export type Amount = { cents: number; currency: string };

/** What a person writes with an action, and how it is asked for when it is missing. */
const textAsks = {
  reason: "Give a reason.",
  answer: "Write an answer.",
  outcome: "Say what outcome you want.",
  points: "Name what should change.",
  question: "Write the question for the client.",
} as const;
export type TextParam = keyof typeof textAsks;
export const askFor = (name: TextParam): string => textAsks[name];
export const textParams = Object.keys(textAsks) as readonly TextParam[];

const partAsks = {
  quote: "Give the price, the scope and the deadline.",
  counter: "Say what should be different.",
  writer: "Choose a writer.",
  payment: "Say what was paid.",
  chargeback: "Say how much is charged back.",
  change: "Say what should change.",
} as const;

/** The required texts of an action, from the person or the provider's event. */
export type Need = TextParam | keyof typeof partAsks;

/** The parameters of an action. Each row of the table names what it needs. */
export type ActionParams = { [Name in TextParam]?: string } & {
  quote?: QuoteOffer;
  counter?: CounterOffer;
  writer?: WriterFacts;
  writerDeadline?: Date;
  payment?: Amount & { charge: Amount };
  chargeback?: { cents: number; won?: boolean };
  /** What the client asks to change; `agreedAt` is decided by the rules. */
  change?: Omit<KeptChange, "askedAt" | "agreedAt">;
  /** The new total that the client saw. */
  changeSeenCents?: number;
  /** The refund that the person saw before cancelling, in cents. */
  refundSeenCents?: number;
  /** Whose doing a cancellation is; only an admin may name another than the client's mind. */
  cause?: "client" | "writer" | "operator";
  /** What an admin decides in a dispute. */
  refundCents?: number;
  bearer?: Exclude<Bearer, "nobody">;
  deadline?: Date;
  /** There is no other admin who could decide about an appeal. */
  onlyAdmin?: boolean;
};

export const maxText = 10_000;

const isText = (need: Need): need is TextParam => need in textAsks;

/** The first thing wrong with what a step needs, or null. A text must say something and fit the limit. */
export const wrongNeed = (need: Need, params: ActionParams): FieldError | null => {
  if (!isText(need)) return params[need] === undefined ? { path: need, message: partAsks[need] } : null;
  const text = params[need]?.trim() ?? "";
  if (text === "") return { path: need, message: textAsks[need] };
  return text.length > maxText ? { path: need, message: `Use at most ${maxText} characters.` } : null;
};

/** One part of a price that an admin names for custom work, in cents. */
export type QuoteLine = { what: string; cents: number };

/** What an admin offers for custom work. The price is the sum of its lines, where it has lines. */
export type QuoteOffer = {
  cents: number;
  scope: string;
  deadline: Date;
  lines?: readonly QuoteLine[] | undefined;
  /** How many hours it is valid; by default the setting's. */
  validHours?: number | undefined;
};

/** What a client would accept instead; null is "as it is". */
export type CounterOffer = { cents: number | null; deadline: Date | null; text: string };

export const quoteBounds = { lines: 20, what: 200, leastHours: 1, mostHours: 720 } as const;

type LaterDeadlineAsked = { order: Pick<OrderFacts, "deadline">; params: ActionParams; now: Date };

const wrong = (message: string): Refusal => invalid([{ path: "deadline", message }], message);

/** More time is asked for by a deadline later than the order's, and ahead. */
export const laterDeadline = ({ order, params: { deadline }, now }: LaterDeadlineAsked): Refusal | null => {
  if (!order.deadline) return refuse("conflict", "The order has no deadline.");
  if (!deadline) return wrong("Choose a day and a time.");
  return deadline > order.deadline && deadline > now ? null : wrong("Choose a time after the deadline of now.");
};
