import { registrationClosed } from "#src/modules/accounts/index.server.ts";
import { methodsFor } from "#src/modules/payments/index.server.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { AdminNotice } from "./admin-notice.ts";
import { providerNotices } from "./provider-notices.ts";

/** What the operator of this installation must know before trusting it with real work. */
export async function adminNotices(runtime: Runtime): Promise<readonly AdminNotice[]> {
  if (runtime.mode === "demo")
    return [
      {
        key: "demo",
        tone: "info",
        title: "This is a demonstration.",
        text: "The first orders are examples. Payments are practice, and e-mails stay in the mailbox. A real installation starts with npm start -- --empty in another folder.",
      },
      ...providerNotices(runtime.config),
    ];
  const { config } = runtime;
  const methods = await methodsFor(runtime, { test: false });
  const notices: AdminNotice[] = providerNotices(config);
  if (registrationClosed(runtime))
    notices.push({
      key: "mail",
      tone: "warn",
      title: "This installation sends no e-mail, and registration is closed.",
      text: "Set SMTP_URL to your mail server and start again. Until then nobody can register with an e-mail, or reset a password.",
    });
  if (methods.length === 0)
    notices.push({
      key: "payments",
      tone: "warn",
      title: "No payment method is set up.",
      text: "Clients can order, and they read that payment is arranged with support. When a transfer arrives, confirm it on the order's page.",
      link: { to: "/setup/payments", label: "Set up a payment method" },
    });
  if (config.paymentsSandbox)
    notices.push({
      key: "sandbox",
      tone: "warn",
      title: "The sandbox payment page is on.",
      text: "Every new order is marked as a test and is left out of all totals. Remove PAYMENTS_SANDBOX to sell.",
    });
  return notices;
}
