import { appKey } from "./keys.ts";
import type { Kind } from "./people.ts";

/** The app as the fakes know it. */
export const clientOf = {
  google: { id: "paperwright-fake", secret: "a secret that is good for the fake only" },
  apple: { id: "test.paperwright.web", secret: "never sent: Apple's secret is a signed statement" },
} as const satisfies Record<Kind, { id: string; secret: string }>;

/** What the product must be started with to use the fake at `issuer`. */
export const envOf = (kind: Kind, issuer: string): Record<string, string> =>
  kind === "google"
    ? { GOOGLE_CLIENT_ID: clientOf.google.id, GOOGLE_CLIENT_SECRET: clientOf.google.secret, GOOGLE_ISSUER: issuer }
    : {
        APPLE_SERVICES_ID: clientOf.apple.id,
        APPLE_TEAM_ID: appKey.teamId,
        APPLE_KEY_ID: appKey.keyId,
        APPLE_PRIVATE_KEY: appKey.pem,
        APPLE_ISSUER: issuer,
      };
