import { type Block, type Inline, type Placeholders, readMarkdown } from "#src/modules/operator/index.server.ts";
import { addressOf, type MailBlock, type MailRun, mailParts } from "#src/platform/mail/content.ts";
import { type MailText, mayBeInSubject, partsIn } from "#src/platform/mail/mail-text.ts";
import { mostMailText, mostSubject, textGaps } from "#src/platform/mail/own-text.ts";
import { figures } from "#src/shared/counted.ts";
import type { FieldError } from "#src/shared/outcome.ts";

/** What each part is, in words. */
export const partLabels: Readonly<Record<(typeof mailParts)[number], string>> = {
  button: "the button, which leads to the page",
  details: "the details, a line each",
  amounts: "the amounts, a line each",
};

type Marks = Omit<MailRun, "text">;

function runsOf(inlines: readonly Inline[], marks: Marks = {}): MailRun[] {
  return inlines.flatMap((one): MailRun[] => {
    if (typeof one === "string") return [{ text: one, ...marks }];
    switch (one.kind) {
      case "break":
        return [{ text: "\n", ...marks }];
      case "strong":
      case "em":
        return runsOf(one.of, { ...marks, [one.kind]: true });
      case "s":
        return runsOf(one.of, marks);
      case "link":
        return runsOf(one.of, { ...marks, to: one.to });
      default:
        return [{ text: one.text, ...marks }];
    }
  });
}

type Words = Extract<Block, { kind: "heading" | "text" }>;
const isPlain = (block: Block): block is Words => block.kind === "heading" || block.kind === "text";

/** The paragraphs inside of a point, a line each. */
const linesOf = (blocks: readonly Block[]): MailRun[] =>
  blocks.filter(isPlain).flatMap(({ of }, at) => [...(at > 0 ? [{ text: "\n" }] : []), ...runsOf(of)]);

/** Blocks that hold something else than words: an e-mail would leave it out. */
const holdsOthers = (block: Block): boolean => {
  const inside = block.kind === "list" ? block.items.flat() : block.kind === "quote" ? block.of : [];
  return !inside.every(isPlain);
};

function blocksOf(block: Block): MailBlock[] {
  switch (block.kind) {
    case "heading":
    case "text":
      return [{ kind: block.kind, of: runsOf(block.of) }];
    case "list":
      return [{ kind: "list", ordered: block.ordered, items: block.items.map(linesOf) }];
    case "quote":
      return block.of.filter(isPlain).map(({ of }) => ({ kind: "quote", of: runsOf(of) }));
    case "code":
      return [{ kind: "text", of: [{ text: block.text.trim() }] }];
    case "part": {
      const name = mailParts.find((part) => part === block.name);
      return name ? [{ kind: "part", name }] : [];
    }
    default:
      return [];
  }
}

const addressesIn = (blocks: readonly MailBlock[]): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === "part") return [];
    const runs = block.kind === "list" ? block.items.flat() : block.of;
    return runs.flatMap(({ to }) => (to ? [to] : []));
  });

/** Each placeholder prints itself: its value is known when the e-mail is written. */
const itself = (text: MailText): Placeholders => ({
  ...Object.fromEntries(Object.keys(text.values).map((name) => [name, { text: `{{${name}}}` }])),
  ...Object.fromEntries(
    partsIn(text.text).map((part) => [part, { block: { kind: "part" as const, name: part }, says: partLabels[part] }]),
  ),
});

type Problem = { line: number; stops: boolean; message: string };

const lineWith = (source: string, found: RegExp): number =>
  Math.max(1, source.split("\n").findIndex((line) => found.test(line)) + 1);

const lineAcross = /^\s*(?:[-*_]\s*){3,}$/;
/** A list, a quote, code or a part behind the mark of a point or a quote, or moved in. */
const insideOthers = /^(?:\s*(?:[-*+]|\d+[.)]|>)\s*|\s{2,})(?:[-*+>]|\d+[.)]|```|\{\{(?:button|details|amounts))/;
const tableRule = /^\s*\|?\s*:?-{3,}:?\s*\|/;

/** Markdown that pages have and e-mails do not. */
function notInMails(source: string, blocks: readonly Block[], body: readonly MailBlock[]): Problem[] {
  const stop = (line: number, message: string): Problem => ({ line, stops: true, message });
  return [
    ...(blocks.some(({ kind }) => kind === "table")
      ? [stop(lineWith(source, tableRule), "An e-mail has no tables. Write a list.")]
      : []),
    ...(blocks.some(({ kind }) => kind === "rule")
      ? [stop(lineWith(source, lineAcross), "An e-mail has no lines across it. Leave an empty line.")]
      : []),
    ...(blocks.some(holdsOthers)
      ? [
          stop(
            lineWith(source, insideOthers),
            "A point or a quote holds words alone. Begin what is in it as a paragraph of its own.",
          ),
        ]
      : []),
    ...addressesIn(body)
      .filter((to) => !addressOf(to, "https://shop.example"))
      .map((to) =>
        stop(
          lineWith(source, /\]\(/),
          `The address ${to.slice(0, 60)} does not work in an e-mail. Use https://, mailto: or a page that begins with /.`,
        ),
      ),
  ];
}

