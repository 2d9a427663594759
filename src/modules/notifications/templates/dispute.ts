import { mailOf, type StepData, titled, type WrittenMail } from "./written-mail.ts";

/** For the writer: the client, or the team, opened a dispute about the work. */
export const claimMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `A dispute about order ${data.order.number}`,
    title: "A dispute about your work",
    said: [
      `The other side is not satisfied with ${titled(data.order)}. The order page shows the claim, and until when you can answer it.`,
      "Our team reads both sides and decides. The money stays where it is until then.",
    ],
    button: "Read the claim",
  });

/** For the side that opened the dispute. */
export const answeredMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `The other side answered: order ${data.order.number}`,
    title: "The other side answered",
    said: [`There is an answer to the claim about ${titled(data.order)}. Our team reads both sides now and decides.`],
    button: "Read the answer",
  });

/** For both sides: what was decided stands on the order page, with its reasons. */
export const decidedMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `Decided: order ${data.order.number}`,
    title: "Our team decided",
    said: [
      `There is a decision about ${titled(data.order)}. The order page shows it with its reasons, and when it takes effect.`,
      "You can accept it there, or appeal once. It takes effect at once when both sides accept it.",
    ],
    button: "Read the decision",
  });

/** For the other side: one of the two agrees. */
export const acceptedMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `The decision is accepted: order ${data.order.number}`,
    title: "The other side accepted the decision",
    said: [`The decision about ${titled(data.order)} takes effect at once when you accept it too.`],
    button: "See the decision",
  });

/** For the other side: the decision is stopped. */
export const appealedMail = (data: StepData): WrittenMail =>
  mailOf(data, {
    subject: `The decision is appealed: order ${data.order.number}`,
    title: "The decision is appealed",
    said: [
      `The other side does not agree with the decision about ${titled(data.order)}. It is stopped, and another person of our team decides again.`,
    ],
    button: "Read the appeal",
  });
