import type { FieldError } from "#src/shared/outcome.ts";
import type { KeptChange } from "./order-facts.ts";
import type { CounterOffer, QuoteOffer } from "./quote-offer.ts";
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
