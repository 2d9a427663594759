import { createPrivateKey } from "node:crypto";
import { z } from "zod";
import type { Runtime } from "#src/platform/runtime.ts";
import type { ProviderName } from "../domain/display-name.ts";

const minutes = 5;

/** Apple's client secret: a statement signed with ES256 by the operator's key, made anew for each use. */
export async function appleSecret({ config: { apple }, clock }: Pick<Runtime, "config" | "clock">): Promise<string> {
  if (!apple) throw new Error("Sign-in with Apple is not set up.");
  const { SignJWT } = await import("jose");
  const now = Math.floor(clock().getTime() / 1000);
  return new SignJWT({})
    .setProtectedHeader({ alg: "ES256", kid: apple.keyId })
    .setIssuer(apple.teamId)
    .setSubject(apple.servicesId)
    .setAudience(apple.issuer.href.replace(/\/$/, ""))
    .setIssuedAt(now)
    .setExpirationTime(now + minutes * 60)
    .sign(createPrivateKey(apple.privateKey));
}

const part = z.string().max(200).optional().catch(undefined);
const user = z.object({
  displayName: part,
  name: z.object({ firstName: part, lastName: part }).optional().catch(undefined),
});
const longest = 4000;

/**
 * The names in the `user` field that Apple posts at the first consent. Nobody signed it: only names are taken, and
 * whatever does not look like it says gives none.
 */
export function appleNames(raw: string | undefined): Pick<ProviderName, "name" | "first" | "last"> {
  if (!raw || raw.length > longest) return {};
  try {
    const read = user.safeParse(JSON.parse(raw));
    if (!read.success) return {};
    const { displayName: name, name: names } = read.data;
    return { ...(name && { name }), first: names?.firstName, last: names?.lastName };
  } catch {
    return {};
  }
}
