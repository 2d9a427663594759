import { and, asc, count, eq, gt } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { csvOf } from "#src/platform/documents/csv.ts";
import { askedId } from "#src/platform/input.ts";
import { refuseWhileHeld } from "#src/platform/outgoing-hold.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { usdString } from "#src/shared/money.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { type PayoutKind, payoutKindLabels } from "../domain/payout-method.ts";
import { payoutNumber } from "../domain/payouts.ts";
import { canManageMoney } from "../domain/policy.ts";
import { movesMoney } from "../ports.ts";
import { openMethod } from "./method-store.ts";
import { payoutRuns, payouts } from "./payout-tables.ts";

/**
 * An admin takes the file of a run for the bank: written into the audit trail each time, because it is the one place
 * with whole account numbers. Refusals: not-found, step-up, conflict (all of it has ended).
 */
export const exportBankFile = command<{ runId: string }, { runId: string }>("payments.bank-file", {
  input: z.strictObject({ runId: askedId }),
  run: async (work, { runId }) => {
    if (!canManageMoney(work.viewer) || !isId(runId)) return notFound();
    const [run] = await work.tx.select().from(payoutRuns).where(eq(payoutRuns.id, runId));
    if (!run) return notFound();
    const stale = mustBeFresh(work);
    if (stale) return stale;
    const held = movesMoney(work.ctx.runtime) ? await refuseWhileHeld(work.tx) : null;
    if (held) return held;
    const sending = and(eq(payouts.runId, runId), eq(payouts.state, "sending"));
    const [open] = await work.tx.select({ all: count() }).from(payouts).where(sending);
    if (!open || open.all === 0)
      return refuse("conflict", "Every payout of this run has ended. Its accounts are gone.");
    work.audit({ action: "payments.bank-file", subject: runId, detail: { payouts: open.all } });
    return done({ runId });
  },
});

const batch = 200;
const columns = [
  "payout",
  "name",
  "country",
  "account",
  "bank code",
  "bank",
  "amount",
  "currency",
  "reference",
  "service",
  "account currency",
  "note",
];

/**
 * What of a run is on its way, a line for each payout, read in batches; with `kind` only what is sent in that way. The
 * caller took the file first.
 */
export async function* bankFile(
  { db, secret }: Pick<Runtime, "db" | "secret">,
  runId: string,
  kind: PayoutKind | null = null,
): AsyncGenerator<string> {
  yield csvOf([columns]);
  for (let after = 0; ; ) {
    const rows = await db
      .select()
      .from(payouts)
      .where(and(eq(payouts.runId, runId), eq(payouts.state, "sending"), gt(payouts.number, after)))
      .orderBy(asc(payouts.number))
      .limit(batch);
    const last = rows.at(-1);
    if (!last) return;
    yield csvOf(
      rows.flatMap(({ id, number, sealed, cents, currency }) => {
        const method = sealed === null ? null : openMethod({ secret }, sealed, id);
        if (kind && method?.kind !== kind) return [];
        const { legalName = "", country = "", account = "", bankCode = "", bankName = "" } = method ?? {};
        const to = [legalName, country, account, bankCode, bankName];
        const service = method ? [payoutKindLabels[method.kind], method.currency, method.note] : ["", "", ""];
        return [[payoutNumber(number), ...to, usdString(cents), currency, payoutNumber(number), ...service]];
      }),
    );
    after = last.number;
  }
}
