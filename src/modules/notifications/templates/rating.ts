import { type Letter, titled } from "./letter.ts";
import { letterOf, type StepData } from "./step-letter.ts";

/** For the client: the operator answered a rating. */
export const ratingRepliedLetter = (data: StepData): Letter =>
  letterOf(data, {
    subject: `We answered your rating of order ${data.order.number}`,
    title: "We answered your rating",
    said: [`Thank you for saying how ${titled(data.order)} was. Our answer is on the order page.`],
    button: "Read the answer",
  });
