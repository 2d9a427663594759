import { counted } from "#src/shared/counted.ts";
import type { Report } from "./report.ts";
import type { Band, Doubt, Register } from "./verdict.ts";

/** What each answer is called, and what it means. No answer says who wrote a text. */
export const bandTexts: Readonly<Record<Band, { title: string; lede: string }>> = {
  "likely-ai": {
    title: "The style resembles machine-written text.",
    lede: "It is like the machine-written texts that this checker learned from, and unlike most human ones. That does not prove how this text was written.",
  },
  "cannot-tell": {
    title: "We cannot tell.",
    lede: "The signs are mixed or weak. A person may have used a tool for parts of it, or may simply write this way.",
  },
  "human-like": {
    title: "No strong signs found.",
    lede: "The style is like that of most human texts that this checker learned from. Machine-written text can look like this too.",
  },
  "too-short": {
    title: "Too short to judge.",
    lede: "A text of fewer than 50 words says too little. So we give no answer.",
  },
};

type Answer = { band: Band; weak: boolean; doubts: readonly Doubt[] };

/** What the answer means for this text: there are several reasons to give none. */
export function ledeOf({ band, weak, doubts }: Answer): string {
  if (band === "cannot-tell" && doubts.length > 0) return "The checker cannot judge the style of a text like this one.";
  if (band === "cannot-tell" && weak)
    return "So few words say too little. A person may have used a tool for parts of it, or may simply write this way.";
  return bandTexts[band].lede;
}

/** Which limit was used and why, where it is not that of most texts. Answers kept before there were registers have none. */
const registerTexts: Readonly<Partial<Record<Register, string>>> = {
  scholarly:
    "It reads like a research text, by its words or citations. A higher limit was used for it, because people and machines write most alike there.",
  personal:
    "It reads like a personal text: somebody says “I” and looks back. A higher limit was used for it, because a mistake about a person’s own story does most harm.",
};

/** Says which limit was used; nothing for most texts, and where no limit decided. */
export function registerText({ register, weak, doubts }: Pick<Report, "register" | "weak" | "doubts">): string | null {
  return weak || doubts.length > 0 ? null : (registerTexts[register] ?? null);
}

/** How strongly a coloured sentence resembles machines' text. */
export const levelLabels = { some: "some signs", strong: "strong signs" } as const;

/** Shown with every answer on a text of fewer than 150 words. */
export const weakText =
  "Below 150 words the checker never says more than this. Paste the whole text if there is more of it.";

/** Why the answer is “cannot tell”, whatever the style. */
export const doubtTexts: Readonly<Record<Doubt, string>> = {
  language: "Most of it does not seem to be English. The checker knows English only.",
  remains: "Most of it is code or tables. The checker reads running text only.",
  verse: "It has the short lines of a poem. The checker has not learned from verse.",
  list: "Most of it is a list. The checker needs sentences that follow each other.",
  unlike: "It is unlike the texts that the checker learned from.",
};

const joined = (parts: readonly string[]): string => parts.join(", ").replace(/, ([^,]*)$/, " and $1");

/** What was not read of a text, in words; empty when all of it was. */
const leftOutTexts = (left: { code: number; table: number; references: number }): string[] => [
  ...(left.code > 0 ? [counted(left.code, "line of code", "lines of code")] : []),
  ...(left.table > 0 ? [counted(left.table, "line of a table", "lines of tables")] : []),
  ...(left.references > 0 ? [counted(left.references, "line of references", "lines of references")] : []),
];

/** Whether something of a text was not read. */
export const leavesOut = ({ left }: Pick<Report, "left">): boolean => leftOutTexts(left).length > 0;

/** What was looked at: `found` and `left` come from the reader of a file, `whole`: code, tables and references too. */
export type WhatWasRead = { found?: string; left: readonly string[]; whole?: boolean; report: Pick<Report, "left"> };

/** What was read and what was not, in sentences that stand before the answer; empty when all of a text was read. */
export function readTexts({ found, left, whole, report }: WhatWasRead): string[] {
  const passed = leftOutTexts(report.left);
  return [
    ...(found ? [`Found in the file: ${found}.`] : []),
    ...(left.length > 0 ? [`Not part of the text: ${joined(left)}.`] : []),
    ...(passed.length > 0 ? [`Left out, because it is no running text: ${joined(passed)}.`] : []),
    ...(whole ? ["Code, tables and references were read too, as you asked."] : []),
  ];
}

/** What was folded before reading, in words; empty when nothing was. */
export function foldedTexts({ invisible, lookalikes }: { invisible: number; lookalikes: number }): string[] {
  return [
    ...(invisible > 0 ? [counted(invisible, "invisible character", "invisible characters")] : []),
    ...(lookalikes > 0 ? [counted(lookalikes, "letter that only looks Latin", "letters that only look Latin")] : []),
  ];
}
