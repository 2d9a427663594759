import { paymentProviderContract } from "#tests/support/payment-provider.contract.ts";
import { later, openPaymentsRuntime } from "#tests/support/payments.ts";

paymentProviderContract("the sandbox provider", async () => {
  const runtime = await openPaymentsRuntime();
  const { provider, controls, eventFor, refundElsewhere, question } = runtime.sandbox;
  runtime.post.lost = true;
  return {
    provider,
    now: runtime.clock,
    pay: async ({ id }) => void (await controls.act(id, "pay")),
    payTwice: async ({ id }) => void (await controls.act(id, "pay-twice")),
    decline: async ({ id }) => void (await controls.act(id, "decline")),
    approve: null,
    letTimePass: () => later(runtime, 3_700),
    ageEvents: () => undefined,
    event: async ({ id }) => eventFor(id),
    listsEvents: false,
    refundElsewhere: async (_, transaction, cents) => void (await refundElsewhere(transaction, cents)),
    question: (transaction, cents) => question(transaction, cents, "open"),
    close: () => runtime.drop(),
  };
});
