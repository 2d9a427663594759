import type { NewMail } from "#src/platform/mail/content.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";

const yours = { label: "Open your application", path: "/hiring" };

const sentText = (id: string, title: string, when: string) =>
  defineMail({
    id,
    to: "writer",
    name: title,
    when,
    subject: title,
    text: `
# ${title}

A person of our team reads it. You always get an answer by e-mail.

You do not need to do anything now.

{{button}}

You can withdraw the application on its page. Then it is deleted with its samples.`,
    values: {},
    example: { button: yours },
  });

const sent = sentText("hiring.sent", "We have your application", "when somebody applies");
const sentAgain = sentText("hiring.sent-again", "We have your changed application", "when an application is changed");

export const applicationSentMail = (to: string, again: boolean): NewMail => ({
  kind: "hiring.sent",
  to,
  ...(again ? sentAgain : sent)({}, { button: yours }),
});

const change = { label: "Change the application", path: "/hiring" };

const asked = defineMail({
  id: "hiring.asked",
  to: "writer",
  name: "A question about your application",
  when: "when something is missing in an application",
  subject: "A question about your application",
  text: `
# A question about your application

We read your application, and something is missing.

{{question}}

Your application is open again: change it and send it once more. Everything that you wrote is still there.

{{button}}`,
  values: { question: "Which subjects do you know best?" },
  required: ["question"],
  example: { button: change },
});

export const applicationAskedMail = (to: string, question: string): NewMail => ({
  kind: "hiring.asked",
  to,
  ...asked({ question: [question] }, { button: change }),
});

const declined = defineMail({
  id: "hiring.declined",
  to: "writer",
  name: "We do not accept your application",
  when: "when an application is refused",
  subject: "Your application",
  text: `
# We do not accept your application this time

Thank you for your time. This is the reason:

{{reason}}

{{button}}

Your application is deleted after some months. Its page shows the date. After that you can apply again.`,
  values: { reason: "We have enough writers for your subjects now." },
  required: ["reason"],
  example: { button: yours },
});

export const applicationDeclinedMail = (to: string, reason: string): NewMail => ({
  kind: "hiring.declined",
  to,
  ...declined({ reason: [reason] }, { button: yours }),
});

type Accepted = { to: string; pseudonym: string; grade: string; share: number; capacity: number };

const signIn = { label: "Sign in", path: "/login" };

const accepted = defineMail({
  id: "hiring.accepted",
  to: "writer",
  name: "You are accepted as a writer",
  when: "when an application is accepted",
  subject: "You are accepted as a writer",
  text: `
# You are accepted as a writer

Welcome. Your account is a writer’s account now, and you are signed out everywhere. Sign in again to see your workspace.

Each offer shows pay, estimate and your own deadline before you accept. You may decline any of them.

{{details}}

{{button}}

You can still read your own earlier orders. You cannot place new orders with this account.`,
  values: { pseudonym: "Writer H4RB", grade: "Standard" },
  example: {
    facts: [
      ["Clients know you as", "Writer H4RB"],
      ["Grade", "Standard"],
      ["Share of the price", "50%"],
      ["Orders at the same time", "3"],
    ],
    button: signIn,
  },
});

/** What the work starts with, before the first offer. */
export const applicationAcceptedMail = ({ to, pseudonym, grade, share, capacity }: Accepted): NewMail => ({
  kind: "hiring.accepted",
  to,
  ...accepted(
    { pseudonym, grade },
    {
      facts: [
        ["Clients know you as", pseudonym],
        ["Grade", grade],
        ["Share of the price", `${share}%`],
        ["Orders at the same time", String(capacity)],
      ],
      button: signIn,
    },
  ),
});
