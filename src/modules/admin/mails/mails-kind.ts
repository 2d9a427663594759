import { definedMails, type MailText } from "#src/platform/mail/mail-text.ts";
import { mailTextsSetting, mostMailTexts, type StoredMailTexts } from "#src/platform/mail/own-text.ts";
import { figures } from "#src/shared/counted.ts";
import type { DraftKind } from "../drafts/draft-kind.ts";
import { mailErrors, readMailText } from "./read-mail-text.ts";

/** The subjects and texts of changed e-mails by "<id>/subject" and "<id>/text": two admins keep what they typed of different ones. */
export type MailsDraft = Record<string, string>;
export type OwnText = { subject: string; text: string };

/** An e-mail as a draft has it; what the draft does not know is as shipped. */
export const textIn = (draft: MailsDraft, text: MailText): OwnText => ({
  subject: draft[`${text.id}/subject`] ?? text.subject,
  text: draft[`${text.id}/text`] ?? shippedText(text),
});

export const shippedText = (text: MailText): string => text.text.trim();

const partsOf = (id: string, { subject, text }: OwnText): [string, string][] => [
  [`${id}/subject`, subject],
  [`${id}/text`, text],
];

export const isAsShipped = (text: MailText, typed: OwnText): boolean =>
  typed.subject === text.subject && typed.text.trim() === shippedText(text);

/** The draft with other words of one e-mail; without any where they are those of the product, which later releases change. */
export const withText = (draft: MailsDraft, text: MailText, typed: OwnText): MailsDraft => {
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
