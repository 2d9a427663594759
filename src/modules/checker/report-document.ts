import type { DocumentText } from "#src/platform/documents/blocks.ts";
import { figures } from "#src/shared/counted.ts";
import { zonedMoment } from "#src/shared/zone.ts";
import { type Card, limitTexts, rateTexts } from "./domain/card.ts";
import type { Report } from "./domain/report.ts";
import { paragraphsOf } from "./domain/report.ts";
import { styleOutlierText } from "./domain/style-outliers.ts";
import {
  bandTexts,
  doubtTexts,
  foldedTexts,
  ledeOf,
  levelLabels,
  readTexts,
  registerText,
  weakText,
} from "./domain/texts.ts";

/** What a report names besides the answer. */
export type Facts = { sha256: string; at: string };

export type ReportParts = {
  report: Report;
  kind: string;
  /** What was found in the file that the text came from; empty without one. */
  found: string;
  /** What was left out of that file. */
  left: readonly string[];
  /** Code, tables and references were read too. */
  whole: boolean;
  facts: Facts;
  /** The zone in which its reader reads times. */
  zone: string;
  card: Card;
  /** The text itself, where it was asked for. */
  text: string | null;
  /** Name of the operator, in the file's own details. */
  author: string;
};

type Block = DocumentText["blocks"][number];
const heading = (text: string): Block => ({ kind: "heading", text });
const paragraph = (text: string): Block => ({ kind: "paragraph", text });
const section = (title: string, texts: readonly string[]): Block[] =>
  texts.length > 0 ? [heading(title), ...texts.map(paragraph)] : [];

/** Coloured sentences say in words what their colour says on the page. */
const textBlocks = (text: string, report: Report): Block[] =>
  paragraphsOf(text, report.highlights).map((pieces) =>
    paragraph(
      pieces.map((one) => (one.level ? `[${one.number}, ${levelLabels[one.level]}: ${one.text}]` : one.text)).join(""),
    ),
  );

/** A report for paper: the answer never stands without its errors and its limits. */
export function reportDocument(parts: ReportParts): DocumentText {
  const { report, kind, found, left, whole, facts, zone, card, text, author } = parts;
  const { title } = bandTexts[report.band];
  const limitText = registerText(report);
  const isWeak = report.weak && report.band !== "too-short";
  return {
    title: "AI checker: report on a text",
    author,
    notes: [
      `${figures(report.words)} words, checked ${zonedMoment(new Date(facts.at), zone)}`,
      `SHA-256 of the text: ${facts.sha256}`,
      `Model ${report.model}, SHA-256 of its file: ${card.sha256}`,
    ],
    blocks: [
      ...section("What was read", readTexts({ found, left, whole, report })),
      heading(title),
      paragraph(ledeOf(report)),
      ...(limitText ? [paragraph(limitText)] : []),
      ...(isWeak ? [paragraph(`Too short for a reliable answer. ${weakText}`)] : []),
      ...report.doubts.map((doubt) => paragraph(doubtTexts[doubt])),
      ...section(
        "What this cannot do",
        limitTexts.map((one) => `${one.title} ${one.text}`),
      ),
      ...section("How often it is wrong", rateTexts(report.rates, kind)),
      ...section(
        "What stands out in the style",
        report.moved.map((one) => `${one.name}: ${styleOutlierText(one)}`),
      ),
      ...section("Read as ordinary text", foldedTexts(report.folded)),
      ...(text === null ? [] : [heading("The text"), ...textBlocks(text, report)]),
    ],
  };
}
