import { paymentProviderContract } from "#tests/support/payment-provider.contract.ts";
import { later, openPayHouse } from "#tests/support/payments.ts";

paymentProviderContract("the practice provider", async () => {
  const house = await openPayHouse();
  const { provider, desk, eventFor } = house.sandbox;
  house.post.lost = true;
  return {
    provider,
    now: house.clock,
    pay: async ({ id }) => void (await desk.act(id, "pay")),
    payTwice: async ({ id }) => void (await desk.act(id, "pay-twice")),
    decline: async ({ id }) => void (await desk.act(id, "decline")),
    letTimePass: () => later(house, 3_700),
    event: ({ id }) => eventFor(id),
    close: () => house.drop(),
  };
});
