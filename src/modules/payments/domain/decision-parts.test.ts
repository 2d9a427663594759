import { expect, test } from "vitest";
import { carryOut } from "./carry-out.ts";
import { decisionParts } from "./decision-parts.ts";
import { balancesOf, transaction } from "./ledger.ts";

const past = (cents: number) => [transaction("settle", { client: -cents, held: cents })];
const after = (cents: number, effect: Parameters<typeof carryOut>[0], share: number) => {
  const books = past(cents);
  const { refunds, writer, operator } = balancesOf([...books, ...carryOut(effect, books, share)]);
  return { client: refunds, writer, operator };
};

test("what a decision shows is what the ledger does with it, for every bearer, share and amount", () => {
  for (const heldCents of [1, 9_999, 25_125])
    for (const sharePercent of [0, 33, 50, 100]) {
      const facts = { heldCents, priceCents: heldCents, sharePercent };
      expect(decisionParts(facts, { name: "complete" })).toEqual(after(heldCents, { kind: "released" }, sharePercent));
      for (const bearer of ["client", "writer", "operator"] as const)
        for (const cents of [1, Math.floor(heldCents / 3), heldCents]) {
          const base = { writer: 0, client: heldCents - cents, operator: heldCents }[bearer];
          const effect = { kind: "refund", cents, percent: 0, bearer, writerBaseCents: base, rule: "" } as const;
          const parts = decisionParts(facts, { name: "refund", cents, bearer });
          expect(parts, JSON.stringify({ ...facts, bearer, cents })).toEqual(after(heldCents, effect, sharePercent));
          expect(parts.client + parts.writer + parts.operator).toBe(heldCents);
        }
    }
});
