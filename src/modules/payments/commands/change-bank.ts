import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { query } from "#src/platform/query.ts";
import { saveSetting, seenAtOnce } from "#src/platform/save-setting.ts";
import { readSetting, type Stored } from "#src/platform/settings.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { done, invalid, notFound } from "#src/shared/outcome.ts";
import { accountError, grouped } from "../domain/payout-method.ts";
import { canManageMoney } from "../domain/policy.ts";
import { type BankAccount, bankSetting } from "../settings.ts";

const input = z.strictObject({
  holder: z.string().trim().max(100),
  account: z.string().trim().max(60),
  bic: z.string().trim().max(20),
  bank: z.string().trim().max(100),
  seenVersion: z.coerce.number().int().min(0),
});

/** The account for transfers and its version, for admins with money; refuses not-found. */
export const bankAccount = query<Record<string, never>, Stored<BankAccount>>("payments.bank", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => (canManageMoney(viewer) ? done(await readSetting(db, bankSetting)) : notFound()),
});

/**
 * Changes where clients send transfers; an empty account switches them off. Refusals: not-found, step-up (whoever can
 * change it can send clients' money elsewhere), invalid, conflict.
 */
export const changeBank = seenAtOnce(
  command<z.infer<typeof input>, null>("payments.change-bank", {
    input,
    run: async (work, { seenVersion, ...bank }) => {
      if (!canManageMoney(work.viewer)) return notFound();
      const stale = mustBeFresh(work);
      if (stale) return stale;
      const wrong = bank.account === "" ? null : accountError(bank.account);
      if (wrong) return invalid([{ path: "account", message: wrong }]);
      if (bank.account !== "" && bank.holder === "")
        return invalid([{ path: "holder", message: "Write the name on the account." }]);
      const saved = await saveSetting(work, bankSetting, { ...bank, account: grouped(bank.account) }, seenVersion);
      return saved.ok ? done(null) : saved;
    },
  }),
);
