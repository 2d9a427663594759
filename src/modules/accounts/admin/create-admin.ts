import type { Runtime } from "#src/platform/runtime.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { mailAddress } from "#src/shared/mail-address.ts";
import { type Outcome, refuse } from "#src/shared/outcome.ts";
import { authPort } from "../ports.ts";
import { refusedPassword } from "../sign-in/refused-password.ts";
import { makeAdmin } from "./commands/make-admin.ts";

export type AdminWish = { email: string; name: string | undefined; password: string | undefined; promote: boolean };

/** Makes or promotes an admin for the operator's shell. Returns the words to print; refusals are one sentence. */
export async function createAdmin(
  runtime: Runtime,
  { email, name, password, promote }: AdminWish,
): Promise<Outcome<string>> {
  const address = mailAddress(email) ?? email;
  let hash: string | undefined;
  if (password !== undefined) {
    const wrong = await refusedPassword(runtime, password, { email: address, name: name ?? "" });
    if (wrong) return refuse("invalid", `This password cannot be used. ${wrong}`);
    const made = await runtime.port(authPort).hashing.hash(password);
    if (!made.ok) return made;
    hash = made.value;
  }
  const outcome = await makeAdmin(systemCtx(runtime, "admin-create"), { email, name, hash, promote });
  if (!outcome.ok) return { ...outcome, message: outcome.fields?.[0]?.message ?? outcome.message };
  const { made, path } = outcome.value;
  const first = `${address} is ${made ? "made and is" : ""} an admin with every capability.`.replace(/ {2,}/g, " ");
  const then = path
    ? `Set the password with this link, once, within 30 minutes:\n${new URL(path, runtime.config.baseUrl).href}`
    : `Sign in at ${new URL("/login", runtime.config.baseUrl).href}`;
  const factor =
    runtime.mode === "demo"
      ? ""
      : "\nThe first sign-in asks to add a second factor (an authenticator app or a passkey): have it at hand.";
  return { ok: true, value: `${first}\n${then}${factor}` };
}
