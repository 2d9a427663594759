import { createPublicKey } from "node:crypto";
import { jwtVerify } from "jose";
import { appKey } from "./keys.ts";

const halfYear = 15_777_000;

/** Apple's rules for a client secret: ES256 by the app's key, named issuer, subject and audience, six months at most. */
export async function isAppleSecret(secret: string, clientId: string, audience: string): Promise<boolean> {
  try {
    const { payload, protectedHeader } = await jwtVerify(secret, createPublicKey(appKey.pem), {
      algorithms: ["ES256"],
      issuer: appKey.teamId,
      subject: clientId,
      audience,
      requiredClaims: ["iat", "exp"],
    });
    return protectedHeader.kid === appKey.keyId && (payload.exp ?? 0) - (payload.iat ?? 0) <= halfYear;
  } catch {
    return false;
  }
}
