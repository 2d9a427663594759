import type { NewMail } from "#src/platform/mail/content.ts";

const yours = { label: "Open your application", path: "/hiring" };

export const applicationSentMail = (to: string, again: boolean): NewMail => ({
  kind: "hiring.sent",
  to,
  subject: again ? "We have your changed application" : "We have your application",
  content: {
    title: again ? "We have your changed application" : "We have your application",
    paragraphs: [
      "A person of our team reads it. You always get an answer by e-mail.",
      "You do not need to do anything now.",
    ],
    button: yours,
    after: ["You can withdraw the application on its page. Then it is deleted with its samples."],
  },
});

export const applicationAskedMail = (to: string, question: string): NewMail => ({
  kind: "hiring.asked",
  to,
  subject: "A question about your application",
  content: {
    title: "A question about your application",
    paragraphs: [
      "We read your application, and something is missing.",
      question,
      "Your application is open again: change it and send it once more. Everything that you wrote is still there.",
    ],
    button: { label: "Change the application", path: "/hiring" },
  },
});

export const applicationDeclinedMail = (to: string, reason: string): NewMail => ({
  kind: "hiring.declined",
  to,
  subject: "Your application",
  content: {
    title: "We do not accept your application this time",
    paragraphs: ["Thank you for your time. This is the reason:", reason],
    button: yours,
    after: ["Your application is deleted after some months. Its page shows the date. After that you can apply again."],
  },
});

type Accepted = { to: string; pseudonym: string; grade: string; share: number; capacity: number };

/** What the work starts with, before the first offer. */
export const applicationAcceptedMail = ({ to, pseudonym, grade, share, capacity }: Accepted): NewMail => ({
  kind: "hiring.accepted",
  to,
  subject: "You are accepted as a writer",
  content: {
    title: "You are accepted as a writer",
    paragraphs: [
      "Welcome. Your account is a writer’s account now, and you are signed out everywhere. Sign in again to see your workspace.",
      "Each offer shows pay, estimate and your own deadline before you accept. You may decline any of them.",
    ],
    facts: [
      ["Clients know you as", pseudonym],
      ["Grade", grade],
      ["Share of the price", `${share}%`],
      ["Orders at the same time", String(capacity)],
    ],
    button: { label: "Sign in", path: "/login" },
    after: ["You can still read your own earlier orders. You cannot place new orders with this account."],
  },
});
