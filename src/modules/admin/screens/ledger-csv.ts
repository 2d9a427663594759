import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { ledgerCsv } from "#src/modules/payments/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { fileToKeep } from "#src/platform/respond.ts";
import type { Route } from "./+types/ledger-csv.ts";

/** The whole ledger for a spreadsheet, sent while it is read. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "money");
  const lines = ledgerCsv(ctx.runtime.db);
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull: async (out) => {
      const { done, value } = await lines.next();
      if (done) out.close();
      else out.enqueue(bytes.encode(value));
    },
    cancel: () => void lines.return(undefined),
  });
  const day = ctx.runtime.clock().toISOString().slice(0, 10);
  return fileToKeep(body, { type: "text/csv; charset=utf-8", name: `ledger-${day}.csv` });
}
