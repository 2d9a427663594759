import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../database/database.ts";
import { defineSetting } from "../settings.ts";
import { settings } from "../tables.ts";
import {
  type MailBlock,
  type MailContent,
  type MailRun,
  type MailSource,
  mailFault,
  mailParts,
  type NewMail,
  oneLine,
} from "./content.ts";
import { definedMails, type MailText, mayBeInSubject, paragraphsOf, partsIn, token, withValues } from "./mail-text.ts";

/** The longest text of one e-mail, and all of an operator's together, in characters. */
export const mostMailText = 5_000;
export const mostMailTexts = 100_000;
export const mostSubject = 78;

const run = z.strictObject({
  text: z.string().max(mostMailText),
  strong: z.literal(true).optional(),
  em: z.literal(true).optional(),
  /** "https://…", "mailto:…", or an own path. */
  to: z.string().max(2000).optional(),
});
const runs = z.array(run).max(400);
const block = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.enum(["text", "heading", "quote"]), of: runs }),
  z.strictObject({ kind: z.literal("list"), ordered: z.boolean(), items: z.array(runs).max(100) }),
  z.strictObject({ kind: z.literal("part"), name: z.enum(mailParts) }),
]);
const ownText = z.strictObject({
  subject: z.string().max(200),
  /** As it was typed, and as it was read when it was published: nothing that sends parses Markdown. */
  text: z.string().max(mostMailText),
  body: z.array(block).max(200),
});
export type OwnMailText = z.infer<typeof ownText>;

const schema = z.strictObject({
  number: z.int().min(0),
  /** By the id of the e-mail; what is not here is as shipped. */
  texts: z.record(z.string().max(60), ownText),
  by: z.string().max(80).default(""),
  at: z.iso.datetime().or(z.literal("")).default(""),
});
export type StoredMailTexts = z.infer<typeof schema>;

export const mailTextsSetting = defineSetting<StoredMailTexts>({
  key: "mails",
  meaning: "the operator's own subjects and texts of e-mails; what is not changed is as shipped",
  schema,
  default: { number: 0, texts: {}, by: "", at: "" },
});

const names = (text: string): string[] => [...text.matchAll(token)].map(([, name = ""]) => name);

const runsIn = (one: MailBlock): readonly MailRun[] => {
  if (one.kind === "part") return [];
  return one.kind === "list" ? one.items.flat() : one.of;
};

/**
 * What keeps an operator's text from being used: what it would print and this e-mail does not have, and what it must print
 * and does not. The blocks count: a button inside of a list or of code is in the text, and in no e-mail.
 */
export function textGaps(mail: MailText, own: Pick<OwnMailText, "subject" | "body">) {
  const { text, values, required = [] } = mail;
  const parts = own.body.flatMap((one) => (one.kind === "part" ? [one.name] : []));
  const printed = new Set(own.body.flatMap(runsIn).flatMap((one) => names(one.text)));
  const known = partsIn(text);
  return {
    unknown: [
      ...names(own.subject).filter((name) => !mayBeInSubject(mail, name)),
      ...[...printed].filter((name) => !Object.hasOwn(values, name)),
      ...parts.filter((part) => !known.includes(part)),
    ],
    missing: [...known.filter((part) => !parts.includes(part)), ...required.filter((name) => !printed.has(name))],
  };
}

const printRuns = (of: readonly MailRun[], values: MailSource["values"]): MailRun[] =>
  of.map((one) => ({ ...one, text: withValues(one.text, values) })).filter(({ text }) => text !== "");

const hasText = (of: readonly MailRun[]): boolean => of.some(({ text }) => text.trim() !== "");

function printBlock(one: MailBlock, values: MailSource["values"]): MailBlock[] {
  if (one.kind === "part") return [one];
  if (one.kind === "list") {
    const items = one.items.map((item) => printRuns(item, values)).filter(hasText);
    return items.length > 0 ? [{ ...one, items }] : [];
  }
  const [only] = one.of;
  const several = one.of.length === 1 && only ? paragraphsOf(only.text, values) : [];
  if (several.length > 1) return several.map((text) => ({ ...one, of: [{ ...only, text }] }));
  const of = printRuns(one.of, values);
  return hasText(of) ? [{ ...one, of }] : [];
}

const plainOf = (of: readonly MailRun[]): string => of.map(({ text }) => text).join("");

/** The plain paragraphs of blocks, without their marks. */
const linesOf = (one: MailBlock): string[] => {
  if (one.kind === "part") return [];
  return one.kind === "list" ? one.items.map((item) => `- ${plainOf(item)}`) : [plainOf(one.of)];
};

/** An e-mail in the operator's words; the parts that the product makes are those of `shipped`. */
export function fillOwnText(own: OwnMailText, values: MailSource["values"], shipped: MailContent) {
  const printed = own.body.flatMap((one) => printBlock(one, values));
  const [first] = printed;
  const subject = oneLine(withValues(own.subject, values), 200);
  const title = first?.kind === "heading" ? plainOf(first.of) : null;
  const body = title === null ? printed : printed.slice(1);
  const button = body.findIndex((one) => one.kind === "part" && one.name === "button");
  const after = button === -1 ? [] : body.slice(button).flatMap(linesOf);
  const { facts, lines, total, button: link } = shipped;
  const content: MailContent = {
    title: title ?? subject,
    paragraphs: (button === -1 ? body : body.slice(0, button)).flatMap(linesOf),
    ...(facts && { facts }),
    ...(lines && { lines }),
    ...(total && { total }),
    ...(link && { button: link }),
    ...(after.length > 0 && { after }),
    body,
  };
  return { subject, content };
}

/**
 * The mail in the words that are published now. A text that lacks what this release must have in it, or prints what the
 * release does not know, or is too long with its values, is not used: nobody gets an e-mail without its link.
 */
export async function asPublished(tx: Database, mail: NewMail): Promise<Pick<NewMail, "subject" | "content">> {
  const { source, subject, content } = mail;
  const text = source && definedMails().get(source.id);
  if (!source || !text) return { subject, content };
  const [row] = await tx
    .select({ own: sql<unknown>`${settings.value} -> 'texts' -> ${source.id}::text` })
    .from(settings)
    .where(eq(settings.key, mailTextsSetting.key));
  const own = ownText.safeParse(row?.own);
  if (!own.success) return { subject, content };
  const { unknown, missing } = textGaps(text, own.data);
  const written = fillOwnText(own.data, source.values, content);
  const isUsed = unknown.length + missing.length === 0 && mailFault({ ...mail, ...written }) === null;
  return isUsed ? written : { subject, content };
}
