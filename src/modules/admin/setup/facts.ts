import { createHmac } from "node:crypto";
import { z } from "zod";
import { adminsWhoMay, protectionSetting } from "#src/modules/accounts/index.server.ts";
import { isOwner } from "#src/modules/accounts/index.ts";
import { readingZone, siteSetting } from "#src/modules/operator/index.server.ts";
import { hasPaidTest } from "#src/modules/orders/index.server.ts";
import { bankSetting, taxSetting } from "#src/modules/payments/index.server.ts";
import { lawSetting, openChoices, pricingSetting, shopSetting } from "#src/modules/pricing/index.server.ts";
import { writersAtHand } from "#src/modules/writing/index.server.ts";
import { lastBackups } from "#src/platform/backups/backup-runs.ts";
import type { Database } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor } from "#src/platform/secret.ts";
import { readSetting } from "#src/platform/settings.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { setupMarks } from "../tables.ts";
import { type Answer, type MethodFacts, textsToRead } from "./setup-step.ts";
import { progressOf, setupGroups } from "./steps.ts";

/** The mark of the newest backup by hand. */
export const backupMark = "backup";

export const checkedThings = ["mail", "stripe", "paypal", "files", "address"] as const;
export type CheckedThing = (typeof checkedThings)[number];

/** A mark of the configuration that a check was made with: another one needs a check of its own. */
export function markOf({ config, secret }: Runtime, thing: CheckedThing): string {
  const { smtpUrl, mailFrom, stripe, paypal, s3, baseUrl } = config;
  const parts = { mail: [smtpUrl, mailFrom], stripe, paypal, files: s3 ?? null, address: baseUrl.href }[thing];
  return createHmac("sha256", keyFor(secret, "setup marks")).update(JSON.stringify(parts)).digest("base64url");
}

/** Keys of a provider in the environment: all of them or none, else the start is refused. */
const providersOf = ({ config }: Runtime): readonly Omit<MethodFacts, "answer">[] => [
  { key: "stripe", name: "Card by Stripe", set: config.stripe !== null },
  { key: "paypal", name: "PayPal", set: config.paypal !== null },
];

type Marks = ReadonlyMap<string, typeof setupMarks.$inferSelect>;

/** The kept answer about `key`; null where there is none, or none for this mark. */
function answerIn(marks: Marks, zone: string, key: string, of?: string): Answer | null {
  const row = marks.get(key);
  return row && (of === undefined || row.of === of)
    ? { ok: row.ok, message: row.message, when: formatMoment(row.at, zone) }
    : null;
}

const readMarks = async (db: Database): Promise<Marks> =>
  new Map((await db.select().from(setupMarks)).map((row) => [row.key, row]));

const methodsIn = (runtime: Runtime, marks: Marks, zone: string): readonly MethodFacts[] =>
  providersOf(runtime).map((one) => ({
    ...one,
    answer: one.set ? answerIn(marks, zone, one.key, markOf(runtime, one.key as CheckedThing)) : null,
  }));

/** Each provider, and what the newest check of its present keys answered. */
export const providerAnswers = async (runtime: Runtime, db: Database, zone: string): Promise<readonly MethodFacts[]> =>
  methodsIn(runtime, await readMarks(db), zone);

type ScheduledBackup = Awaited<ReturnType<typeof lastBackups>>["newest"];

/** The newest backup that ended, by schedule or by hand; null: none yet. */
function newestBackup(scheduled: ScheduledBackup, marks: Marks, zone: string): Answer | null {
  const byHand = marks.get(backupMark);
  if (byHand && !(scheduled?.endedAt && scheduled.endedAt > byHand.at)) return answerIn(marks, zone, backupMark);
  if (!scheduled?.endedAt) return null;
  const message = scheduled.error ?? (scheduled.byHand ? "Made when an admin asked." : "Made by schedule.");
  return { ok: scheduled.state === "done", message, when: formatMoment(scheduled.endedAt, zone) };
}

export type Setup = Awaited<ReturnType<typeof gatherSetup>>;

/**
 * The guide of a shop, read through `db`: steps, progress, and whether visitors can order now; moments are printed in
 * `zone`. Asks nobody who may see it: for `readSetup`, `switchShop` and the command line.
 */
