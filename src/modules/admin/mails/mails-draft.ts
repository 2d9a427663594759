import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { definedMails, type MailText } from "#src/platform/mail/mail-text.ts";
import { mailTextsSetting, mostMailTexts, type StoredMailTexts } from "#src/platform/mail/own-text.ts";
import { seenAtOnce } from "#src/platform/save-setting.ts";
import { figures } from "#src/shared/counted.ts";
import { refuse } from "#src/shared/outcome.ts";
import type { DraftKind } from "../drafts/draft-kind.ts";
import { changeDraft, publishDraft, undoVersion } from "../drafts/own-draft.ts";
import { mailErrors, readMailText } from "./read-mail-text.ts";

/** The subjects and texts of changed e-mails by "<id>/subject" and "<id>/text": two admins keep what they typed of different ones. */
export type MailsDraft = Record<string, string>;
export type OwnText = { subject: string; text: string };

/** An e-mail as a draft has it; what the draft does not know is as shipped. */
export const textIn = (draft: MailsDraft, text: MailText): OwnText => ({
  subject: draft[`${text.id}/subject`] ?? text.subject,
  text: draft[`${text.id}/text`] ?? shippedText(text),
});

const shippedText = (text: MailText): string => text.text.trim();

const partsOf = (id: string, { subject, text }: OwnText): [string, string][] => [
  [`${id}/subject`, subject],
  [`${id}/text`, text],
];

export const isAsShipped = (text: MailText, typed: OwnText): boolean =>
  typed.subject === text.subject && typed.text.trim() === shippedText(text);

/** The draft with other words of one e-mail; without any where they are those of the product, which later releases change. */
const withText = (draft: MailsDraft, text: MailText, typed: OwnText): MailsDraft => {
  const parts = Object.fromEntries(partsOf(text.id, typed));
  if (!isAsShipped(text, typed)) return { ...draft, ...parts };
  return Object.fromEntries(Object.entries(draft).filter(([part]) => !Object.hasOwn(parts, part)));
};

const all = (): readonly MailText[] => [...definedMails().values()];

function textsOf(draft: MailsDraft): StoredMailTexts["texts"] {
  const changed = all().flatMap((text) => {
    const typed = textIn(draft, text);
    if (isAsShipped(text, typed)) return [];
    const own = { subject: typed.subject.trim(), text: typed.text.trim() };
    return [[text.id, { ...own, body: readMailText(text, own).body }] as const];
  });
  return Object.fromEntries(changed);
}

/** Only what was changed is checked: a text of an older release that lacks something now is not used until it is mended. */
function draftErrors(draft: MailsDraft) {
  const errors = all().flatMap((text) => {
    const typed = textIn(draft, text);
    if (isAsShipped(text, typed)) return [];
    return mailErrors(text, typed).map(({ path, message }) => ({ path: `${text.id}/${path}`, message }));
  });
  if (errors.length > 0) return errors;
  const texts = textsOf(draft);
  const total = Object.values(texts).reduce((sum, { subject, text }) => sum + subject.length + text.length, 0);
  const fits = mailTextsSetting.schema.safeParse({ ...mailTextsSetting.default, texts }).success;
  const message =
    total > mostMailTexts
      ? `All your e-mails together have ${figures(total)} characters. They may have ${figures(mostMailTexts)}.`
      : "A text has too many paragraphs or marks. Make it shorter.";
  return total > mostMailTexts || !fits ? [{ path: "all", message }] : [];
}

/** The e-mails as they are drafted and published; what nobody changed follows later releases. */
export const mailsKind = (): DraftKind<MailsDraft, StoredMailTexts> => ({
  setting: mailTextsSetting,
  labels: Object.fromEntries(
    all().flatMap(({ id, name }) => [
      [`${id}/subject`, `${name}: subject`],
      [`${id}/text`, `${name}: text`],
    ]),
  ),
  published: "other e-mails",
  absent: Object.fromEntries(
    all().flatMap((text) => partsOf(text.id, { subject: text.subject, text: shippedText(text) })),
  ),
  read: ({ texts }) => Object.fromEntries(Object.entries(texts).flatMap(([id, own]) => partsOf(id, own))),
  write: (draft, stamp) => ({ texts: textsOf(draft), ...stamp }),
  check: async (draft) => draftErrors(draft),
});

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
