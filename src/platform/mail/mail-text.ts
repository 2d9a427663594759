import {
  type MailContent,
  type MailPart,
  type MailSource,
  type MailValue,
  mailParts,
  type NewMail,
} from "./content.ts";

/** Whom an e-mail is for; "both": client and writer; "account": everybody who has one. */
export const mailReaders = ["client", "both", "writer", "admin", "account"] as const;
export type MailReader = (typeof mailReaders)[number];

/** Made by the product for each e-mail, and never typed. */
type Parts = Pick<MailContent, "facts" | "lines" | "total" | "button">;

/** An e-mail of the product: its own words, and the values that they can print. */
export type MailText = {
  /** "order.delivered": an operator's own words are kept by it. */
  id: string;
  to: MailReader;
  name: string;
  /** When it is sent, in a few words: "on delivery". */
  when: string;
  subject: string;
  /** Paragraphs with an empty line between them. "# " begins the title. */
  text: string;
  /** Each value with an example. One that is empty leaves its paragraph out. */
  values: Readonly<Record<string, string>>;
  /** Values without which the reader cannot continue. */
  required?: readonly string[];
  /** The parts in an example. */
  example: Parts;
};

const defined = new Map<string, MailText>();

/** Every e-mail of the modules that are loaded, by id. */
export const definedMails = (): ReadonlyMap<string, MailText> => defined;

/** Words of people: a subject stands on locked screens, and in lists of admins who may not read orders or messages. */
const privateValues: ReadonlySet<string> = new Set([
  ...["title", "messages", "answer", "message", "conversation", "question", "reason"],
  ...["new e-mail", "passkey", "account", "account ending"],
]);

/** Whether a subject may print this value. The title of an order goes to its client alone. */
export const mayBeInSubject = ({ to, values }: Pick<MailText, "to" | "values">, name: string): boolean =>
  Object.hasOwn(values, name) && (!privateValues.has(name) || (name === "title" && to === "client"));

export const token = /\{\{([^{}\n]{1,60})\}\}/g;
const loneToken = /^\{\{([^{}\n]{1,60})\}\}$/;

/** A text with its values. */
export const withValues = (text: string, values: MailSource["values"]): string =>
  text.replaceAll(token, (_whole, name: string) => [values[name] ?? ""].flat().join("\n"));

/** The parts that a text has. */
export const partsIn = (text: string): readonly MailPart[] => mailParts.filter((part) => text.includes(`{{${part}}}`));

/** The paragraphs that one of a text makes: those of a value that stands there alone, and none when all is empty. */
export const paragraphsOf = (text: string, values: MailSource["values"]): readonly string[] => {
  const [, lone] = loneToken.exec(text) ?? [];
  const value = lone === undefined ? undefined : values[lone];
  return (Array.isArray(value) ? value : [withValues(text, values).trim()]).filter((one) => one.trim() !== "");
};

const isPart = (paragraph: string): boolean => mailParts.some((part) => paragraph === `{{${part}}}`);

/** The product's own words with these values. Everything after the button is small print. */
function shippedContent({ text }: MailText, values: MailSource["values"], parts: Parts): MailContent {
  const [head = "", ...paragraphs] = text.trim().split("\n\n");
  const print = (all: readonly string[]) =>
    all.filter((one) => !isPart(one)).flatMap((one) => [...paragraphsOf(one, values)]);
  const button = paragraphs.indexOf("{{button}}");
  const end = button === -1 ? paragraphs.indexOf("{{details}}") : button;
  const after = end === -1 ? [] : print(paragraphs.slice(end));
  const { facts, lines, total } = parts;
  return {
    title: withValues(head.replace(/^# /, ""), values),
    paragraphs: print(end === -1 ? paragraphs : paragraphs.slice(0, end)),
    ...(facts && { facts }),
    ...(lines && { lines }),
    ...(total && { total }),
    ...(parts.button && { button: parts.button }),
    ...(after.length > 0 && { after }),
  };
}

/** What such an e-mail says, to be queued. */
export type WrittenText = Pick<NewMail, "subject" | "content" | "source">;

/** Declares an e-mail; gives what writes it. */
export function defineMail<const V extends Readonly<Record<string, string>>>(
  text: Omit<MailText, "values"> & { values: V },
): (values: { readonly [N in keyof V]: MailValue }, parts?: Parts) => WrittenText {
  defined.set(text.id, text);
  return (values, parts = {}) => ({
    subject: withValues(text.subject, values),
    content: shippedContent(text, values, parts),
    source: { id: text.id, values },
  });
}