export async function gatherSetup(runtime: Runtime, db: Database, zone: string) {
  const [marks, site, bank, tax, prices, shop, law, writers, admins, backups, protection, tested] = await Promise.all([
    readMarks(db),
    readSetting(db, siteSetting),
    readSetting(db, bankSetting),
    readSetting(db, taxSetting),
    readSetting(db, pricingSetting),
    readSetting(db, shopSetting),
    readSetting(db, lawSetting),
    writersAtHand(db),
    adminsWhoMay(db, "settings"),
    lastBackups(db),
    readSetting(db, protectionSetting),
    hasPaidTest(db),
  ]);
  const answer = (key: string, of?: string) => answerIn(marks, zone, key, of);
  const checked = (thing: CheckedThing) => answer(thing, markOf(runtime, thing));
  const { name, rate } = tax.value;
  const facts = {
    site: {
      ...site.value,
      saved: site.version > 0,
      emailIsStandard: site.value.email === siteSetting.default.email,
    },
    read: textsToRead.flatMap(({ key }) => (marks.has(`text:${key}`) ? [key] : [])),
    methods: methodsIn(runtime, marks, zone),
    bank: bank.value.account !== "",
    prices: { saved: prices.version > 1, read: answer("prices")?.when ?? null },
    protection: { ...protection.value, read: answer("protection", String(protection.version))?.when ?? null },
    openChoices: openChoices(law.value),
    tax: rate > 0 ? `${name || "Tax"}, ${rate / 100}%.` : "",
    mail: { configured: runtime.mode === "demo" || runtime.config.smtpUrl !== undefined, answer: checked("mail") },
    writers,
    admins: admins.length,
    backup: newestBackup(backups.newest, marks, zone),
    files: { bucket: runtime.config.s3?.bucket ?? null, answer: checked("files") },
    testOrder: { sandbox: runtime.config.paymentsSandbox, paid: tested },
    hasBackupTarget: Boolean(runtime.config.backupDir ?? runtime.config.backupS3),
    address: { url: runtime.config.baseUrl.origin, answer: checked("address") },
  };
  const groups = setupGroups(facts);
  return { groups, progress: progressOf(groups), facts, shop: shop.value };
}

/** The guide as its owner sees it. Else not-found. */
export const readSetup = query("admin.setup", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer }) =>
    isOwner(viewer) ? done(await gatherSetup(ctx.runtime, db, await readingZone(ctx))) : notFound(),
});

/** A value of the environment as its owner reads it: of a secret the last four characters alone. */
export type KeyFact = { name: string; use: string; set: boolean; note: string };

const missing = "not in the environment";

/** "ends in w9Qd"; of a short one nothing is shown. */
const endOf = (secret: string): string => (secret.length > 12 ? `ends in ${secret.slice(-4)}` : "set");

const fact = (name: string, use: string, value: string | undefined, kind = ""): KeyFact => ({
  ...{ name, use, set: value !== undefined },
  note: value === undefined ? missing : [endOf(value), kind].filter(Boolean).join(", "),
});

const money = (live: boolean): string => (live ? "real money" : "for trials");

/** What the server has read of each provider at its start. The keys of a provider are all there or none is. */
export function paymentKeys({ config: { stripe, paypal } }: Runtime): Readonly<Record<string, readonly KeyFact[]>> {
  return {
    stripe: [
      fact(
        "STRIPE_SECRET_KEY",
        "The secret key of the account. With it the shop asks for a payment.",
        stripe?.secretKey,
        stripe ? money(/^(sk|rk)_live_/.test(stripe.secretKey)) : "",
      ),
      fact(
        "STRIPE_WEBHOOK_SECRET",
        "Proves that a message about a payment comes from Stripe.",
        stripe?.webhookSecrets[0],
      ),
    ],
    paypal: [
      fact("PAYPAL_CLIENT_ID", "The id of the app at PayPal.", paypal?.clientId, paypal ? money(paypal.live) : ""),
      fact("PAYPAL_CLIENT_SECRET", "The secret of the app. With it the shop asks for a payment.", paypal?.clientSecret),
      fact("PAYPAL_WEBHOOK_ID", "Proves that a message about a payment comes from PayPal.", paypal?.webhookId),
    ],
  };
}
