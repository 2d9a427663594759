import { createHmac } from "node:crypto";
import { inArray } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor, seal, unseal } from "#src/platform/secret.ts";
import { type SecretUse, sealedColumn } from "#src/platform/secret-rotation.ts";
import type { AdminWith } from "#src/shared/viewer.ts";
import {
  bareAccount,
  maskedAccount,
  methodKind,
  type PayoutMethod,
  payoutKinds,
  plainMethod,
} from "../domain/payout-method.ts";
import { pausedUntil } from "../domain/payouts.ts";
import { payoutSetting } from "../settings.ts";
import { payoutMethods, payouts } from "./payout-tables.ts";

type Keyed = Pick<Runtime, "secret">;
const key = ({ secret }: Keyed): Buffer => keyFor(secret, "payout methods");

/** Methods that were given before there were others are banks'. */
const stored = z
  .strictObject({
    kind: z.enum(payoutKinds).default("bank"),
    legalName: z.string(),
    country: z.string(),
    account: z.string(),
    bankCode: z.string(),
    bankName: z.string(),
    currency: z.string().default("USD"),
    note: z.string().default(""),
  })
  .transform(plainMethod);

/** `about`: the id of the row that keeps it. */
export const sealMethod = (runtime: Keyed, method: PayoutMethod, about: string): string =>
  seal(key(runtime), JSON.stringify(method), about);

/** Null when it does not open: another secret, or a row that was moved. */
export const openMethod = (runtime: Keyed, sealed: string, about: string): PayoutMethod | null => {
  const text = unseal(key(runtime), sealed, about);
  return text === null ? null : stored.parse(JSON.parse(text));
};

/** The same account is the same text, whoever gave it; nothing can be read out of it. */
export const accountFingerprint = ({ secret }: Keyed, account: string): string =>
  createHmac("sha256", keyFor(secret, "bank accounts")).update(bareAccount(account)).digest("base64url");

const purpose = "payout methods";
/** Accounts of writers, and those that a payout goes to. */
export const methodSecretUses: readonly SecretUse[] = [
  sealedColumn({
    ...{ purpose, what: "payout accounts of writers", id: payoutMethods.writerId, text: payoutMethods.sealed },
    about: (writerId) => writerId,
    hash: {
      column: payoutMethods.fingerprint,
      make: (runtime, text) => accountFingerprint(runtime, stored.parse(JSON.parse(text)).account),
    },
  }),
  sealedColumn({ purpose, what: "accounts of payouts", id: payouts.id, text: payouts.sealed, about: (id) => id }),
];

/** A method as screens show it. */
export type ShownMethod = {
  /** In words; `kindCode` is its name in forms. */
  kind: string;
  kindCode: PayoutMethod["kind"];
  masked: string;
  ending: string;
  legalName: string;
  country: string;
  currency: string;
  note: string;
  givenAt: Date;
  /** Payouts wait until then; null: they do not. */
  pausedUntil: Date | null;
};

/** The methods of these writers, masked; those without one are missing. Read by who is paid, and by `payoutMethodOf`. */
export async function methodsOf(
  runtime: Pick<Runtime, "secret" | "settings" | "clock">,
  db: Database,
  writerIds: readonly string[],
): Promise<Map<string, ShownMethod>> {
  if (writerIds.length === 0) return new Map();
  const { pauseHours } = await runtime.settings.get(payoutSetting);
  const rows = await db
    .select()
    .from(payoutMethods)
    .where(inArray(payoutMethods.writerId, [...writerIds]));
  return new Map(
    rows.flatMap(({ writerId, sealed, ending, givenAt, changedAt }) => {
      const method = openMethod(runtime, sealed, writerId);
      if (!method) return [];
      const { legalName, country, currency, note } = method;
      const paused = pausedUntil(changedAt, pauseHours, runtime.clock());
      const account = { kind: methodKind(method), kindCode: method.kind, masked: maskedAccount(method), ending };
      return [[writerId, { ...account, legalName, country, currency, note, givenAt, pausedUntil: paused }] as const];
    }),
  );
}

/** How this writer is paid, masked; null: nothing is known yet. */
export const payoutMethodOf = async (
  runtime: Parameters<typeof methodsOf>[0],
  { db }: { db: Database; viewer: AdminWith<"money"> },
  writerId: string,
): Promise<ShownMethod | null> => (await methodsOf(runtime, db, [writerId])).get(writerId) ?? null;
