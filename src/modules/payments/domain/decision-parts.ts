import { percentOf } from "#src/shared/money.ts";

type Choice = { name: "complete" } | { name: "refund"; cents: number; bearer: "client" | "writer" | "operator" };

/** Where the money of a disputed order is after a decision; nothing of it was released before. */
export type DecisionParts = { client: number; writer: number; operator: number };

/**
 * What client, writer and operator have of the money that is held after a decision took effect: the same as `carryOut`
 * does in the ledger, for the page to show while an amount is typed.
 */
export function decisionParts(
  { heldCents, priceCents, sharePercent }: { heldCents: number; priceCents: number; sharePercent: number },
  choice: Choice,
): DecisionParts {
  if (choice.name === "complete") {
    const writer = percentOf(heldCents, sharePercent);
    return { client: 0, writer, operator: heldCents - writer };
  }
  const client = Math.min(heldCents, choice.cents);
  const rest = heldCents - client;
  const bases = { writer: 0, client: rest, operator: priceCents };
  const earned = percentOf(bases[choice.bearer], sharePercent);
  const writer = choice.bearer === "operator" ? earned : Math.min(earned, rest);
  return { client, writer, operator: rest - writer };
}
