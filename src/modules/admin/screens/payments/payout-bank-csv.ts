import { redirect } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { bankFile, exportBankFile } from "#src/modules/payments/index.server.ts";
import { payoutKinds } from "#src/modules/payments/index.ts";
import { csvFile } from "#src/platform/documents/csv.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { heldSince } from "#src/platform/outgoing-hold.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage, streamedFile } from "#src/platform/respond.ts";
import type { Route } from "./+types/payout-bank-csv.ts";

/** A run for the bank, or for another way to be paid, with whole account numbers: taken with a fresh sign-in, on record, sent while it is read. */
export async function loader({ context, request, params: { runId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "money");
  const page = `/admin/payments/payouts/${runId}`;
  const taken = await exportBankFile(ctx, { runId });
  if (!taken.ok && taken.code === "step-up") throw redirect(`/confirm-identity?next=${encodeURIComponent(page)}`);
  if (!taken.ok && taken.code === "conflict")
    throw redirectWithFlash(page, (await heldSince(ctx.runtime.db)) ? "held" : "no-accounts");
  const { runId: id } = orPage(taken, request);
  const day = ctx.runtime.clock().toISOString().slice(0, 10);
  const asked = new URL(request.url).searchParams.get("for");
  const kind = payoutKinds.find((one) => one === asked) ?? null;
  const name = `${["payouts", kind, day, id.slice(-6)].filter(Boolean).join("-")}.csv`;
  return streamedFile(csvFile(bankFile(ctx.runtime, id, kind)), { type: "text/csv; charset=utf-8", name });
}
