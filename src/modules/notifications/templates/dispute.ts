import { stepMail } from "./written-mail.ts";

/** For the writer: the client, or the team, opened a dispute about the work. */
export const claimMail = stepMail({
  id: "order.dispute-claim",
  to: "writer",
  when: "when a dispute is opened",
  subject: "A dispute about order {{order number}}",
  title: "A dispute about your work",
  paragraphs: [
    "The other side is not satisfied with “{{title}}”. The order page shows the claim, and until when you can answer it.",
    "Our team reads both sides and decides. The money stays where it is until then.",
  ],
  button: "Read the claim",
});

/** For the side that opened the dispute. */
export const answeredMail = stepMail({
  id: "order.dispute-answered",
  to: "both",
  when: "when the other side answers a claim",
  subject: "The other side answered: order {{order number}}",
  title: "The other side answered",
  paragraphs: ["There is an answer to the claim about “{{title}}”. Our team reads both sides now and decides."],
  button: "Read the answer",
});

/** For both sides: what was decided stands on the order page, with its reasons. */
export const decidedMail = stepMail({
  id: "order.dispute-decided",
  to: "both",
  when: "when our team decides",
  subject: "Decided: order {{order number}}",
  title: "Our team decided",
  paragraphs: [
    "There is a decision about “{{title}}”. The order page shows it with its reasons, and when it takes effect.",
    "You can accept it there, or appeal once. It takes effect at once when both sides accept it.",
  ],
  button: "Read the decision",
});

/** For the other side: one of the two agrees. */
export const acceptedMail = stepMail({
  id: "order.dispute-accepted",
  to: "both",
  when: "when the other side accepts the decision",
  subject: "The decision is accepted: order {{order number}}",
  title: "The other side accepted the decision",
  paragraphs: ["The decision about “{{title}}” takes effect at once when you accept it too."],
  button: "See the decision",
});

/** For the other side: the decision is stopped. */
export const appealedMail = stepMail({
  id: "order.dispute-appealed",
  to: "both",
  when: "when the other side appeals",
  subject: "The decision is appealed: order {{order number}}",
  title: "The decision is appealed",
  paragraphs: [
    "The other side does not agree with the decision about “{{title}}”. It is stopped, and another person of our team decides again.",
  ],
  button: "Read the appeal",
});
