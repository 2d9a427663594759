import type { DiscountTerms } from "#src/modules/orders/index.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";

/** What a code says, as its row keeps it. */
export type PromotionTerms = {
  kind: DiscountTerms["kind"];
  cents: number | null;
  percent: number | null;
  capCents: number | null;
  minimumCents: number;
  validFrom: Date | null;
  validUntil: Date | null;
  mostUses: number | null;
  mostPerPerson: number | null;
  services: readonly string[];
  firstOrderOnly: boolean;
  endedAt: Date | null;
};

/** What the order and its client bring to a code. */
export type CodeAsk = {
  now: Date;
  service: string;
  priceCents: number;
  /** Uses that count, of everybody and of this client, without the one on this order. */
  uses: number;
  ownUses: number;
  /** The client has paid for another order, or has a code for first orders on one. */
  orderedBefore: boolean;
};

/** Why a code does not count. */
export type CodeRefusal =
  | { why: "unknown" | "ended" | "used-up" | "not-first" }
  | { why: "not-yet"; from: Date }
  | { why: "service"; services: readonly string[] }
  | { why: "minimum"; minimumCents: number; priceCents: number }
  | { why: "own-limit"; times: number };

export const isCodeName = (text: string): boolean => /^[A-Z0-9](?:[A-Z0-9-]{1,22})[A-Z0-9]$/.test(text);

/** The terms that an order keeps. */
export const discountTerms = ({ kind, cents, percent, capCents, minimumCents }: PromotionTerms): DiscountTerms =>
  kind === "fixed"
    ? { kind, cents: cents ?? 0, minimumCents }
    : { kind, percent: percent ?? 0, capCents, minimumCents };

/** At its last instant a code has ended; at its first one it counts. */
const hasEnded = ({ endedAt, validUntil }: PromotionTerms, now: Date): boolean =>
  endedAt !== null || (validUntil !== null && now >= validUntil);

/** Why this code does not count for this order, what nobody can change first; null: it counts. */
export const codeRefusal = (terms: PromotionTerms, ask: CodeAsk): CodeRefusal | null => {
  const { validFrom, mostUses, mostPerPerson, services, minimumCents } = terms;
  if (hasEnded(terms, ask.now)) return { why: "ended" };
  if (validFrom !== null && ask.now < validFrom) return { why: "not-yet", from: validFrom };
  if (services.length > 0 && !services.includes(ask.service)) return { why: "service", services };
  if (terms.firstOrderOnly && ask.orderedBefore) return { why: "not-first" };
  if (mostPerPerson !== null && ask.ownUses >= mostPerPerson) return { why: "own-limit", times: ask.ownUses };
  if (mostUses !== null && ask.uses >= mostUses) return { why: "used-up" };
  if (ask.priceCents < minimumCents) return { why: "minimum", minimumCents, priceCents: ask.priceCents };
  return null;
};

type Words = { moment: (at: Date) => string; service: (service: string) => string };

/** The refusal in words, for the line under the field. */
export const codeRefusalText = (refusal: CodeRefusal, { moment, service }: Words): string => {
  switch (refusal.why) {
    case "unknown":
      return "We do not know this code. Check the spelling.";
    case "ended":
      return "This code has ended.";
    case "used-up":
      return "This code has been used as often as it can be.";
    case "not-first":
      return "This code is for a first order, and you have ordered before.";
    case "not-yet":
      return `This code can be used from ${moment(refusal.from)}.`;
    case "service":
      return `This code is not for this kind of work. You can use it for: ${refusal.services.map(service).join(", ")}.`;
    case "minimum":
      return `This code is for orders of ${formatUsd(refusal.minimumCents)} or more. This order is ${formatUsd(refusal.priceCents)}.`;
    case "own-limit":
      return refusal.times === 1
        ? "You have used this code already."
        : `You have used this code ${counted(refusal.times, "time")}. You cannot use it again.`;
  }
};

/** Where a code stands in lists of admins. */
export type CodeState = "active" | "waits" | "used-up" | "ended";
export const codeState = (terms: PromotionTerms, uses: number, now: Date): CodeState => {
  if (hasEnded(terms, now)) return "ended";
  if (terms.mostUses !== null && uses >= terms.mostUses) return "used-up";
  return terms.validFrom !== null && now < terms.validFrom ? "waits" : "active";
};
