import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { definedMails } from "#src/platform/mail/mail-text.ts";
import { seenAtOnce } from "#src/platform/save-setting.ts";
import { changeDraft, publishDraft, undoVersion } from "../drafts/own-draft.ts";
import { mailsKind, shippedText, textIn, withText } from "./mails-kind.ts";

/** Longer than any e-mail may be: what is too long is kept, too, and refused when it is published. */
const mostKept = 400_000;

const input = z.strictObject({
  /** The id of the e-mail that was typed; "" of none. */
  mail: z.string().max(60),
  /** `save`, `shipped`, or a step of every draft. */
  step: z.string().max(40),
  /** The revision of the draft that the page showed. */
  seen: z.string().max(12),
  typed: z.strictObject({
    subject: z.string().max(mostKept, "This subject is too long to save. Make it shorter.").optional(),
    text: z.string().max(mostKept, "This text is too long to save. Make it shorter.").optional(),
  }),
});

/**
 * Changes the own draft of the e-mails; nothing is published by it. Gives its revision. Needs `settings`. Refuses
 * conflict when the draft was changed since the page was made.
 */
export const changeMails = command<z.infer<typeof input>, number>("admin.change-mails", {
  input,
  run: (work, { mail, typed, ...sent }) => {
    const text = definedMails().get(mail);
    return changeDraft(work, mailsKind(), sent, (draft) => {
      // Of the list of all e-mails nothing is typed; its draft is published as it is.
      if (!text) return mail === "" && sent.step === "save" ? draft : null;
      if (sent.step === "shipped") return withText(draft, text, { subject: text.subject, text: shippedText(text) });
      if (sent.step !== "save") return null;
      const before = textIn(draft, text);
      return withText(draft, text, {
        subject: typed.subject ?? before.subject,
        text: typed.text?.replaceAll("\r\n", "\n") ?? before.text,
      });
    });
  },
});

const publish = z.strictObject({ seen: z.string().max(12) });

/** Publishes the own draft: e-mails that are written from now on have these words. Refuses invalid, naming the lines. */
export const publishMails = seenAtOnce(
  command<z.infer<typeof publish>, number>("admin.publish-mails", {
    input: publish,
    run: (work, { seen }) => publishDraft(work, mailsKind(), seen),
  }),
);

const back = z.strictObject({ version: z.string().regex(/^\d{1,6}$/) });

/** Publishes what was there before this version again. */
export const undoMails = seenAtOnce(
  command<z.infer<typeof back>, number>("admin.undo-mails", {
    input: back,
    run: (work, { version }) => undoVersion(work, mailsKind(), version),
  }),
);
