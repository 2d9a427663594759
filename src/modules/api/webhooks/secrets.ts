import type { Runtime } from "#src/platform/runtime.ts";
import { seal, unseal } from "#src/platform/seal.ts";
import { keyFor } from "#src/platform/secret.ts";
import type { endpoints } from "../tables.ts";

type Kept = Pick<typeof endpoints.$inferSelect, "id" | "secret" | "oldSecret" | "oldSecretUntil">;

const sealKey = ({ secret }: Runtime): Buffer => keyFor(secret, "webhook-secrets");

export const sealedSecret = (runtime: Runtime, id: string, secret: string): string =>
  seal(sealKey(runtime), secret, `endpoint:${id}`);

/** The secrets that sign for an endpoint at this moment: its own, and for a day the one before it. */
export function secretsOf(runtime: Runtime, { id, secret, oldSecret, oldSecretUntil }: Kept, now: Date): string[] {
  const counts = oldSecret && oldSecretUntil && now < oldSecretUntil ? [secret, oldSecret] : [secret];
  return counts.flatMap((one) => unseal(sealKey(runtime), one, `endpoint:${id}`) ?? []);
}
