import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { definedMails } from "#src/platform/mail/mail-text.ts";
import { seenAtOnce } from "#src/platform/save-setting.ts";
import { refuse } from "#src/shared/outcome.ts";
import { changeDraft, publishDraft, undoVersion } from "../drafts/own-draft.ts";
import { type MailsDraft, mailsKind, shippedText, textIn, withText } from "./mails-kind.ts";

/** Longer than any e-mail may be: what is too long is kept, too, and refused when it is published. */
const mostKept = 400_000;
/** All that a draft holds: every page of e-mails reads it. */
const mostInDraft = 1_000_000;
const sizeOf = (draft: MailsDraft): number => Object.values(draft).reduce((sum, text) => sum + text.length, 0);
const tooMuch = refuse("invalid", "Your draft is too long to save. Make a text shorter, or publish it first.");

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
 * invalid when it grows too long, and conflict when it was changed since the page was made.
 */
export const changeMails = command<z.infer<typeof input>, number>("admin.change-mails", {
  input,
  run: async (work, { mail, typed, ...sent }) => {
    const text = definedMails().get(mail);
    let isTooMuch = false;
    const changed = await changeDraft(work, mailsKind(), sent, (draft) => {
      // Of the list of all e-mails nothing is typed; its draft is published as it is.
      if (!text) return mail === "" && sent.step === "save" ? draft : null;
      if (sent.step === "shipped") return withText(draft, text, { subject: text.subject, text: shippedText(text) });
      if (sent.step !== "save") return null;
      const before = textIn(draft, text);
      const next = withText(draft, text, {
        subject: typed.subject ?? before.subject,
        text: typed.text?.replaceAll("\r\n", "\n") ?? before.text,
      });
      isTooMuch = sizeOf(next) > mostInDraft;
      return isTooMuch ? null : next;
    });
    return isTooMuch ? tooMuch : changed;
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
