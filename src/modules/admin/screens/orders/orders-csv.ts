import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { type AdminOrderRow, adminOrderPages } from "#src/modules/orders/index.server.ts";
import { citationLabel, languageLabel } from "#src/modules/orders/index.ts";
import { csvFile, csvOf } from "#src/platform/documents/csv.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { streamedFile } from "#src/platform/streamed-file.ts";
import { isId } from "#src/shared/id.ts";
import { usdString } from "#src/shared/money.ts";
import { askedOf, blankAsk, readAdminAsk } from "../../domain/admin-address.ts";
import { paymentLabels } from "../../domain/admin-labels.ts";
import type { Route } from "./+types/orders-csv.ts";
import { workLabel } from "./order-table.tsx";

const head = [
  ...["Number", "Title", "Client", "E-mail", "Work", "State", "Payment", "Writer"],
  ...["Price", "Currency", "Made (UTC)", "Due (UTC)", "Writer's deadline (UTC)", "Test order"],
  ...["Citation style", "Language"],
];

const instant = (at: Date | null): string => at?.toISOString() ?? "";

const lineOf = (row: AdminOrderRow): (string | number | null)[] => [
  ...[row.number, row.title, row.clientName, row.clientEmail, workLabel(row), row.shown.text],
  ...[paymentLabels[row.paymentStatus], row.writerName],
  ...[row.priceCents === null ? null : usdString(row.priceCents), row.currency],
  ...[instant(row.createdAt), instant(row.deadline), instant(row.writerDeadline), row.test ? "yes" : "no"],
  ...[citationLabel(row.citationStyle), languageLabel(row.languageVariant)],
];

async function* linesOf(pages: AsyncIterable<readonly AdminOrderRow[]>): AsyncGenerator<string> {
  yield csvOf([head]);
  for await (const rows of pages) yield csvOf(rows.map(lineOf));
}

/** The orders of a list, or those that were chosen in it, for a spreadsheet; sent while they are read. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "orders");
  const { zone, now } = await readerClock(ctx, person);
  const params = new URL(request.url).searchParams;
  const ids = params.getAll("order").map((value) => value.split(":")[0] ?? "");
  const chosen = ids.filter(isId).slice(0, 200);
  const ask =
    ids.length > 0 ? { ...askedOf({ ...blankAsk, group: "all" }, zone), chosen } : askedOf(readAdminAsk(params), zone);
  const lines = linesOf(adminOrderPages(ctx, { ...ask, older: undefined, newer: undefined }));
  return streamedFile(csvFile(lines), {
    type: "text/csv; charset=utf-8",
    name: `orders-${now.toISOString().slice(0, 10)}.csv`,
  });
}
