import type { Action, PaymentStatus, StatusKey } from "#src/modules/orders/index.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";

/** "Version 2, final", "Draft 1". */
export const nameOf = ({ number, final }: { number: number; final: boolean }) =>
  final ? `Version ${number}, final` : `Draft ${number}`;

type Facts = {
  key: StatusKey;
  /** The newest finished version; null: none came yet. */
  version: number | null;
  /** Points that were named for a new version. */
  points: number;
  /** What went back to the client, in all. */
  backCents: number;
  /** True: that money has arrived, as far as we know. */
  sent: boolean;
  /** What happens next, as the table of words says it. */
  next: string;
  late: boolean;
  /** The bank looks at the payment, and no money moves. */
  frozen: boolean;
  transfer: string | null;
  /** What the client can do now. */
  answers: readonly Action[];
  /** Who cancelled the order. */
  by: "C" | "W" | "A" | "S" | null;
  /** What the newest version brought; null while it is closed or another one is read. */
  reviewed: { text: boolean; points: number; ticked: number; noAi: boolean } | null;
  unstartedPercent: number;
};
type Texts = { title: string; text: string };

const nothing = "You have nothing to do now.";

/** What the writer says of the newest version, in one sentence; nothing where nothing is said. */
const saysOf = ({ reviewed }: Facts): string => {
  if (!reviewed) return "";
  const { points, ticked, noAi } = reviewed;
  const claims = [
    points > 0 && `${ticked} of ${counted(points, "point")} of your checklist ${points === 1 ? "is" : "are"} done`,
    noAi && "no AI tools were used",
  ].filter(Boolean);
  return claims.length > 0 ? ` Your writer says: ${claims.join(", and ")}.` : "";
};

const version = ({ version: number }: Facts): string => (number === null ? "The work" : `Version ${number}`);

const whyBack = ({ by, backCents }: Facts): string => {
  const back = backCents > 0 ? "" : " You paid nothing.";
  if (by === "C") return `You cancelled the order.${back}`;
  return `${by === "S" ? "The order was cancelled automatically." : "Our team cancelled the order."}${back}`;
};

const back = ({ backCents, sent }: Facts, none: string): string =>
  backCents > 0 ? `${formatUsd(backCents)} ${sent ? "went back" : "is on its way back"} to you.` : none;

const texts: Readonly<Record<StatusKey, (facts: Facts) => Texts>> = {
  pending: ({ unstartedPercent }) => ({
    title: "Pay, and we look for your writer.",
    text: `Your money is held until you approve the work. ${unstartedPercent}% back before a writer starts.`,
  }),
  pending_custom: ({ next }) => ({ title: "We are writing your quote.", text: next }),
  quote_ended: ({ next }) => ({ title: "The last quote has ended.", text: next }),
  quoted: () => ({
    title: "Do you accept this quote?",
    text: "You accept it by paying. You pay nothing if you cancel.",
  }),
  confirmed: () => ({
    title: "We are choosing your writer.",
    text: `${nothing} Until a writer starts, you can cancel and get everything back.`,
  }),
  assigned: () => ({
    title: "A writer is reading your order.",
    text: `${nothing} Until a writer starts, you can cancel and get everything back.`,
  }),
  in_progress: ({ late, next }) =>
    late
      ? { title: "The work is late.", text: next }
      : { title: "Your writer is working on it.", text: `${nothing} We send you an e-mail when the work is here.` },
  on_hold: () => ({
    title: "Your writer has a question for you.",
    text: "The work is paused until you answer. Your deadline moves by the same time.",
  }),
  delivered: (facts) => ({
    title: `${version(facts)} is here. Does it follow your brief?`,
    text: `${facts.reviewed?.text ? "Read the text below, or open a file." : "Open the files and read them."}${saysOf(facts)}`,
  }),
  approved: (facts) => ({
    title: `You approved ${version(facts).toLowerCase()}. Thank you.`,
    text: "The files stay here. You may use the text as a model for your own work.",
  }),
  rest_due: (facts) => ({
    title: `${version(facts)} is ready. Pay the rest to open it.`,
    text: "Your time to read it starts after the payment.",
  }),
  revision_requested: ({ points, late, next }) => ({
    title: late
      ? "The new version is late."
      : `Your writer is working on your ${points > 1 ? counted(points, "point") : "point"}.`,
    text: late ? next : `${nothing} We send you an e-mail when the new version is here.`,
  }),
  completed: () => ({
    title: "The order is finished.",
    text: "The files stay here. You may use the text as a model for your own work.",
  }),
  cancelled: (facts) => ({ title: back(facts, "This order was stopped."), text: whyBack(facts) }),
  disputed: ({ answers }) =>
    answers.includes("answer-dispute")
      ? { title: "What happened from your side?", text: "Say it in your words. You can add files as evidence." }
      : {
          title: `We are reading both sides. ${nothing}`,
          text: "A person from our team decides and writes the reasons. If you do not agree, another person can decide again.",
        },
  decided: ({ next }) => ({ title: "Our team decided. Do you accept it?", text: next }),
  refunded: (facts) => ({
    title: back(facts, "The order has ended."),
    text: "Our team decided this after the dispute.",
  }),
};

/** The question of an order for its client, and one sentence or two to it. */
export const cardTexts = (facts: Facts): Texts => {
  if (facts.transfer) return { title: "We wait for your bank transfer.", text: facts.transfer };
  if (facts.frozen) return { title: "The bank is looking at the payment.", text: facts.next };
  return texts[facts.key](facts);
};

type Priced = {
  order: { paymentStatus: PaymentStatus; shown: { tone: string } };
  money: { paidCents: number };
  payCents: number | null;
  /** What a second payment brings. */
  restCents: number;
  backCents: number;
};

/** Without a second payment, "partially_paid" is a change that is not paid, which the price is still without. */
const paidStatuses: readonly PaymentStatus[] = ["paid", "released", "partially_paid"];

/** The price in the head of the page, and what of it was paid or went back. */
export const priceLabel = ({ order, money, payCents, restCents, backCents }: Priced): string | null => {
  if (payCents === null) return null;
  const price = formatUsd(payCents);
  if (restCents > 0) return `${price}, ${formatUsd(money.paidCents)} paid`;
  if (backCents > 0) return `${price}, ${backCents === payCents ? "" : `${formatUsd(backCents)} `}sent back`;
  return order.shown.tone !== "off" && paidStatuses.includes(order.paymentStatus) ? `${price}, paid` : price;
};
