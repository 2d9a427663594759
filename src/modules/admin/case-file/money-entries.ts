import { attemptsOfOrder, ledgerOfOrder, moneyForOrder } from "#src/modules/payments/index.server.ts";
import { accountLabels, ledgerLabels } from "#src/modules/payments/index.ts";
import { csvText, dollars } from "#src/platform/documents/csv.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Outcome } from "#src/shared/outcome.ts";
import { type CaseEntry, textEntry } from "./entry.ts";

const must = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(`The money of an order cannot be read: ${outcome.code}`);
  return outcome.value;
};
const instant = (at: Date | null): string => at?.toISOString() ?? "";

/** What was owed, tried, received, sent back, and each line of the ledger, as CSV. */
export async function* moneyEntries(ctx: Ctx, orderId: string): AsyncGenerator<CaseEntry> {
  const money = must(await moneyForOrder(ctx, { orderId }));
  yield textEntry(
    "money/charges.csv",
    csvText([
      ["id", "time (UTC)", "purpose", "amount", "currency", "state"],
      ...money.charges.map(({ id, at, purpose, cents, currency, state }) => [
        ...[id, instant(at), purpose, dollars(cents), currency, state],
      ]),
    ]),
  );
  yield textEntry(
    "money/attempts.csv",
    csvText([
      ["id", "charge", "provider", "state", "amount", "currency", "started (UTC)", "ended (UTC)", "reference"],
      ...must(await attemptsOfOrder(ctx, { orderId })).map((one) => [
        ...[one.id, one.chargeId, one.provider, one.state, dollars(one.cents), one.currency],
        ...[instant(one.startedAt), instant(one.endedAt), one.reference],
      ]),
    ]),
  );
  yield textEntry(
    "money/payments.csv",
    csvText([
      ["id", "time (UTC)", "method", "amount", "currency", "taken as"],
      ...money.payments.map(({ id, at, method, cents, currency, verdict }) => [
        ...[id, instant(at), method, dollars(cents), currency, verdict],
      ]),
    ]),
  );
  yield textEntry(
    "money/refunds.csv",
    csvText([
      ["id", "asked (UTC)", "ended (UTC)", "amount", "currency", "state", "reason", "error"],
      ...money.refunds.map((one) => [
        ...[one.id, instant(one.askedAt), instant(one.sentAt), dollars(one.cents), one.currency, one.state],
        ...[one.reason, one.error],
      ]),
    ]),
  );
  const { lines } = must(await ledgerOfOrder(ctx, { orderId }));
  yield textEntry(
    "money/ledger.csv",
    csvText([
      ["transaction", "time (UTC)", "kind", "account", "amount", "currency"],
      ...lines.flatMap(({ id, at, kind, postings }) =>
        postings.map(({ account, cents }) => [
          id,
          instant(at),
          ledgerLabels[kind],
          accountLabels[account],
          dollars(cents),
          "USD",
        ]),
      ),
    ]),
  );
}
