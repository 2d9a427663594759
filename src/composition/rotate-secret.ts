import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync } from "node:fs";
import type { Config } from "../config.ts";
import { accountSecretUses } from "../modules/accounts/index.server.ts";
import { apiSecretUses } from "../modules/api/index.server.ts";
import { messageSecretUses } from "../modules/chat/index.server.ts";
import { checkSecretUses } from "../modules/checker/index.server.ts";
import { hiddenSecretUses } from "../modules/orders/index.server.ts";
import { methodSecretUses, payerSecretUse, refundAccountSecretUse } from "../modules/payments/index.server.ts";
import type { Runtime } from "../platform/runtime.ts";
import { nextSecretFile, OtherSecretError, secretFile } from "../platform/secret.ts";
import { rotateSecret, type SecretUse } from "../platform/secret-rotation.ts";
import { syncFolder, writeWholeFile } from "../platform/whole-file.ts";
import { openRuntime } from "./open-runtime.ts";

/** Everything that is kept under a key of the installation's secret and outlives an hour. */
export const secretUses: readonly SecretUse[] = [
  ...accountSecretUses,
  ...apiSecretUses,
  ...messageSecretUses,
  ...checkSecretUses,
  ...hiddenSecretUses,
  ...methodSecretUses,
  refundAccountSecretUse,
  payerSecretUse,
];

/** Rotates the secret of an open installation to `after`. Returns a line for each kind of row that it touched. */
export async function rotateTo(runtime: Runtime, after: string, keep = (): void => undefined): Promise<string[]> {
  if (after.length < 32) throw new Error("The new secret must have at least 32 characters.");
  if (after === runtime.secret) throw new Error("The new secret is the one in use.");
  return (await rotateSecret(runtime, secretUses, { after, keep })).flatMap(({ what, rows }) => [
    ...(rows.changed > 0 ? [`Sealed anew: ${rows.changed} (${what}).`] : []),
    ...(rows.ended > 0 ? [`Ended: ${rows.ended} (${what}).`] : []),
    ...(rows.unreadable > 0 ? [`Could not be opened with the old secret either: ${rows.unreadable} (${what}).`] : []),
  ]);
}

/** Opens the installation for one rotation. */
async function rotateIn(config: Config, after: string, keep?: () => void): Promise<string[]> {
  const { runtime, close } = await openRuntime(config);
  return rotateTo(runtime, after, keep).finally(close);
}

/** Whether everything is sealed with this secret now. Throws one sentence when that cannot be known. */
async function isSealedWith(config: Config, secret: string): Promise<boolean> {
  try {
    await (await openRuntime({ ...config, secret })).close();
    return true;
  } catch (error) {
    if (error instanceof OtherSecretError) return false;
    throw error;
  }
}

const setIt = "Set SECRET to the new secret now, then start.";

/** Where the secret is a variable, the operator keeps both. */
async function rotateVariable(config: Config, given: string): Promise<string[]> {
  try {
    return [...(await rotateIn(config, given)), setIt];
  } catch (error) {
    if (error instanceof OtherSecretError && (await isSealedWith(config, given)))
      return ["This installation is sealed with the new secret already.", setIt];
    throw error;
  }
}

/**
 * Rotates the secret of an installation: to `given` where the secret is a variable, else to a new one that it writes into
 * the data folder. A rotation of the data folder that was interrupted is finished by the next one. Returns what was
 * done, line by line. Throws one sentence when nothing was changed.
 */
export async function rotateInstallation(config: Config, given: string | undefined): Promise<string[]> {
  if (config.secret) {
    if (!given) throw new Error("SECRET is a variable here: give the new one with --new-secret-stdin.");
    return rotateVariable(config, given);
  }
  if (given) throw new Error("The secret of this installation is in its data folder: leave out --new-secret-stdin.");
  const file = secretFile(config.dataDir);
  const next = nextSecretFile(config.dataDir);
  const replace = (): void => {
    renameSync(next, file);
    syncFolder(config.dataDir);
  };
  // Never removed after an error: whether everything is sealed with it is known from the database alone.
  if (existsSync(next) && (await isSealedWith(config, readFileSync(next, "utf8")))) {
    replace();
    return ["The rotation that was interrupted is finished."];
  }
  const after = randomBytes(32).toString("base64url");
  const lines = await rotateIn(config, after, () => writeWholeFile(next, after));
  replace();
  return [...lines, `The new secret is in ${file}. Backups of before hold the old one.`];
}
