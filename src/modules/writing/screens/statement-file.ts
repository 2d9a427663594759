import { requireFactor, requirePerson } from "#src/modules/accounts/index.server.ts";
import { brandIcon } from "#src/modules/operator/index.server.ts";
import { myMovements, type WriterMovement } from "#src/modules/payments/index.server.ts";
import type { TransactionKind } from "#src/modules/payments/index.ts";
import { openConcurrencyLimit } from "#src/platform/calls-at-once.ts";
import type { DocumentText } from "#src/platform/documents/blocks.ts";
import { csvText, dollars } from "#src/platform/documents/csv.ts";
import { pdfOf } from "#src/platform/documents/pdf.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { fileToKeep, orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatUsd } from "#src/shared/money.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { formatDate, formatFullMoment, localOf, shiftedDay, startOfDay } from "#src/shared/zone.ts";
import type { Route } from "./+types/statement-file.ts";
import { askedPeriod, type ShownLine, type ShownStatement, shownStatement } from "./earnings.server.ts";

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
type PeriodStatement = {
  shop: string;
  label: string;
  now: string;
  openCents: number;
  closeCents: number;
  rows: readonly Row[];
};

/** What moved on the own balance in a period, with the balance before and after; null: no period is asked for. */
async function periodStatement(ctx: Ctx, request: Request): Promise<PeriodStatement | null> {
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

const periodHead = ["Day", "What", "Order", "Title", "Amount USD", "Balance USD"];

const periodCsv = ({ label, openCents, closeCents, rows }: PeriodStatement): string =>
  csvText([
    periodHead,
    [label, "Balance before", "", "", "", dollars(openCents)],
    ...rows.map(({ day, what, order, cents, balance }) => [
      ...[day, what, order.number, order.title],
      ...[dollars(cents), dollars(balance)],
    ]),
    [label, "Balance after", "", "", "", dollars(closeCents)],
  ]);

const periodText = (
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

/** Of one person: a long statement takes seconds of the processor. */
const atOnce = openConcurrencyLimit(2);
const busy = () =>
  refuse("too-many", "Other files of yours are still being made. Wait for them, then try again.", { retryAfter: 5 });

const head = ["Order", "Title", "State", "Price USD", "Share %", "Held USD", "Earned USD", "Paid out USD"];

const cellsOf = (line: ShownLine) => [
  line.number,
  line.title,
  line.shown.text,
  line.priceCents === null ? null : dollars(line.priceCents),
  line.share,
  dollars(line.heldCents),
  dollars(line.earnedCents),
  dollars(line.paidOutCents),
];

const sumsOf = ({ heldCents, earnedCents, paidOutCents }: ShownStatement) => [
  ...["Sum", "", "", "", ""],
  ...[dollars(heldCents), dollars(earnedCents), dollars(paidOutCents)],
];

const lineText = (line: ShownLine, cents: number): string =>
  `${line.number}  ${formatUsd(cents)}  ${line.title}${line.share === null ? "" : `, ${line.share}% of ${formatUsd(line.priceCents ?? 0)}`}`;

const partOf = (title: string, sum: number, lines: readonly ShownLine[], of: (line: ShownLine) => number) => [
  { kind: "heading" as const, text: `${title}: ${formatUsd(sum)}` },
  {
    kind: "paragraph" as const,
    text: lines.length === 0 ? "None." : lines.map((line) => lineText(line, of(line))).join("\n"),
  },
];

const statementText = (shown: ShownStatement, name: string): DocumentText => ({
  title: "Statement of earnings",
  notes: [name, shown.now],
  blocks: [
    ...partOf("Held", shown.heldCents, shown.held, (line) => line.heldCents),
    ...partOf("Earned", shown.earnedCents, shown.earned, (line) => line.earnedCents),
    ...partOf("Paid out", shown.paidOutCents, shown.paidOut, (line) => line.paidOutCents),
  ],
  author: shown.shop,
});

const ofAllTime = (shown: ShownStatement, name: string) => ({
  csv: () => csvText([head, ...shown.lines.map(cellsOf), sumsOf(shown)]),
  text: () => statementText(shown, name),
});

const csv = { type: "text/csv; charset=utf-8", name: "statement.csv" };

/** The viewer's statement as a writer, as CSV or PDF: the lines and sums of the page, or what moved in a period. */
export async function loader({ context, request, params: { file } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireFactor(requirePerson(ctx, request), request);
  const moved = await periodStatement(ctx, request);
  const made = moved
    ? { csv: () => periodCsv(moved), text: () => periodText(moved, person.name) }
    : ofAllTime(await shownStatement(ctx, request), person.name);
  if (file === csv.name) return fileToKeep(made.csv(), csv);
  if (file !== "statement.pdf") throw new Response(null, { status: 404 });
  const text = made.text();
  const make = async () => done({ bytes: await pdfOf(text, await brandIcon(ctx.runtime)) });
  const { bytes } = orPage((await atOnce(person.id, make)) ?? busy(), request);
  return fileToKeep(bytes, { type: "application/pdf", name: file });
}
