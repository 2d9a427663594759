import { afterAll, describe, expect, test } from "vitest";
import * as actions from "#fakes/stripe/actions.ts";
import { question, refund } from "#fakes/stripe/actions.ts";
import { signed, startStripe } from "#fakes/stripe/start.ts";
import { newId } from "#src/platform/ids.ts";
import { paymentProviderContract } from "#tests/support/payment-provider.contract.ts";
import { openStripe } from "./index.ts";

let now = new Date("2026-03-10T12:00:00Z");
const clock = () => now;
const fake = await startStripe({ now: clock });
afterAll(fake.close);
const config = { secretKey: "sk_test_fake", webhookSecrets: ["whsec_old", "whsec_fake"], apiBase: new URL(fake.url) };
const baseUrl = new URL("http://localhost:3000");
const provider = openStripe({ config, installId: "test", baseUrl, clock });
const { bank } = fake;

const intentOf = (transaction: string) => {
  const intent = bank.books.intents.get(transaction);
  if (!intent) throw new Error("No such payment.");
  return intent;
};
const newestEvent = () => {
  const [event] = bank.books.events;
  if (!event) throw new Error("There is no event.");
  return event;
};
const messagesOf = ({ body, headers }: ReturnType<typeof signed>) => ({ raw: body, headers: new Headers(headers) });

paymentProviderContract("Stripe", async () => ({
  provider,
  now: clock,
  pay: async ({ reference }) => void actions.pay(bank, reference ?? ""),
  payTwice: null,
  approve: null,
  decline: async ({ reference }) => {
    const form = new URLSearchParams({ choice: "pay", card: "4000000000000002" });
    const answer = await fetch(`${fake.url}/pay/${reference}`, { method: "POST", body: form });
    expect(await answer.text()).toContain("Your card was declined.");
  },
  letTimePass: () => {
    now = new Date(now.getTime() + 3_700_000);
  },
  ageEvents: () => undefined,
  event: async ({ reference }) => {
    const session = bank.books.sessions.get(reference ?? "");
    if (!session) throw new Error("No such page.");
    return messagesOf(signed(actions.tell(bank, "checkout.session.completed", session), now));
  },
  refundElsewhere: async (_, transaction, cents) => void refund(bank, intentOf(transaction), cents, {}),
  question: async (transaction, cents) => question(bank, intentOf(transaction), cents, "needs_response").id,
  close: async () => undefined,
}));

const attempt = () => ({
  id: newId(),
  orderId: newId(),
  orderNumber: "7KQ2M4X",
  cents: 11_250,
  currency: "USD",
  startedAt: now,
  endsAt: new Date(now.getTime() + 3_600_000),
});
const paid = async () => {
  const one = attempt();
  const { reference } = await provider.open(one);
  const session = actions.pay(bank, reference);
  return { transaction: session?.payment_intent ?? "", reference };
};

test("a payment names its card, the same one each time", async () => {
  const payers = [];
  for (const card of ["fp_visa", "fp_visa", "fp_other"]) {
    const one = attempt();
    const { reference } = await provider.open(one);
    actions.pay(bank, reference, card);
    const answer = await provider.state({ ...one, reference });
    payers.push(answer.state === "paid" && answer.payments[0].payer);
  }
  expect(payers).toEqual(["fp_visa", "fp_visa", "fp_other"]);
});

describe("events of Stripe", () => {
  const verify = (event = newestEvent()) => {
    const { raw, headers } = messagesOf(signed(event, now));
    return provider.verifyEvent(raw, headers, async () => null);
  };

  test("refunds name the payment, disputes themselves; what is not ours names nothing", async () => {
    const { transaction } = await paid();
    refund(bank, intentOf(transaction), 100, {});
    expect(await verify()).toMatchObject({
      event: { type: "charge.refunded", about: { kind: "refund", transaction } },
    });
    const { id } = question(bank, intentOf(transaction), 11_150, "needs_response");
    expect(await verify()).toMatchObject({ event: { about: { kind: "dispute", reference: id } } });
    expect(await verify({ ...newestEvent(), type: "customer.created" })).toMatchObject({ event: { about: null } });
  });

  test("an event of the other mode is refused", async () => {
    expect(await verify({ ...newestEvent(), livemode: true })).toMatchObject({ ok: false });
  });
});

describe("trouble on the line", () => {
  test("what was done although the answer was lost is not done again", async () => {
    const one = attempt();
    const sessions = bank.books.sessions.size;
    fake.knobs.down = "lost";
    await expect(provider.open(one)).rejects.toThrow();
    fake.knobs.down = null;
    await provider.open(one);
    expect(bank.books.sessions.size).toBe(sessions + 1);
    const { transaction, reference } = await paid();
    const back = { id: newId(), transaction, reference, cents: 5_000, currency: "USD", refusals: 0 };
    fake.knobs.down = "lost";
    await expect(provider.refund(back)).rejects.toThrow();
    fake.knobs.down = null;
    bank.books.keys.clear(); // a day later
    expect(await provider.refund(back)).toMatchObject({ state: "succeeded" });
    expect(intentOf(transaction).latest_charge?.amount_refunded).toBe(5_000);
  });

  test("a server error is no answer: nothing is called failed", async () => {
    const { transaction, reference } = await paid();
    fake.knobs.down = "error";
    const back = { id: newId(), transaction, reference, cents: 1, currency: "USD", refusals: 0 };
    await expect(provider.refund(back)).rejects.toThrow();
    await expect(provider.dispute("du_1")).rejects.toThrow();
    fake.knobs.down = null;
  });
});

test("a refund that the bank takes its time for is pending, then failed when Stripe reports so", async () => {
  const { transaction, reference } = await paid();
  bank.refunds.state = "pending";
  const back = { id: newId(), transaction, reference, cents: 5_000, currency: "USD", refusals: 0 };
  expect((await provider.refund(back)).state).toBe("pending");
  actions.finishRefunds(bank, "failed");
  bank.refunds.state = "succeeded";
  expect(await provider.refundsOf({ transaction, reference })).toMatchObject([{ id: back.id, state: "failed" }]);
  expect((await provider.refund(back)).state).toBe("succeeded");
});
