import type { Runtime } from "#src/platform/runtime.ts";

/** A value of the environment as its owner reads it: of a secret the last four characters alone. */
export type KeyFact = { name: string; use: string; set: boolean; note: string };

const missing = "not in the environment";

/** "ends in w9Qd"; of a short one nothing is shown. */
const endOf = (secret: string): string => (secret.length > 12 ? `ends in ${secret.slice(-4)}` : "set");

const fact = (name: string, use: string, value: string | undefined, kind = ""): KeyFact => ({
  ...{ name, use, set: value !== undefined },
  note: value === undefined ? missing : [endOf(value), kind].filter(Boolean).join(", "),
});

const money = (live: boolean): string => (live ? "real money" : "for trials");

/** What the server has read of each provider at its start. The keys of a provider are all there or none is. */
export function paymentKeys({ config: { stripe, paypal } }: Runtime): Readonly<Record<string, readonly KeyFact[]>> {
  return {
    stripe: [
      fact(
        "STRIPE_SECRET_KEY",
        "The secret key of the account. With it the shop asks for a payment.",
        stripe?.secretKey,
        stripe ? money(/^(sk|rk)_live_/.test(stripe.secretKey)) : "",
      ),
      fact(
        "STRIPE_WEBHOOK_SECRET",
        "Proves that a message about a payment comes from Stripe.",
        stripe?.webhookSecrets[0],
      ),
    ],
    paypal: [
      fact("PAYPAL_CLIENT_ID", "The id of the app at PayPal.", paypal?.clientId, paypal ? money(paypal.live) : ""),
      fact("PAYPAL_CLIENT_SECRET", "The secret of the app. With it the shop asks for a payment.", paypal?.clientSecret),
      fact("PAYPAL_WEBHOOK_ID", "Proves that a message about a payment comes from PayPal.", paypal?.webhookId),
    ],
  };
}
