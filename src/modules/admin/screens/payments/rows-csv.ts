import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import {
  type LedgerLine,
  ledgerList,
  moneyPages,
  type ReceivedRow,
  type RefundLine,
  receivedList,
  refundList,
} from "#src/modules/payments/index.server.ts";
import { dollars, type FileColumn, listFile, listLines } from "#src/platform/documents/csv.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { moneyAddress, periodOf } from "../../domain/money-address.ts";
import type { Route } from "./+types/rows-csv.ts";
import {
  entryText,
  movedCents,
  payerLabels,
  providerLabel,
  receivedLabels,
  refundLabels,
  sideText,
} from "./payment-labels.ts";

const ofOrder = [
  ["order", ({ number }: { number: string }) => number],
  ["title", ({ title }: { title: string }) => title],
  ["time", ({ at }: { at: Date }) => at.toISOString()],
] as const;

const receivedColumns: readonly FileColumn<ReceivedRow>[] = [
  ...ofOrder,
  ["paid with", ({ how }) => providerLabel(how)],
  ["state", ({ state }) => receivedLabels[state][1]],
  ["amount", ({ cents }) => dollars(cents)],
];
const refundColumns: readonly FileColumn<RefundLine>[] = [
  ...ofOrder,
  ["reason", ({ reason }) => reason],
  ["who pays", ({ paidBy }) => payerLabels[paidBy]],
  ["state", ({ state }) => refundLabels[state][1]],
  ["amount", ({ cents }) => dollars(cents)],
];
const ledgerColumns: readonly FileColumn<LedgerLine>[] = [
  ...ofOrder,
  ["entry", entryText],
  ["from", ({ postings }) => sideText(postings, -1)],
  ["to", ({ postings }) => sideText(postings, 1)],
  ["amount", (row) => dollars(movedCents(row))],
  ["test", ({ test }) => (test ? "test" : "")],
];

/** What a list of the payments page shows, of all its pages, for a spreadsheet; the ledger unless another is named. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const clock = await readerClock(ctx, requireAdmin(ctx, request, "money"));
  const { tab, search, kind, month } = moneyAddress.read(new URL(request.url).searchParams);
  const { from, before, file } = periodOf(month, clock);
  const asked = { search, kind: kind || "all", from, before };
  const send = (name: string, lines: AsyncIterable<string>) => listFile(`${name}-${file}`, clock.now, lines);
  switch (tab) {
    case "received": {
      const pages = moneyPages((raw) => receivedList(ctx, raw), asked);
      return send(tab, listLines(receivedColumns, pages));
    }
    case "refunds": {
      const pages = moneyPages((raw) => refundList(ctx, raw), asked);
      return send(tab, listLines(refundColumns, pages));
    }
    default: {
      const pages = moneyPages((raw) => ledgerList(ctx, raw), asked);
      return send("ledger", listLines(ledgerColumns, pages));
    }
  }
}
