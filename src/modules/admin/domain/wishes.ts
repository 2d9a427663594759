import type { Action, OrderStatus } from "#src/modules/orders/index.ts";

/** What an admin wants to do with an order, whatever its state; each is a step of the table or a message. */
const wishNames = ["write-writer", "write-client", "more-time", "refund", "change-writer"] as const;
export type Wish = (typeof wishNames)[number];

type Facts = {
  status: OrderStatus;
  hasWriter: boolean;
  /** The policy of chats lets this admin write as Support. */
  mayChat: boolean;
  /** The policy of orders lets this admin give money back. */
  mayRefund: boolean;
  frozen: boolean;
  /** What the table offers this admin now. */
  offered: readonly Action[];
};

/** Open: the step or the message that the choice opens; else why it cannot be done now. */
type Offer = { wish: Wish; step: Action | null; why: string | null };

const noChat = "Only an admin who answers chats can write to people.";
const running: readonly OrderStatus[] = ["assigned", "in_progress", "on_hold", "revision_requested"];
const handedOver: readonly OrderStatus[] = ["delivered", "completed"];

const moreTimeWhy = (status: OrderStatus): string => {
  if (status === "on_hold") return "The work is paused. The deadline moves by the length of the pause.";
  if (status === "revision_requested")
    return "The due date of a revision cannot be changed. Write to the client if the writer needs more time.";
  return "The client asked for another change already. Answer that first.";
};

const refundWhy = ({ status, mayRefund, frozen }: Facts): string => {
  if (running.includes(status))
    return "A part can be refunded after the delivery. Before that you can cancel the order under Other steps, and see how much goes back.";
  if (!mayRefund) return "Only an admin with the right to money can refund.";
  return frozen ? "The money is frozen until the bank has decided." : "Nothing of the price is left to refund.";
};

const makers: { readonly [W in Wish]: (facts: Facts) => Omit<Offer, "wish"> | null } = {
  "write-writer": ({ hasWriter, mayChat }) => (hasWriter ? { step: null, why: mayChat ? null : noChat } : null),
  "write-client": ({ mayChat }) => ({ step: null, why: mayChat ? null : noChat }),
  "more-time": ({ status, offered }) => {
    const step =
      (["accept-change", "withdraw-time", "ask-time", "hold"] as const).find((one) => offered.includes(one)) ?? null;
    if (step) return { step, why: null };
    return running.includes(status) ? { step, why: moreTimeWhy(status) } : null;
  },
  refund: (facts) => {
    if (facts.offered.includes("give-back")) return { step: "give-back", why: null };
    return [...running, ...handedOver].includes(facts.status) ? { step: null, why: refundWhy(facts) } : null;
  },
  "change-writer": ({ offered }) => {
    const step = (["withdraw-offer", "reassign"] as const).find((one) => offered.includes(one));
    return step ? { step, why: null } : null;
  },
};

/** The choices that make sense in this state, in their order; one that cannot be done now says why. */
export const wishesFor = (facts: Facts): readonly Offer[] =>
  wishNames.flatMap((wish) => {
    const made = makers[wish](facts);
    return made ? [{ wish, ...made }] : [];
  });
