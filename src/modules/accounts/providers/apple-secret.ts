import { createPrivateKey } from "node:crypto";
import type { Runtime } from "#src/platform/runtime.ts";

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
