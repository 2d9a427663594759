import {
  type PaymentProvider,
  receiveEvent,
  type SandboxControls,
  transferProvider,
} from "#src/modules/payments/index.server.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor } from "#src/platform/secret.ts";
import { openPayPal } from "./paypal/index.ts";
import { openSandbox } from "./sandbox/index.ts";
import { openStripe } from "./stripe/index.ts";

export type Payments = { providers: readonly PaymentProvider[]; sandbox: SandboxControls | null };

/**
 * The ways to pay of this runtime: the sandbox provider in demo mode or with PAYMENTS_SANDBOX=on, and
 * outside demo mode every provider that is set up.
 */
export function openPayments(runtime: Runtime): Payments {
  const real = runtime.mode === "demo" ? [] : realProviders(runtime);
  if (runtime.mode !== "demo" && !runtime.config.paymentsSandbox) return { providers: real, sandbox: null };
  const { provider, controls } = openSandbox({
    db: runtime.db,
    clock: runtime.clock,
    // One installation's events are not another's.
    signingKey: keyFor(runtime.secret, `sandbox events ${runtime.installId}`),
    deliver: async (raw, headers) => {
      const received = await receiveEvent(runtime, "sandbox", { raw, headers });
      if (received.ok) await received.processed;
    },
  });
  return { providers: [...real, provider], sandbox: controls };
}

function realProviders({ config, installId, clock, db, settings }: Runtime): readonly PaymentProvider[] {
  const { stripe, paypal, baseUrl } = config;
  const shared = { installId, baseUrl, clock };
  return [
    ...(stripe ? [openStripe({ config: stripe, ...shared })] : []),
    ...(paypal ? [openPayPal({ config: paypal, ...shared })] : []),
    transferProvider({ db, clock, settings }),
  ];
}
