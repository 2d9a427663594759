import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AttemptToPay, PaymentProvider } from "../../src/modules/payments/ports.ts";
import { newId } from "../../src/platform/ids.ts";

/** What a test of a provider needs beside the port: a hand that pays, and events as they come. */
export type ProviderUnderTest = {
  provider: PaymentProvider;
  now: () => Date;
  pay: (attempt: AttemptToPay) => Promise<void>;
  payTwice: (attempt: AttemptToPay) => Promise<void>;
  decline: (attempt: AttemptToPay) => Promise<void>;
  /** Moves the clock past the end of every attempt. */
  letTimePass: () => void;
  event: (attempt: AttemptToPay) => { raw: string; headers: Headers };
  close: () => Promise<void>;
};

/** The contract of the port: runs on every implementation, real providers on their fakes. */
export const paymentProviderContract = (name: string, make: () => Promise<ProviderUnderTest>) =>
  describe(`${name} keeps the contract of a payment provider`, () => {
    let its: ProviderUnderTest;
    beforeAll(async () => {
      its = await make();
    });
    afterAll(() => its.close());

    const attempt = (more: Partial<AttemptToPay> = {}): AttemptToPay => ({
      id: newId(),
      orderId: newId(),
      orderNumber: "7KQ2M4X",
      cents: 11_250,
      currency: "USD",
      startedAt: its.now(),
      endsAt: new Date(its.now().getTime() + 3_600_000),
      ...more,
    });
    const begun = async (more: Partial<AttemptToPay> = {}) => {
      const one = attempt(more);
      await its.provider.begin(one);
      return one;
    };
    const paymentsOf = async (one: AttemptToPay) => {
      const answer = await its.provider.lookUp(one);
      if (answer.state !== "paid") throw new Error(`The attempt is ${answer.state}.`);
      return answer.payments;
    };

    test("beginning again with the same row is the same page, with another amount it is refused", async () => {
      const one = attempt();
      const first = await its.provider.begin(one);
      expect(await its.provider.begin(one)).toEqual(first);
      expect(first.redirect).toMatch(/^(\/|https:\/\/)/);
      await expect(its.provider.begin({ ...one, cents: 1 })).rejects.toThrow();
    });

    test("nothing is paid until somebody pays", async () => {
      const one = await begun();
      expect(await its.provider.lookUp(one)).toEqual({ state: "open" });
      await its.pay(one);
      const [payment, ...more] = await paymentsOf(one);
      expect(more).toEqual([]);
      expect(payment).toMatchObject({ cents: 11_250, currency: "USD", transaction: expect.stringMatching(/./) });
      expect(payment.feeCents).toBeGreaterThanOrEqual(0);
    });

    test("two payments for one page are both told", async () => {
      const one = await begun();
      await its.payTwice(one);
      expect(new Set((await paymentsOf(one)).map(({ transaction }) => transaction)).size).toBe(2);
    });

    test("a declined page has failed, and stays so", async () => {
      const one = await begun();
      await its.decline(one);
      expect(await its.provider.lookUp(one)).toEqual({ state: "failed" });
      await its.pay(one);
      expect(await its.provider.lookUp(one)).toEqual({ state: "failed" });
    });

    test("a refund is made once for its id, and never more than was paid goes back", async () => {
      const one = await begun();
      await its.pay(one);
      const [{ transaction }] = await paymentsOf(one);
      const part = { id: newId(), transaction, cents: 5_000, currency: "USD" };
      const first = await its.provider.refund(part);
      expect(first.state).not.toBe("failed");
      expect(await its.provider.refund(part)).toEqual(first);
      expect((await its.provider.refund({ ...part, id: newId(), cents: 6_251 })).state).toBe("failed");
      expect((await its.provider.refund({ ...part, id: newId(), cents: 6_250 })).state).not.toBe("failed");
    });

    test("a refund of an unknown payment fails", async () => {
      const back = { id: newId(), transaction: "none", cents: 100, currency: "USD" };
      expect((await its.provider.refund(back)).state).toBe("failed");
    });

    test("an event is known by its signature over the exact bytes", async () => {
      const one = await begun();
      const { raw, headers } = its.event(one);
      const verified = its.provider.verifyEvent(raw, headers);
      expect(verified).toMatchObject({ ok: true, event: { about: { attemptId: one.id } } });
      expect(its.provider.verifyEvent(`${raw} `, headers).ok).toBe(false);
      expect(its.provider.verifyEvent(raw, new Headers()).ok).toBe(false);
      expect(its.provider.verifyEvent(raw.replace(one.id, newId()), headers).ok).toBe(false);
    });

    test("an unpaid page expires; an old event is refused", async () => {
      const one = await begun();
      const { raw, headers } = its.event(one);
      its.letTimePass();
      expect(await its.provider.lookUp(one)).toEqual({ state: "expired" });
      expect(its.provider.verifyEvent(raw, headers).ok).toBe(false);
    });
  });
