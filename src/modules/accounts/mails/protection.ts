import type { NewMail } from "#src/platform/mail/content.ts";

/** Where an admin finds a sealed person. */
export const sealPath = (personId: string): string => `/admin/sealed/${personId}`;

/** To the owner: nothing in it says who reports what. */
export const threatMail = (to: string, personId: string): NewMail => ({
  kind: "account.threat-reported",
  to,
  subject: "Somebody reports a threat",
  content: {
    title: "Somebody reports a threat",
    paragraphs: [
      "A client is threatened, and the client’s data is sealed. Read the report and answer on its page.",
      "This e-mail does not say who it is. Please do not answer it, and do not forward it.",
    ],
    button: { label: "Read the report", path: sealPath(personId) },
  },
});
