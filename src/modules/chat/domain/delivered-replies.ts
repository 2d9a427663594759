/** Replies that come with the product; a shop changes them, takes them away and brings them back. */
export const deliveredReplies = {
  "look-into-it": {
    title: "We look into it",
    text: "Hello {name}. Thank you for your message. We look into order {order} now and write here as soon as we know more. You do not need to wait on this page.",
  },
  "need-order": {
    title: "Which order is it about",
    text: "Hello {name}. Which order is this about? The number has seven letters and digits and is at the top of the order's page. Then we can look at it.",
  },
  revision: {
    title: "How to ask for a revision",
    text: "You can ask for a revision on the page of order {order}. Open the version, choose Ask for changes and name each point. Your writer sees the points as a list. The page says until when a revision is free.",
  },
  "add-files": {
    title: "Where to add files",
    text: "Add files on the page of order {order}, under Files. Your writer sees them there as soon as they are checked. Personal details of author and place are taken out before the other side gets a file.",
  },
  transfer: {
    title: "A bank transfer takes time",
    text: "A bank transfer needs one to three working days to reach us. Write the reference into it exactly as the payment page shows it. As soon as the money is here, order {order} continues and you get an e-mail.",
  },
  refund: {
    title: "How a refund works",
    text: "Before you cancel, the page of order {order} shows what you get back and why. The money returns to the way you paid with. A bank needs up to ten days to show it. Our guarantees page has every step of the rule.",
  },
  "no-grade": {
    title: "We promise no grade",
    text: "Your teacher gives the grade, so we cannot promise one. What we promise is on the guarantees page: the points of your brief, the deadline, and free revisions within the time that the order names.",
  },
  "honest-use": {
    title: "What the text is for",
    text: "What we write is a model: you learn from it and write your own work. Handing it in as your own may break the rules of your school. We gladly explain a passage, go through your own draft, or prepare exercises with solutions.",
  },
  "no-exams": {
    title: "No exams and no log-ins",
    text: "We do not sit exams or tests for anybody, and we never use a school log-in. Do not send one. What we can do: practice papers with worked solutions, explanations of a topic, and comments on your own draft.",
  },
  "contact-details": {
    title: "Why contact details are hidden",
    text: "Contact details in messages between client and writer are hidden, for the safety of both. Write to your writer on the page of the order: everything that was agreed stays there and counts if something goes wrong.",
  },
  late: {
    title: "The work is late",
    text: "Order {order} is late, and we are sorry. We have asked the writer for the state of the work. What a late delivery gives back to you is credited automatically and shown on the order's page. We write here when we know the time.",
  },
  goodbye: {
    title: "Is everything answered",
    text: "Is everything answered, {name}? If so, we close this conversation. Write again at any time: it opens with everything that was said.",
  },
} as const;

export type DeliveredReply = keyof typeof deliveredReplies;
export const isDelivered = (key: string): key is DeliveredReply => Object.hasOwn(deliveredReplies, key);
export const deliveredKeys = Object.keys(deliveredReplies) as readonly DeliveredReply[];

type Values = Readonly<Partial<Record<"name" | "order", string>>>;

/** Fills {name} and {order}; a variable without a value stays as it is, so that nobody sends a gap. */
export const fillReply = (text: string, values: Values): string =>
  text.replace(/\{(name|order)\}/g, (whole, key: keyof Values) => values[key] ?? whole);
