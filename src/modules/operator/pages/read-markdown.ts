import MarkdownIt, { type Token } from "markdown-it";
import {
  type Block,
  type FaqPage,
  faqPages,
  type Inline,
  type Placeholders,
  type TextProblem,
  wordsOf,
} from "./page-text.ts";
import { nearestName, placeholderOf, printValues } from "./placeholders.ts";

const allowedAddress = /^(?:https:\/\/[^/]|mailto:[^@\s]+@|\/(?![/\\])|#[\w-]|$)/i;

const parser = new MarkdownIt({ html: false, linkify: false }).disable("image");
parser.validateLink = (address) => allowedAddress.test(address.trim());

/** One text while it is read; `line` is where its reader stands. */
type Reading = {
  placeholders: Placeholders;
  preview: boolean;
  problems: TextProblem[];
  /** How many headings asked for each address. */
  ids: Map<string, number>;
  line: number;
};

/** Tokens in their order, each taken once. */
class Tokens {
  private at = 0;
  private readonly all: readonly Token[];
  constructor(all: readonly Token[]) {
    this.all = all;
  }
  next(): Token | undefined {
    const token = this.all[this.at];
    this.at += 1;
    return token;
  }
  /** Everything up to the end of what was just opened. */
  inside(): Tokens {
    const from = this.at;
    for (let depth = 1; depth > 0 && this.at < this.all.length; this.at += 1) depth += this.all[this.at]?.nesting ?? 0;
    return new Tokens(this.all.slice(from, this.at - 1));
  }
}

const problem = (reading: Reading, message: string, stops = true): void => {
  reading.problems.push({ line: reading.line, message, stops });
};

/** What the parser left as letters because it makes no link of it, and marks of HTML. */
function lookAtLetters(reading: Reading, text: string): void {
  for (const [, address = ""] of text.matchAll(/\]\(\s*<?((?:[^()\s<>]|\([^()\s]*\))*)/g))
    problem(
      reading,
      address.includes("{{")
        ? "A placeholder cannot be a part of an address. Write the address."
        : `The address ${address.slice(0, 60)} is not allowed. Use https://, mailto:, / or #.`,
    );
  if (/<\/?[a-z][^<>]*>/i.test(text))
    problem(reading, "HTML is not used here. Visitors would read its marks as letters.", false);
}

function printed(reading: Reading, text: string, inLink: boolean): readonly Inline[] {
  lookAtLetters(reading, text);
  const { inlines, unknown } = printValues(text, reading.placeholders, reading.preview, inLink);
  for (const name of unknown) {
    const known = placeholderOf(reading.placeholders, name);
    const nearest = nearestName(reading.placeholders, name);
    const meant = nearest ? ` Do you mean {{${nearest}}}?` : "";
    problem(
      reading,
      known === undefined
        ? `{{${name}}} is not known. Visitors would read it so.${meant}`
        : `{{${name}}} needs a line of its own, with an empty line before and after it.`,
    );
  }
  return inlines;
}

function linkTo(reading: Reading, address: string): string {
  if (address === "") problem(reading, "This link leads nowhere. Write its address.");
  if (/%7b%7b|\{\{/i.test(address))
    problem(reading, "A placeholder cannot be a part of an address. Write the address.");
  return address;
}

const marks = { strong_open: "strong", em_open: "em", s_open: "s" } as const;

function inlinesOf(reading: Reading, tokens: Tokens, inLink = false): Inline[] {
  const read: Inline[] = [];
  for (let token = tokens.next(); token; token = tokens.next()) {
    const { type, content } = token;
    if (type === "text") read.push(...printed(reading, content, inLink));
    else if (type === "softbreak") read.push(" ");
    else if (type === "hardbreak") read.push({ kind: "break" });
    else if (type === "code_inline") read.push({ kind: "code", text: content });
    else if (type === "link_open") {
      const to = linkTo(reading, String(token.attrGet("href") ?? ""));
      read.push({ kind: "link", to, of: inlinesOf(reading, tokens.inside(), true) });
    } else if (type in marks)
      read.push({ kind: marks[type as keyof typeof marks], of: inlinesOf(reading, tokens.inside(), inLink) });
  }
  return joined(read);
}

/** Neighbouring words as one, with single spaces, as a page shows them. */
const joined = (inlines: readonly Inline[]): Inline[] =>
  inlines.reduce<Inline[]>((all, one) => {
    const last = all.at(-1);
    if (typeof one === "string" && typeof last === "string") all[all.length - 1] = last + one;
    else all.push(one);
    return all;
  }, []);

const slug = (label: string): string =>
  label
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");

type Marked = { of: readonly Inline[]; mark: string | null };

/** A heading's words, and the mark in braces at their end. */
function withoutMark(inlines: readonly Inline[], pattern: RegExp): Marked {
  const last = inlines.at(-1);
  const [, words, mark] = (typeof last === "string" && pattern.exec(last)) || [];
  if (mark === undefined) return { of: inlines, mark: null };
  return { of: [...inlines.slice(0, -1), ...(words ? [words] : [])], mark };
}

/** "{on: home, services}" at the end of a question says which pages show it, too. */
function placesIn(reading: Reading, mark: string): readonly FaqPage[] {
  const names = mark.split(",").map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => !faqPages.some((place) => place === name));
  if (unknown !== undefined)
    problem(reading, `No page shows questions under the name “${unknown}”. Use ${faqPages.join(", ")}.`);
  return faqPages.filter((place) => names.includes(place));
}

/** "Cookies {#cookies}" names the address of a heading; else it is made from its words. */
function heading(reading: Reading, level: number, inlines: readonly Inline[]): Block {
  const asked = level === 3 ? withoutMark(inlines, /^(.*?)\s*\{on:([^{}]{0,60})\}$/) : { of: inlines, mark: null };
  const { of, mark: named } = withoutMark(asked.of, /^(.*?)\s*\{#([a-z][a-z0-9-]{0,40})\}$/);
  const on = asked.mark === null ? [] : placesIn(reading, asked.mark);
  const wanted = named ?? (slug(wordsOf(of)) || "part");
  const copy = (reading.ids.get(wanted) ?? 0) + 1;
  reading.ids.set(wanted, copy);
  const id = copy === 1 ? wanted : `${wanted}-${copy}`;
  const shown = Math.min(4, level) as 1 | 2 | 3 | 4;
  return { kind: "heading", level: shown, id, of, ...(on.length > 0 && { on }) };
}

/** A paragraph that is one placeholder can be a part of its own; "": it prints nothing now. */
function paragraph(reading: Reading, content: string, inlines: () => readonly Inline[]): Block {
  const [, name] = /^\{\{([^{}\n]{1,60})\}\}$/.exec(content.trim()) ?? [];
  const value = name === undefined ? undefined : placeholderOf(reading.placeholders, name);
  if (value === null) return { kind: "part", name: "" };
  return value && "block" in value ? value.block : { kind: "text", of: inlines() };
}

type Row = Extract<Block, { kind: "table" }>["head"];

function rowsOf(reading: Reading, tokens: Tokens): Row[] {
  const rows: Row[] = [];
  for (let token = tokens.next(); token; token = tokens.next()) {
    if (token.type !== "tr_open") continue;
    const cells = tokens.inside();
    const row: Row[number][] = [];
    for (let cell = cells.next(); cell; cell = cells.next()) {
      const inline = cells.inside().next();
      const right = String(cell.attrGet("style") ?? "").endsWith("right");
      row.push({ right, of: inline ? inlinesOf(reading, new Tokens(inline.children ?? [])) : [] });
    }
    rows.push(row);
  }
  return rows;
}

function itemsOf(reading: Reading, tokens: Tokens): Block[][] {
  const items: Block[][] = [];
  for (let token = tokens.next(); token; token = tokens.next()) items.push(blocksOf(reading, tokens.inside()));
  return items;
}

function blockOf(reading: Reading, token: Token, tokens: Tokens): Block | null {
  const inner = () => inlinesOf(reading, new Tokens(inside?.next()?.children ?? []));
  const inside = token.nesting === 1 ? tokens.inside() : null;
  if (token.map) reading.line = token.map[0] + 1;
  switch (token.type) {
    case "heading_open":
      return heading(reading, Number(token.tag.slice(1)), inner());
    case "paragraph_open": {
      const inline = inside?.next();
      return paragraph(reading, inline?.content ?? "", () => inlinesOf(reading, new Tokens(inline?.children ?? [])));
    }
    case "bullet_list_open":
    case "ordered_list_open": {
      const start = Number(token.attrGet("start") ?? 1);
      const ordered = token.type === "ordered_list_open";
      return { kind: "list", ordered, start, items: inside ? itemsOf(reading, inside) : [] };
    }
    case "blockquote_open":
      return { kind: "quote", of: inside ? blocksOf(reading, inside) : [] };
    case "table_open": {
      const [head = [], ...rows] = inside ? rowsOf(reading, inside) : [];
      return { kind: "table", head, rows };
    }
    case "fence":
    case "code_block":
      return { kind: "code", text: token.content };
    default:
      return token.type === "hr" ? { kind: "rule" } : null;
  }
}

function blocksOf(reading: Reading, tokens: Tokens): Block[] {
  const blocks: Block[] = [];
  for (let token = tokens.next(); token; token = tokens.next()) {
    const block = blockOf(reading, token, tokens);
    if (block) blocks.push(block);
  }
  return blocks;
}

const mailLink = /\[([^[\]\n]{0,200})\]\(mailto:\{\{([^{}\n]{1,60})\}\}([^)\s]*)\)/g;

/** The one placeholder that may stand in the address of a link: one that is an e-mail itself. */
const withMailLinks = (source: string, placeholders: Placeholders): string =>
  source.replaceAll(mailLink, (whole, label: string, name: string, more: string) => {
    const value = placeholderOf(placeholders, name);
    if (!value || !("text" in value) || (value.text !== "" && !value.to?.startsWith("mailto:"))) return whole;
    return value.to ? `[${label}](${value.to}${more})` : label;
  });

/** The blocks of a text, and what to look at in it. */
export function readMarkdown(source: string, placeholders: Placeholders, preview: boolean) {
  const reading: Reading = {
    placeholders,
    preview,
    problems: [],
    ids: new Map([
      ["main", 1],
      ["contents", 1],
    ]),
    line: 1,
  };
  const blocks = blocksOf(reading, new Tokens(parser.parse(withMailLinks(source, placeholders), {})));
  return { blocks, problems: reading.problems };
}
