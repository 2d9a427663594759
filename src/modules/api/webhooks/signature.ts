import { createHmac, randomBytes } from "node:crypto";

/** A new secret as Standard Webhooks writes it: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

export type Message = { id: string; at: Date; body: string };

const signedBy = (secret: string, { id, at, body }: Message): string =>
  createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64"))
    .update(`${id}.${Math.floor(at.getTime() / 1000)}.${body}`)
    .digest("base64");

/** The headers of a message (standardwebhooks.com): one signature for each secret that counts at the moment. */
export const webhookHeaders = (secrets: readonly string[], message: Message): Record<string, string> => ({
  "webhook-id": message.id,
  "webhook-timestamp": String(Math.floor(message.at.getTime() / 1000)),
  "webhook-signature": secrets.map((secret) => `v1,${signedBy(secret, message)}`).join(" "),
});