/** What this e-mail must have and lacks, has twice, or does not know, in words. */
function missingParts(text: MailText, source: string, body: MailBlock[], known: readonly Problem[]): Problem[] {
  const { missing, unknown } = textGaps(text, { subject: "", body });
  const last = source.split("\n").length;
  const label = (name: string) => mailParts.find((part) => part === name);
  return [
    ...missing.map((name) => {
      const part = label(name);
      const message = part
        ? `Put {{${name}}} back, on a line of its own. It is ${partLabels[part]}, and this e-mail needs it.`
        : `Put {{${name}}} back. Without it the reader cannot continue.`;
      return { line: last, stops: true, message };
    }),
    // In code nothing is looked for, and printed all the same.
    ...unknown
      .filter((name) => !known.some(({ message }) => message.startsWith(`{{${name}}}`)))
      .map((name) => ({
        line: last,
        stops: true,
        message: `{{${name}}} is not known in this place. Write it outside of code.`,
      })),
    ...partsIn(source).flatMap((part) =>
      source.split(`{{${part}}}`).length > 2
        ? [{ line: last, stops: true, message: `{{${part}}} is in the text twice. Leave one.` }]
        : [],
    ),
  ];
}

/** A text of an e-mail as it was typed: its blocks, and what to look at in it. */
export function readMailText(text: MailText, { text: source }: { text: string }) {
  if (source.length > mostMailText) {
    const message = `The text has ${figures(source.length)} characters. An e-mail may have ${figures(mostMailText)}. Make it shorter.`;
    return { body: [], problems: [{ line: 1, stops: true, message }] };
  }
  const { blocks, problems } = readMarkdown(source, itself(text), false);
  const body = blocks.flatMap(blocksOf);
  const read = problems.map(
    (one): Problem =>
      one.message.startsWith("HTML")
        ? { ...one, stops: true, message: "HTML is not used here. Readers would see its marks as letters." }
        : one,
  );
  const all = [...read, ...notInMails(source, blocks, body), ...missingParts(text, source, body, read)];
  return { body, problems: all.toSorted((one, other) => one.line - other.line) };
}

/** What keeps a subject from being used. */
function subjectErrors(mail: MailText, subject: string): string[] {
  const length = [...subject.trim()].length;
  if (length === 0) return ["Write a subject."];
  const names = [...subject.matchAll(/\{\{([^{}]{0,60})\}\}/g)].map(([, name = ""]) => name);
  const { values } = mail;
  const unknown = names.find((name) => !Object.hasOwn(values, name));
  const known = Object.keys(values)
    .filter((name) => mayBeInSubject(mail, name))
    .map((name) => `{{${name}}}`);
  return [
    ...(length > mostSubject ? [`At most ${mostSubject} characters. It has ${length}.`] : []),
    ...names
      .filter((name) => Object.hasOwn(values, name) && !mayBeInSubject(mail, name))
      .slice(0, 1)
      .map((name) => `{{${name}}} is private. Subjects are seen on locked screens: print it in the text.`),
    ...(unknown === undefined
      ? []
      : [
          known.length > 0
            ? `{{${unknown}}} is not known here. The subject can print ${known.join(", ")}.`
            : `{{${unknown}}} is not known here. The subject of this e-mail prints no values.`,
        ]),
  ];
}

/** Both, by the fields of its form. */
export const mailErrors = (text: MailText, own: { subject: string; text: string }): FieldError[] => [
  ...subjectErrors(text, own.subject).map((message) => ({ path: "subject", message })),
  ...readMailText(text, own)
    .problems.filter(({ stops }) => stops)
    .map(({ line, message }) => ({ path: "text", message: `Line ${line}: ${message}` })),
];
