import type { NewMail } from "#src/platform/mail/content.ts";

/** Where an admin finds a sealed person. */
export const sealPath = (personId: string): string => `/admin/sealed/${personId}`;

const atOnce = {
  title: "Somebody reports a threat",
  text: "A client is threatened, and the client’s data is sealed. Read the report and answer on its page.",
};
const tooLate = {
  title: "A report of a threat has no answer",
  text: "The time in which we promised an answer is over. A client is threatened and still waits. Read the report and answer on its page.",
};

/** To the owner: nothing in it says who reports what. `late`: nobody has answered in time. */
export const threatMail = (to: string, personId: string, late: boolean): NewMail => ({
  kind: "account.threat-reported",
  to,
  subject: (late ? tooLate : atOnce).title,
  content: {
    title: (late ? tooLate : atOnce).title,
    paragraphs: [
      (late ? tooLate : atOnce).text,
      "This e-mail does not say who it is. Please do not answer it, and do not forward it.",
    ],
    button: { label: "Read the report", path: sealPath(personId) },
  },
});
