import { moment, type StepData, someMoment, stepMail, type WrittenMail } from "./written-mail.ts";

/** For the client: the admins named a price for custom work. */
export const quotedMail = stepMail({
  id: "order.quoted",
  to: "client",
  when: "when we set a price for custom work",
  subject: "Your price is ready: order {{order number}}",
  title: "Your price is ready",
  paragraphs: [
    "We looked at “{{title}}” and have a price for it. The order page shows what it includes and until when it is valid.",
    "The work starts when you pay. Until then you owe nothing.",
  ],
  button: "See the price",
});

/** For the client: the writer accepted. */
export const startedMail = stepMail({
  id: "order.started",
  to: "client",
  when: "when a writer accepts the order",
  subject: "The work starts: order {{order number}}",
  title: "The work starts",
  paragraphs: ["A writer accepted “{{title}}” and works on it now. You have nothing to do."],
  button: "See your order",
});

/** For the client: somebody asks, and the clock stands still. */
export const heldMail = stepMail({
  id: "order.held",
  to: "client",
  when: "when there is a question",
  subject: "A question about order {{order number}}",
  title: "There is a question for you",
  paragraphs: [
    "To continue with “{{title}}” we need an answer from you. The question is on the order page.",
    "The work waits for it. The sooner you answer, the sooner it continues.",
  ],
  button: "Read and answer",
});

/** For the client: the work needs a later deadline. */
export const timeAskedMail = stepMail({
  id: "order.time-asked",
  to: "client",
  when: "when the work needs a later deadline",
  subject: "We ask for more time: order {{order number}}",
  title: "We ask for more time",
  paragraphs: [
    "“{{title}}” needs a later deadline. The new deadline and the reason are on the order page. The price stays the same.",
    "Nothing changes before you agree. Without an answer the deadline stays as it is.",
  ],
  button: "Read and answer",
});

/** For the writer: the client agreed to a later deadline. */
export const timeAgreedMail = stepMail({
  id: "order.time-agreed",
  to: "writer",
  when: "when the client agrees to a later deadline",
  subject: "You have more time: order {{order number}}",
  title: "You have more time",
  paragraphs: ["The client agreed to a later deadline for “{{title}}”. Your deadline moved with it."],
  button: "See the new deadline",
});

/** For the client: something to look at before the final version. */
export const draftMail = stepMail({
  id: "order.draft",
  to: "client",
  when: "when the writer shows a draft",
  subject: "You can read a draft: order {{order number}}",
  title: "You can read a draft",
  paragraphs: ["The writer shows you a draft of “{{title}}”. It is not the final version yet."],
  button: "Read the draft",
});

/** For the client: an outside service looked at a version. */
export const reportMail = stepMail({
  id: "order.report",
  to: "client",
  when: "when a report is added",
  subject: "There is an originality report: order {{order number}}",
  title: "There is an originality report",
  paragraphs: [
    "You can now read a report of another company about “{{title}}”. We show it as we got it and do not judge it.",
  ],
  button: "See the report",
});

/** For the client: an admin decides. */
export const disputedMail = stepMail({
  id: "order.disputed",
  to: "client",
  when: "when a dispute is opened",
  subject: "Our team looks at order {{order number}}",
  title: "Our team looks at your order",
  paragraphs: [
    "“{{title}}” is with our team now. A person reads what both sides said and decides. The money stays where it is until then.",
  ],
  button: "See your order",
});

type RevisionData = StepData & { deadline: Date | null; writerDeadline: Date | null };

const revision = stepMail({
  id: "order.revision",
  to: "writer",
  when: "when the client asks for changes",
  subject: "The client asks for changes: order {{order number}}",
  title: "The client asks for changes",
  paragraphs: ["The client read “{{title}}” and said what should change. Read the points, then deliver a new version."],
  button: "Read the points",
  details: [
    ["Due to the client", someMoment],
    ["Your deadline", someMoment],
  ],
});

/** For the writer: what the client wants changed stands on the order page; when it is due, and the writer's own limit. */
export const revisionMail = (data: RevisionData): WrittenMail => {
  const { deadline, writerDeadline, reader } = data;
  const dates = [
    ["Due to the client", deadline],
    ["Your deadline", writerDeadline],
  ] as const;
  const facts = dates.flatMap(([term, at]): [string, string][] => (at ? [[term, moment(at, reader)]] : []));
  return revision(data, facts);
};

