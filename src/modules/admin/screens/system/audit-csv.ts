import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { listFile } from "#src/platform/documents/csv.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { auditAddress } from "../../domain/audit-ask.ts";
import { auditCsv } from "../../queries/audit-list.ts";
import type { Route } from "./+types/audit-csv.ts";

/** What the page of the audit lists, for a spreadsheet, sent while it is read. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { now, zone } = await readerClock(ctx, requireAdmin(ctx, request));
  const ask = auditAddress.read(new URL(request.url).searchParams);
  return listFile("audit", now, auditCsv(ctx, ask, zone));
}
