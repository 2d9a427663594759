import type { NewMail } from "#src/platform/mail/content.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";

/** Where an admin finds a sealed person. */
export const sealPath = (personId: string): string => `/admin/sealed/${personId}`;

const button = "Read the report";

const aboutThreat = (id: string, when: string, title: string, sentence: string) =>
  defineMail({
    id,
    to: "admin",
    name: title,
    when,
    subject: title,
    text: `
# ${title}

${sentence}

This e-mail does not say who it is. Please do not answer it, and do not forward it.

{{button}}`,
    values: {},
    example: { button: { label: button, path: "/admin" } },
  });

const atOnce = aboutThreat(
  "account.threat-reported",
  "at once",
  "Somebody reports a threat",
  "A client is threatened, and the client’s data is sealed. Read the report and answer on its page.",
);
const tooLate = aboutThreat(
  "account.threat-late",
  "when nobody has answered in time",
  "A report of a threat has no answer",
  "The time in which we promised an answer is over. A client is threatened and still waits. Read the report and answer on its page.",
);

/** To the owner: nothing in it says who reports what. `late`: nobody has answered in time. */
export const threatMail = (to: string, personId: string, late: boolean): NewMail => ({
  kind: "account.threat-reported",
  to,
  ...(late ? tooLate : atOnce)({}, { button: { label: button, path: sealPath(personId) } }),
});