/** For the writer: the question was answered, or its time is over. */
export const resumedMail = stepMail({
  id: "order.resumed",
  to: "writer",
  when: "when a question is answered",
  subject: "Continue with order {{order number}}",
  title: "The work continues",
  paragraphs: [
    "You can continue with “{{title}}”. Read what the client answered first. Your deadline moved by the length of the pause.",
  ],
  button: "Read the answer",
});

/** For the writer: accepted. */
export const finishedMail = stepMail({
  id: "order.finished",
  to: "writer",
  when: "when the work is accepted",
  subject: "Order {{order number}} is finished",
  title: "An order of yours is finished",
  paragraphs: ["“{{title}}” is accepted. Thank you for the work."],
  button: "See the order",
});

/** For the writer: something to look at. */
export const filesMail = stepMail({
  id: "order.files",
  to: "writer",
  when: "when the client adds files",
  subject: "New files in order {{order number}}",
  title: "The client added files",
  paragraphs: ["There are new files in “{{title}}”. Look at them before you continue."],
  button: "See the files",
});

/** For the writer who had it. */
export const unassignedMail = stepMail({
  id: "order.taken-back",
  to: "writer",
  when: "when another writer gets the order",
  subject: "Order {{order number}} goes to another writer",
  title: "An order goes to another writer",
  paragraphs: ["We give “{{title}}” to another writer. Stop the work on it."],
  button: "See your orders",
});

/** For the client, when work that had begun needs other hands. */
export const newWriterMail = stepMail({
  id: "order.new-writer",
  to: "client",
  when: "when the writer cannot continue",
  subject: "Another writer takes over order {{order number}}",
  title: "Another writer takes over",
  paragraphs: [
    "Your writer cannot continue with “{{title}}”. We are asking another one now.",
    "Your price and your deadline stay the same. If nobody can start in time, everything you paid goes back.",
  ],
  button: "See your order",
});

/** For the client: the question is still open. */
export const heldReminderMail = stepMail({
  id: "order.hold-reminder",
  to: "client",
  when: "while a question is open",
  subject: "We still wait for your answer: order {{order number}}",
  title: "We still wait for your answer",
  paragraphs: [
    "The work on “{{title}}” is paused until you answer. The question is on the order page.",
    "If you do not answer, the writer continues after some days without the answer.",
  ],
  button: "Answer the question",
});

/** For the client: the time to read ends. */
export const reviewReminderMail = stepMail({
  id: "order.review-reminder",
  to: "client",
  when: "before the time to read ends",
  subject: "Your time to read ends soon: order {{order number}}",
  title: "Your time to read ends soon",
  paragraphs: [
    "“{{title}}” is delivered. The order page says until when you can ask for changes.",
    "If you do nothing, the work counts as accepted after that.",
  ],
  button: "Read the work",
});

/** For the client: the work is so late that all money can go back. */
export const lateOfferMail = stepMail({
  id: "order.late-offer",
  to: "client",
  when: "when an order is late for days",
  subject: "Your order is late: order {{order number}}",
  title: "Your order is late",
  paragraphs: [
    "“{{title}}” is days past its deadline. If you do not want it any more, you get everything back.",
    "If you still want it, you have nothing to do. You get a part of the price back when it is delivered.",
  ],
  button: "Decide on the order page",
});

/** For the client: a named price ended unpaid. */
export const quoteEndedMail = stepMail({
  id: "order.quote-ended",
  to: "client",
  when: "when a price was not paid in time",
  subject: "The price has expired: order {{order number}}",
  title: "The price has expired",
  paragraphs: [
    "The price for “{{title}}” was not paid in time and is no longer valid. You owe nothing.",
    "Ask for a new one on the order page if you still want the work.",
  ],
  button: "Ask for a new price",
});

/** For the client: the operator answered a rating. */
export const ratingRepliedMail = stepMail({
  id: "order.rating-replied",
  to: "client",
  when: "when we answer a rating",
  subject: "We answered your rating of order {{order number}}",
  title: "We answered your rating",
  paragraphs: ["Thank you for rating “{{title}}”. Our answer is on the order page."],
  button: "Read the answer",
});
