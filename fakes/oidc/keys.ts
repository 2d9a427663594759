import { createPublicKey, generateKeyPairSync, randomUUID } from "node:crypto";
import { type JWK, jwtVerify } from "jose";

export type SigningKey = JWK & { kid: string };

/** A new RSA key that signs id tokens, as Google's and Apple's do. */
export const newSigningKey = (): SigningKey => ({
  ...generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" }),
  kid: randomUUID(),
  alg: "RS256",
  use: "sig",
});

/** The app's key at the fake for Apple. It stands in public code: it protects nothing. */
export const appKey = {
  pem: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgHdqkOvdsuFHEq9UX
BkD1q2ZDTPwHlMs1Yh7+85WT+rihRANCAASgPuKDVSZUslP8a7IT80/mBzZCTJoi
LJTZWp4WINRzrDplPA3JByP90R/UGeW5+qOS1dGHGDX+HDjcCC4Y1Wy6
-----END PRIVATE KEY-----`,
  keyId: "TESTKEY001",
  teamId: "TESTTEAM01",
} as const;

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
