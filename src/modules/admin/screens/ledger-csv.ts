import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { ledgerCsv } from "#src/modules/payments/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { streamedFile } from "#src/platform/streamed-file.ts";
import type { Route } from "./+types/ledger-csv.ts";

/** The whole ledger for a spreadsheet, sent while it is read. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "money");
  const day = ctx.runtime.clock().toISOString().slice(0, 10);
  return streamedFile(ledgerCsv(ctx.runtime.db), { type: "text/csv; charset=utf-8", name: `ledger-${day}.csv` });
}
