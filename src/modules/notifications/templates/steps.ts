import { mailOf, moment, type StepData, titled, type WrittenMail } from "./written-mail.ts";

/** For the client: the admins named a price for custom work. */
export const quotedMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `Your price is ready: order ${data.order.number}`,
    title: "Your price is ready",
    said: [
      `We looked at ${titled(data.order)} and have a price for it. The order page shows what it includes and until when it is valid.`,
      "The work starts when you pay. Until then you owe nothing.",
    ],
    button: "See the price",
  });

/** For the client: the writer accepted. */
export const startedMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `The work starts: order ${data.order.number}`,
    title: "The work starts",
    said: [`A writer accepted ${titled(data.order)} and works on it now. You have nothing to do.`],
    button: "See your order",
  });

/** For the client: somebody asks, and the clock stands still. */
export const heldMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `A question about order ${data.order.number}`,
    title: "There is a question for you",
    said: [
      `To continue with ${titled(data.order)} we need an answer from you. The question is on the order page.`,
      "The work waits for it. The sooner you answer, the sooner it continues.",
    ],
    button: "Read and answer",
  });

/** For the client: the work needs a later deadline. */
export const timeAskedMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `We ask for more time: order ${data.order.number}`,
    title: "We ask for more time",
    said: [
      `${titled(data.order)} needs a later deadline. The new deadline and the reason are on the order page. The price stays the same.`,
      "Nothing changes before you agree. Without an answer the deadline stays as it is.",
    ],
    button: "Read and answer",
  });

/** For the writer: the client agreed to a later deadline. */
export const timeAgreedMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `You have more time: order ${data.order.number}`,
    title: "You have more time",
    said: [`The client agreed to a later deadline for ${titled(data.order)}. Your deadline moved with it.`],
    button: "See the new deadline",
  });

/** For the client: something to look at before the final version. */
export const draftMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `You can read a draft: order ${data.order.number}`,
    title: "You can read a draft",
    said: [`The writer shows you a draft of ${titled(data.order)}. It is not the final version yet.`],
    button: "Read the draft",
  });

/** For the client: an outside service looked at a version. */
export const reportMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `There is an originality report: order ${data.order.number}`,
    title: "There is an originality report",
    said: [
      `You can now read a report of another company about ${titled(data.order)}. We show it as we got it and do not judge it.`,
    ],
    button: "See the report",
  });

/** For the client: an admin decides. */
export const disputedMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `Our team looks at order ${data.order.number}`,
    title: "Our team looks at your order",
    said: [
      `${titled(data.order)} is with our team now. A person reads what both sides said and decides. The money stays where it is until then.`,
    ],
    button: "See your order",
  });

export type RevisionData = StepData & { deadline: Date | null; writerDeadline: Date | null };

/** For the writer: what the client wants changed stands on the order page; when it is due, and the writer's own limit. */
export const revisionMail = (data: RevisionData): WrittenMail => {
  const mail = mailOf(data, {
    subject: `The client asks for changes: order ${data.order.number}`,
    title: "The client asks for changes",
    said: [
      `The client read ${titled(data.order)} and said what should change. Read the points, then deliver a new version.`,
    ],
    button: "Read the points",
  });
  const { deadline, writerDeadline, reader } = data;
  const dates = [
    ["Due to the client", deadline],
    ["Your deadline", writerDeadline],
  ] as const;
  const facts = dates.flatMap(([term, at]): [string, string][] => (at ? [[term, moment(at, reader)]] : []));
  return facts.length > 0 ? { ...mail, content: { ...mail.content, facts } } : mail;
};

/** For the writer: the question was answered, or its time is over. */
export const resumedMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `Continue with order ${data.order.number}`,
    title: "The work continues",
    said: [
      `You can continue with ${titled(data.order)}. Read what the client answered first. Your deadline moved by the length of the pause.`,
    ],
    button: "Read the answer",
  });

/** For the writer: accepted. */
export const finishedMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `Order ${data.order.number} is finished`,
    title: "An order of yours is finished",
    said: [`${titled(data.order)} is accepted. Thank you for the work.`],
    button: "See the order",
  });

/** For the writer: something to look at. */
export const filesMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `New files in order ${data.order.number}`,
    title: "The client added files",
    said: [`There are new files in ${titled(data.order)}. Look at them before you continue.`],
    button: "See the files",
  });

/** For the writer who had it. */
export const unassignedMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `Order ${data.order.number} goes to another writer`,
    title: "An order goes to another writer",
    said: [`We give ${titled(data.order)} to another writer. Stop the work on it.`],
    button: "See your orders",
  });

/** For the client, when work that had begun needs other hands. */
export const newWriterMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `Another writer takes over order ${data.order.number}`,
    title: "Another writer takes over",
    said: [
      `Your writer cannot continue with ${titled(data.order)}. We are asking another one now.`,
      "Your price and your deadline stay the same. If nobody can start in time, everything you paid goes back.",
    ],
    button: "See your order",
  });

/** For the client: the question is still open. */
export const heldReminderMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `We still wait for your answer: order ${data.order.number}`,
    title: "We still wait for your answer",
    said: [
      `The work on ${titled(data.order)} is paused until you answer. The question is on the order page.`,
      "If you do not answer, the writer continues after some days without the answer.",
    ],
    button: "Answer the question",
  });

/** For the client: the time to read ends. */
export const reviewReminderMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `Your time to read ends soon: order ${data.order.number}`,
    title: "Your time to read ends soon",
    said: [
      `${titled(data.order)} is delivered. The order page says until when you can ask for changes.`,
      "If you do nothing, the work counts as accepted after that.",
    ],
    button: "Read the work",
  });

/** For the client: the work is so late that all money can go back. */
export const lateOfferMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `Your order is late: order ${data.order.number}`,
    title: "Your order is late",
    said: [
      `${titled(data.order)} is days past its deadline. If you do not want it any more, you get everything back.`,
      "If you still want it, you have nothing to do. You get a part of the price back when it is delivered.",
    ],
    button: "Decide on the order page",
  });

/** For the client: a named price ended unpaid. */
export const quoteEndedMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `The price has expired: order ${data.order.number}`,
    title: "The price has expired",
    said: [
      `The price for ${titled(data.order)} was not paid in time and is no longer valid. You owe nothing.`,
      "Ask for a new one on the order page if you still want the work.",
    ],
    button: "Ask for a new price",
  });

/** For the client: the operator answered a rating. */
export const ratingRepliedMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `We answered your rating of order ${data.order.number}`,
    title: "We answered your rating",
    said: [`Thank you for rating ${titled(data.order)}. Our answer is on the order page.`],
    button: "Read the answer",
  });
