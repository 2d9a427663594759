import { myMovements, type WriterMovement } from "#src/modules/payments/index.server.ts";
import type { TransactionKind } from "#src/modules/payments/index.ts";
import type { DocumentText } from "#src/platform/documents/blocks.ts";
import { csvText, dollars } from "#src/platform/documents/csv.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatUsd } from "#src/shared/money.ts";
import { formatDate, formatFullMoment, localOf, shiftedDay, startOfDay } from "#src/shared/zone.ts";
import { askedPeriod } from "./earnings.server.ts";

const labels: Readonly<Partial<Record<TransactionKind, string>>> = {
  release: "Earned",
  refund: "Went back to the client",
  "refund-reversal": "Did not arrive at the client",
  tip: "Tip",
  "surplus-tip": "Tip",
  "tip-refund": "Tip sent back",
  "tip-refund-reversal": "Tip sent back did not arrive",
  chargeback: "Contested by the client's bank",
  "chargeback-reversal": "Contested payment, won",
  payout: "Paid out",
  "payout-return": "Payout came back",
};

type Row = Pick<WriterMovement, "order" | "cents"> & { day: string; date: string; what: string; balance: number };
export type PeriodStatement = {
  shop: string;
  label: string;
  now: string;
  openCents: number;
  closeCents: number;
  rows: readonly Row[];
};

/** What moved on the own balance in a period, with the balance before and after; null: no period is asked for. */
export async function periodStatement(ctx: Ctx, request: Request): Promise<PeriodStatement | null> {
  const { shop, zone, period } = await askedPeriod(ctx, request);
  const { from, until, label } = period;
  if (from === null || until === null) return null;
  const bounds = { from: startOfDay(from, zone), before: startOfDay(shiftedDay(until, 1), zone) };
  const { openCents, movements } = orPage(await myMovements(ctx, bounds), request);
  let balance = openCents;
  const rows = movements.map(({ at, kind, order, cents }) => {
    balance += cents;
    return {
      order,
      cents,
      balance,
      day: localOf(at, zone).date,
      date: formatDate(at, zone),
      what: labels[kind] ?? kind,
    };
  });
  return { shop, label, rows, openCents, closeCents: balance, now: formatFullMoment(ctx.runtime.clock(), zone) };
}

const head = ["Day", "What", "Order", "Title", "Amount USD", "Balance USD"];

export const periodCsv = ({ label, openCents, closeCents, rows }: PeriodStatement): string =>
  csvText([
    head,
    [label, "Balance before", "", "", "", dollars(openCents)],
    ...rows.map(({ day, what, order, cents, balance }) => [
      ...[day, what, order.number, order.title],
      ...[dollars(cents), dollars(balance)],
    ]),
    [label, "Balance after", "", "", "", dollars(closeCents)],
  ]);

export const periodText = (
  { shop, label, now, openCents, closeCents, rows }: PeriodStatement,
  name: string,
): DocumentText => ({
  title: "Statement of earnings",
  notes: [name, label, `Made ${now}`],
  blocks: [
    { kind: "row", text: "Balance before", right: formatUsd(openCents) },
    ...rows.map(({ date, what, order, cents }) => ({
      kind: "row" as const,
      text: `${date}  ${what}: ${order.title} (${order.number})`,
      right: formatUsd(cents),
    })),
    { kind: "total", text: "Balance after", right: formatUsd(closeCents) },
    { kind: "paragraph", text: "Money that was earned and not paid out yet. US dollars." },
  ],
  author: shop,
});
