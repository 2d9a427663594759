import { z } from "zod";
import { onOff, open, secret, webAddress } from "./field.ts";

/** Environment variables of payment providers: printed with the others of config.ts. */
export const paymentFields = {
  stripeSecretKey: secret("STRIPE_SECRET_KEY", "cards by Stripe Checkout: the account's secret or restricted key"),
  stripeWebhookSecret: secret(
    "STRIPE_WEBHOOK_SECRET",
    "signing secret of the webhook BASE_URL/webhooks/stripe; two with a comma while one is replaced",
  ),
  stripeApiBase: open(
    "STRIPE_API_BASE",
    "another server in Stripe's place, for trials: https or loopback, and never with a live key",
  ),
  paypalClientId: open("PAYPAL_CLIENT_ID", "PayPal: the id of the app at PayPal"),
  paypalClientSecret: secret("PAYPAL_CLIENT_SECRET", "PayPal: the secret of the app"),
  paypalWebhookId: open("PAYPAL_WEBHOOK_ID", "PayPal: the id that PayPal gave to the webhook BASE_URL/webhooks/paypal"),
  paypalLive: open("PAYPAL_LIVE", "PayPal: on: real money; off: PayPal's own sandbox", "off"),
  paypalApiBase: open(
    "PAYPAL_API_BASE",
    "another server in PayPal's place, for trials: https or loopback, and never with PAYPAL_LIVE=on",
  ),
};

const some = z.string().min(1).optional();

export const paymentSchema = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, "must start with sk_test_, sk_live_, rk_test_ or rk_live_")
    .optional(),
  STRIPE_WEBHOOK_SECRET: some,
  STRIPE_API_BASE: webAddress.optional(),
  PAYPAL_CLIENT_ID: some,
  PAYPAL_CLIENT_SECRET: some,
  PAYPAL_WEBHOOK_ID: some,
  PAYPAL_LIVE: onOff.default("off"),
  PAYPAL_API_BASE: webAddress.optional(),
};
const schema = z.object(paymentSchema);
type Given = z.infer<typeof schema>;

type StripeConfig = {
  secretKey: string;
  /** More than one while a secret is being replaced. */
  webhookSecrets: readonly string[];
  /** Another address in Stripe's place, for trials. */
  apiBase: URL | null;
};
type PayPalConfig = {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  live: boolean;
  /** Another address in PayPal's place, for trials. */
  apiBase: URL | null;
};
/** Null: not set up, and not offered. */
export type PaymentConfig = { stripe: StripeConfig | null; paypal: PayPalConfig | null };

type Context = { baseUrl: URL; isLoopback: (url: URL) => boolean };

/** Payment providers as they are set up, or one sentence for every wrong variable. */
export function readPayments(given: Given, context: Context): PaymentConfig & { errors: string[] } {
  const errors: string[] = [];
  const stripe = readStripe(given, context, errors);
  return { stripe, paypal: readPayPal(given, context, errors), errors };
}

function readStripe(given: Given, context: Context, errors: string[]): StripeConfig | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: secrets } = given;
  if (!secretKey && !secrets) return null;
  if (!secretKey || !secrets) {
    const [missing, there] = secretKey
      ? ["STRIPE_WEBHOOK_SECRET", "STRIPE_SECRET_KEY"]
      : ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"];
    errors.push(`${missing}: is missing; it belongs to ${there}.`);
    return null;
  }
  const live = /^(sk|rk)_live_/.test(secretKey);
  const apiBase = readBase("STRIPE_API_BASE", given.STRIPE_API_BASE, live, context, errors);
  checkLive("STRIPE_SECRET_KEY", live, context, errors);
  return { secretKey, webhookSecrets: secrets.split(",").map((one) => one.trim()), apiBase };
}

const paypalNames = ["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID"] as const;

function readPayPal(given: Given, context: Context, errors: string[]): PayPalConfig | null {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_WEBHOOK_ID: webhookId } = given;
  if (paypalNames.every((name) => !given[name])) return null;
  if (!clientId || !clientSecret || !webhookId) {
    const missing = paypalNames.filter((name) => !given[name]);
    errors.push(`${missing[0]}: is missing; PayPal needs ${paypalNames.join(", ")}.`);
    return null;
  }
  const live = given.PAYPAL_LIVE === "on";
  const apiBase = readBase("PAYPAL_API_BASE", given.PAYPAL_API_BASE, live, context, errors);
  checkLive("PAYPAL_LIVE", live, context, errors);
  return { clientId, clientSecret, webhookId, live, apiBase };
}

/** Money that is real is asked for over https alone. */
function checkLive(env: string, live: boolean, { baseUrl }: Context, errors: string[]): void {
  if (live && baseUrl.protocol !== "https:") errors.push(`${env}: a live key needs a BASE_URL with https.`);
}

/** An address of one's own moves where secrets go: https or this machine, and never with a live key. */
function readBase(
  env: string,
  given: string | undefined,
  live: boolean,
  { isLoopback }: Context,
  errors: string[],
): URL | null {
  if (given === undefined) return null;
  const url = new URL(given);
  if (live) errors.push(`${env}: a live key would go to another address; take one of the two away.`);
  if (url.protocol !== "https:" && !isLoopback(url)) errors.push(`${env}: must be https outside this machine.`);
  if (url.pathname !== "/" || url.search || url.hash || url.username)
    errors.push(`${env}: must be an origin without a path.`);
  return url;
}
