import { type PaymentProvider, receiveEvent, type SandboxDesk } from "#src/modules/payments/index.server.ts";
import type { House } from "#src/platform/house.ts";
import { keyFor } from "#src/platform/secret.ts";
import { openSandbox } from "./sandbox/index.ts";

export type Payments = { providers: readonly PaymentProvider[]; sandbox: SandboxDesk | null };

/** The ways to pay of this house: the practice provider in demo mode or with PAYMENTS_SANDBOX=on (decisions 5). */
export function openPayments(house: House): Payments {
  if (house.mode !== "demo" && !house.config.paymentsSandbox) return { providers: [], sandbox: null };
  const { provider, desk } = openSandbox({
    db: house.db,
    clock: house.clock,
    // One installation's events are not another's.
    signingKey: keyFor(house.secret, `sandbox events ${house.installId}`),
    deliver: async (raw, headers) => {
      const received = await receiveEvent(house, "sandbox", raw, headers);
      if (received.ok) await received.processed;
    },
  });
  return { providers: [provider], sandbox: desk };
}
