import type { startPayPal } from "#fakes/paypal/start.ts";
import { openPayPal } from "./index.ts";

/** The adapter as an installation has it whose PayPal is this stand-in. */
export const payPalOver = (fake: Awaited<ReturnType<typeof startPayPal>>, clock: () => Date) =>
  openPayPal({
    config: {
      clientId: fake.env.PAYPAL_CLIENT_ID ?? "",
      clientSecret: fake.env.PAYPAL_CLIENT_SECRET ?? "",
      webhookId: fake.env.PAYPAL_WEBHOOK_ID ?? "",
      live: false,
      apiBase: new URL(fake.url),
    },
    installId: "test",
    baseUrl: new URL("http://localhost:3000"),
    clock,
  });
