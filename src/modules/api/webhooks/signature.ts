import { createHmac, randomBytes } from "node:crypto";

/** A new secret as Standard Webhooks writes it: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

export type Message = { id: string; at: Date; body: string };

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
