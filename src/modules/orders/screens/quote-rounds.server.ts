import { formatUsd } from "#src/shared/money.ts";
import { formatMoment, momentInZone } from "#src/shared/zone.ts";
import type { QuoteChange, QuoteRound } from "../index.ts";

type Reader = {
  zone: string;
  /** The client as this reader calls it: "You" or a name. */
  client: string;
};

const sum = (cents: number | null): string | null => (cents === null ? null : formatUsd(cents));

const shownChange = (change: QuoteChange, zone: string): { label: string; from: string | null; to: string | null } => {
  if (change.what === "scope") return { label: "Scope", from: null, to: "rewritten" };
  if (change.what === "deadline")
    return { label: "Deadline", from: formatMoment(change.from, zone), to: formatMoment(change.to, zone) };
  return { label: change.what === "price" ? "Price" : change.name, from: sum(change.from), to: sum(change.to) };
};

const titles: Readonly<Record<Exclude<QuoteRound["kind"], "version">, (client: string) => string>> = {
  "counter-quote": (client) => `${client} made a counter-offer`,
  "decline-quote": (client) => `${client} declined the quote`,
  "ask-quote": (client) => `${client} asked for a quote again`,
  "end-quote": () => "The time of the quote was over",
};

const shownRound = (round: QuoteRound, { zone, client }: Reader) => {
  const at = formatMoment(round.at, zone);
  if (round.kind === "version") {
    const { version, cents, lines, scope, deadline, validUntil } = round.quote;
    return {
      ...{ key: `version ${version}`, title: `Version ${version}`, at, text: null, scope },
      lines: lines.map(({ what, cents: part }) => ({ label: what, value: formatUsd(part) })),
      facts: [
        { label: "Price", value: formatUsd(cents) },
        { label: "Ready by", value: formatMoment(deadline, zone) },
        ...(validUntil ? [{ label: "Valid until", value: formatMoment(validUntil, zone) }] : []),
      ],
      changes: round.changes.map((change) => shownChange(change, zone)),
    };
  }
  const own = round.zone ?? zone;
  const wish = round.deadline && momentInZone(round.deadline, own);
  return {
    ...{ key: `${round.kind} ${round.at.getTime()}`, title: titles[round.kind](client), at, text: round.text },
    ...{ scope: null, lines: [], changes: [] },
    facts: [
      ...(round.cents === null ? [] : [{ label: "Price", value: formatUsd(round.cents) }]),
      ...(wish ? [{ label: "Ready by", value: wish }] : []),
    ],
  };
};

/** How the price of custom work came about, in words, oldest first. A deadline that a client typed stays in its zone. */
export const shownRounds = (rounds: readonly QuoteRound[], reader: Reader) =>
  rounds.map((round) => shownRound(round, reader));
export type ShownRound = ReturnType<typeof shownRound>;
