import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { ledgerCsv, payoutsCsv, registerCsv } from "#src/modules/payments/index.server.ts";
import { csvFile } from "#src/platform/documents/csv.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { streamedFile } from "#src/platform/respond.ts";
import { isCalendarDate } from "#src/shared/zone.ts";
import type { Route } from "./+types/accounting-csv.ts";

const files = { register: registerCsv, payouts: payoutsCsv, ledger: ledgerCsv } as const;

/** What the bookkeeping needs of a period, for a spreadsheet, sent while it is read; the register unless named. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const viewer = requireAdmin(ctx, request, "money");
  const query = new URL(request.url).searchParams;
  const asked = query.get("what");
  const what = asked === "payouts" || asked === "ledger" ? asked : "register";
  const dayOf = (name: string) => {
    const day = query.get(name) ?? "";
    return isCalendarDate(day) ? day : "";
  };
  const { timeZone } = await ctx.runtime.settings.get(siteSetting);
  const period = { from: dayOf("from"), to: dayOf("to"), timeZone };
  const today = ctx.runtime.clock().toISOString().slice(0, 10);
  const name = `${[what, period.from, period.to || today].filter(Boolean).join("-")}.csv`;
  return streamedFile(csvFile(files[what](ctx.runtime.db, viewer, period)), { type: "text/csv; charset=utf-8", name });
}
