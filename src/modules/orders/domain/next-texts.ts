import { isLate } from "./deadlines.ts";
import type { OrderFacts } from "./order-facts.ts";
import type { OrderStatus } from "./states.ts";
import { type Reader, type StatusKey, statusKey } from "./status-labels.ts";

const nothing = "Nothing more to do.";

/** One sentence or two on what happens next, for each state and reader. */
const nextTexts: Readonly<Record<StatusKey, Readonly<Record<Reader, string>>>> = {
  pending: {
    client: "Pay to start the work. Nothing is charged before you confirm.",
    admin: "The client pays, or the order closes automatically.",
    writer: "We offer the work when it is paid.",
  },
  pending_custom: {
    client: "We read your request and send you a price, the scope and a deadline. You decide after that.",
    admin: "Write a quote with price, scope and deadline.",
    writer: "We offer the work when it is paid.",
  },
  quote_ended: {
    client: "The last quote is no longer valid. Ask for a quote again, or the order closes automatically.",
    admin: "The last quote ended or was declined. Send a new one, or wait for the client to ask.",
    writer: "We offer the work when it is paid.",
  },
  quoted: {
    client: "Read the quote. Accept it and pay to start, or say what should be different.",
    admin: "The client accepts and pays, answers with a counter-offer, declines, or lets it end.",
    writer: "We offer the work when it is paid.",
  },
  confirmed: {
    client: "We choose a writer for your subject. Until one starts you can cancel and get everything back.",
    admin: "Assign a writer. If nobody has the order at its deadline, all the money goes back.",
    writer: "We choose a writer.",
  },
  assigned: {
    client: "A writer is reading your order. You get an e-mail when the work starts.",
    admin: "The writer accepts or declines. Without an answer the offer ends automatically.",
    writer: "Read the brief. Accept or decline.",
  },
  in_progress: {
    client: "The writer is working. You get a message when the work is ready to read.",
    admin: "The writer delivers a final version before the writer's deadline.",
    writer: "Write, add the final version, then deliver it.",
  },
  on_hold: {
    client: "The writer needs your answer. Work is paused until you answer, and the deadline moves by that time.",
    admin: "The client answers. Without an answer the work continues automatically.",
    writer: "The client answers. Your deadline moves by the length of the pause.",
  },
  delivered: {
    client: "Read the work. Approve it, or name what should change.",
    admin:
      "The client approves or asks for changes. At the end of the review time the order is finished automatically.",
    writer: "The client reads your work.",
  },
  approved: {
    client: "You approved the work. You can undo that for a short time, then the order is finished.",
    admin: "The client approved the work. The order is finished when that cannot be undone any more.",
    writer: "The client reads your work.",
  },
  rest_due: {
    client: "The work is ready. It opens when the second payment is made, and your time to read it starts then.",
    admin: "The client pays the second payment. When the time for it is over, you can end the order without it.",
    writer: "The client pays the second payment, then reads your work.",
  },
  revision_requested: {
    client: "The writer works on the points you named. You get a message when the new version is ready.",
    admin: "The writer delivers a new final version.",
    writer: "Work on the points, then deliver a new final version.",
  },
  completed: {
    client: "You can still ask for a revision for some time after the finish.",
    admin: "The money is released when the time for revisions ends.",
    writer: "Your share is released when the time for revisions ends.",
  },
  cancelled: { client: nothing, admin: nothing, writer: nothing },
  disputed: {
    client: "Our team looks at both sides and decides. Your money is safe until then.",
    admin: "Decide: the work is accepted, refund, the writer continues, or another writer.",
    writer: "Our team looks at both sides and decides.",
  },
  decided: {
    client:
      "Our team decided. You can accept the decision or appeal. If you do neither, it takes effect automatically.",
    admin: "Decided. It takes effect automatically, or at once when both sides accept it.",
    writer:
      "Our team decided. You can accept the decision or appeal. If you do neither, it takes effect automatically.",
  },
  refunded: {
    client: "The money goes back the way you paid. Your bank can take some days.",
    admin: nothing,
    writer: nothing,
  },
};

type Facts = Pick<
  OrderFacts,
  | "kind"
  | "paymentStatus"
  | "quoteEnded"
  | "approvedAt"
  | "releasedAt"
  | "frozen"
  | "unpaidCents"
  | "transferSince"
  | "deadline"
  | "revisionDueAt"
  | "dispute"
> & { status: OrderStatus };

const lateTexts = {
  work: "Your deadline has passed, and the work is late. Our team sees that too. You can wait, cancel the order, or open a dispute.",
  revision:
    "The new version is late. Our team sees that too. For each day that starts, a part of the price goes back to you when it comes.",
};

/** What happens next with this order, for a reader. */
export const nextFor = (order: Facts, reader: Reader, now?: Date): string => {
  if (order.frozen && reader !== "writer")
    return "The bank is looking at the payment. No money moves until it decides.";
  if (awaitsTransfer(order) && reader === "client")
    return "We wait for your bank transfer. We confirm it as soon as it arrives.";
  if (awaitsTransfer(order) && reader === "admin") return "A bank transfer is expected. Confirm it when it arrives.";
  if (order.status === "completed" && order.releasedAt) return nothing;
  if (now && reader === "client" && isLate(order, now)) {
    if (order.revisionDueAt) return lateTexts.revision;
    if (order.status === "in_progress") return lateTexts.work;
  }
  if (order.status === "confirmed" && order.revisionDueAt && reader === "admin")
    return "Assign a writer. The client waits for a revision, and its due date does not change.";
  return nextTexts[statusKey(order)][reader];
};

/** A transfer for the price, or for the second payment, is announced or has come in part. */
export const awaitsTransfer = (
  order: Pick<Facts, "status" | "paymentStatus" | "unpaidCents" | "transferSince">,
): boolean => {
  if (order.status === "delivered") return order.unpaidCents > 0 && order.transferSince !== null;
  return order.paymentStatus === "awaiting_confirmation" && (order.status === "pending" || order.status === "quoted");
};
