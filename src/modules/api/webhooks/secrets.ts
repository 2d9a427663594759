import { createHmac, randomBytes } from "node:crypto";
import { isNull } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor, seal, unseal } from "#src/platform/secret.ts";
import { endedUse, type SecretUse, sealedColumn } from "#src/platform/secret-rotation.ts";
import { endpoints, keys } from "../tables.ts";

type Kept = Pick<typeof endpoints.$inferSelect, "id" | "secret" | "oldSecret" | "oldSecretUntil">;

const sealKey = ({ secret }: Runtime): Buffer => keyFor(secret, "webhook-secrets");

export const sealedSecret = (runtime: Runtime, id: string, secret: string): string =>
  seal(sealKey(runtime), secret, `endpoint:${id}`);

/** The secrets that sign for an endpoint at this moment: its own, and for a day the one before it. */
export function secretsOf(runtime: Runtime, { id, secret, oldSecret, oldSecretUntil }: Kept, now: Date): string[] {
  const counts = oldSecret && oldSecretUntil && now < oldSecretUntil ? [secret, oldSecret] : [secret];
  return counts.flatMap((one) => unseal(sealKey(runtime), one, `endpoint:${id}`) ?? []);
}

const sealed = (what: string, text: PgColumn) =>
  sealedColumn({ purpose: "webhook-secrets", what, id: endpoints.id, text, about: (id) => `endpoint:${id}` });

/** What programs have of the installation's secret. Their keys are known as hashes alone, so they end. */
export const apiSecretUses: readonly SecretUse[] = [
  sealed("secrets of webhook endpoints", endpoints.secret),
  sealed("earlier secrets of webhook endpoints", endpoints.oldSecret),
  endedUse({
    purpose: "api-keys",
    what: "keys of programs; make new ones",
    end: async ({ tx, now }) =>
      (await tx.update(keys).set({ revokedAt: now }).where(isNull(keys.revokedAt)).returning({ id: keys.id })).length,
  }),
];

/** A new secret as Standard Webhooks writes it: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

type Message = { id: string; at: Date; body: string };

const signedBy = (secret: string, text: string): string =>
  createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64"))
    .update(text)
    .digest("base64");

/** The headers of a message (standardwebhooks.com): one signature for each secret that counts at the moment. */
export const webhookHeaders = (secrets: readonly string[], { id, at, body }: Message): Record<string, string> => {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const signed = `${id}.${seconds}.${body}`;
  return {
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": secrets.map((secret) => `v1,${signedBy(secret, signed)}`).join(" "),
  };
};
