import { redirect } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { orderForAdmin } from "#src/modules/orders/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { fileToKeep, orPage } from "#src/platform/respond.ts";
import { zipOf } from "../../case-file/archive.ts";
import { caseEntries } from "../../case-file/case-file.ts";
import { exportCaseFile } from "../../case-file/export-case-file.ts";
import type { Route } from "./+types/case-file.ts";

/** Everything about an order as one archive: taken with a fresh sign-in, on record, sent while it is made. */
export async function loader({ context, request, params: { orderId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "orders");
  const taken = await exportCaseFile(ctx, { orderId });
  if (!taken.ok && taken.code === "step-up")
    throw redirect(`/confirm-identity?next=${encodeURIComponent(`/admin/orders/${orderId}#case-file`)}`);
  const parts = orPage(taken, request);
  const found = orPage(await orderForAdmin(ctx, { orderId }), request);
  const { now, zone } = await readerClock(ctx, person);
  const folder = `case-${parts.number}`;
  const entries = caseEntries(ctx, found, { parts, by: person.name, now, zone });
  return fileToKeep(await zipOf(folder, entries, now), {
    type: "application/zip",
    name: `${folder}-${now.toISOString().slice(0, 10)}.zip`,
  });
}
