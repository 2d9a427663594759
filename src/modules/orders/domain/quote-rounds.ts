import type { QuoteLine } from "./action-params.ts";
import type { EntryName } from "./entries-and-events.ts";

/** One version of a quote, as it was sent. */
export type QuoteVersion = {
  version: number;
  cents: number;
  lines: readonly QuoteLine[];
  scope: string;
  deadline: Date;
  validUntil: Date | null;
  createdAt: Date;
};

/** What a version says otherwise than the one before it. */
export type QuoteChange =
  | { what: "price"; from: number; to: number }
  | { what: "deadline"; from: Date; to: Date }
  | { what: "scope" }
  /** A part of the price by its name; null where it was not, or is not any more. */
  | { what: "part"; name: string; from: number | null; to: number | null };

const byName = (lines: readonly QuoteLine[]): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const { what, cents } of lines) sums.set(what, (sums.get(what) ?? 0) + cents);
  return sums;
};

const partChanges = (before: QuoteVersion, after: QuoteVersion): QuoteChange[] => {
  const [was, is] = [byName(before.lines), byName(after.lines)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [from, to] = [was.get(name) ?? null, is.get(name) ?? null];
    return from === to ? [] : [{ what: "part", name, from, to } as const];
  });
};

/** What is different between two versions of a quote: price, its parts, deadline, scope, in this order. */
export const quoteChanges = (before: QuoteVersion, after: QuoteVersion): readonly QuoteChange[] => [
  ...(before.cents === after.cents ? [] : [{ what: "price", from: before.cents, to: after.cents } as const]),
  ...partChanges(before, after),
  ...(before.deadline.getTime() === after.deadline.getTime()
    ? []
    : [{ what: "deadline", from: before.deadline, to: after.deadline } as const]),
  ...(before.scope.trim() === after.scope.trim() ? [] : [{ what: "scope" } as const]),
];

const replies = ["counter-quote", "decline-quote", "ask-quote", "end-quote"] as const satisfies readonly EntryName[];
type ReplyKind = (typeof replies)[number];

type Entry = { action: EntryName; at: Date; text: string | null; detail: Readonly<Record<string, unknown>> };

/** How a price for custom work came about: versions and what was answered to them, oldest first. */
export type QuoteRound =
  | { kind: "version"; at: Date; quote: QuoteVersion; changes: readonly QuoteChange[] }
  | {
      kind: ReplyKind;
      at: Date;
      text: string | null;
      cents: number | null;
      deadline: Date | null;
      /** The zone in which the client typed the deadline. */
      zone: string | null;
    };

const isReply = (action: EntryName): action is ReplyKind => replies.some((one) => one === action);

const replyOf = ({ action, at, text, detail }: Entry): QuoteRound[] => {
  if (!isReply(action)) return [];
  const { counterCents, counterDeadline, counterZone } = detail;
  return [
    {
      kind: action,
      at,
      text: text,
      cents: typeof counterCents === "number" ? counterCents : null,
      deadline: typeof counterDeadline === "string" ? new Date(counterDeadline) : null,
      zone: typeof counterZone === "string" ? counterZone : null,
    },
  ];
};

/** Versions and answers in the order in which they were sent. `quotes` are all versions, the oldest first. */
export const quoteRounds = (quotes: readonly QuoteVersion[], history: readonly Entry[]): readonly QuoteRound[] => {
  const versions = quotes.map((quote, at): QuoteRound => {
    const before = quotes[at - 1];
    return { kind: "version", at: quote.createdAt, quote, changes: before ? quoteChanges(before, quote) : [] };
  });
  return [...versions, ...history.flatMap(replyOf)].sort((a, b) => a.at.getTime() - b.at.getTime());
};
